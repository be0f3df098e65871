#!/bin/sh
# mj and mj-schedule refuse to work with the rights of another, as a set-user-id bit gives
# them, whatever they are asked, and make nothing.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
[ "$(id -u)" = 0 ] || skip "only root can give a program away"

# a sanitizer cannot look for leaks in such a process
export ASAN_OPTIONS="detect_leaks=0:${ASAN_OPTIONS-}"

for program in "$MJ" "$MJ_SCHEDULE"; do
	name=${program##*/}
	cp "$program" "$name"
	chown 12345 "$name"
	chmod 4755 "$name"
done
cp "$(command -v id)" id
chown 12345 id
chmod 4755 id
[ "$(./id -u)" = 12345 ] || skip "no set-user-id bits count here"

for words in 'launch -- true' 'queue' 'cancel -a' 'show 1' doctor; do
	# shellcheck disable=SC2086 # words
	exits 1 ./mj $words
	is '' "$(cat out)" "what $words printed"
	contains "$(cat err)" '^mj: .*must not be installed setuid'
done
exits 1 ./mj-schedule --once
contains "$(cat err)" '^mj-schedule: .*must not be installed setuid'
[ ! -e "$MJ_HOME" ] || fail "a home was made"
