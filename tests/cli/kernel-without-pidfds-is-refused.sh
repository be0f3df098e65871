#!/bin/sh
# On a kernel without pidfd_open every command that changes something is refused in
# one line that says what is needed, and nothing is made; reading goes on.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
without pidfd_open -- true || skip "filters of calls cannot be had"

for words in 'launch -- true' 'cancel -a' 'pause'; do
	# shellcheck disable=SC2086 # words
	exits 1 without pidfd_open -- "$MJ" $words
	is 1 "$(wc -l <err)" "lines of $words"
	contains "$(cat err)" '^mj: .*pidfd_open.*Linux 5\.4'
done
exits 1 without pidfd_open -- "$MJ_SCHEDULE" --once
contains "$(cat err)" '^mj-schedule: .*pidfd_open.*Linux 5\.4'
[ ! -e "$MJ_HOME" ] || fail "a home was made"

launch -n there -- true >/dev/null
ends 0 1
exits 0 without pidfd_open -- "$MJ" queue -a
contains "$(cat out)" 'there *SUCCEEDED'
