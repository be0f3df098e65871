#!/bin/sh
# Processes that fork without end, up to the limit of their user, are ended with their
# job, all of them, and other jobs of the user run meanwhile.
# SPDX-License-Identifier: Apache-2.0
if [ "$(id -u)" = 0 ]; then
	# the limit does not hold for root
	setpriv --reuid=23457 --regid=23457 --clear-groups --inh-caps=-all \
		test -r "$0" -a -x "${MJ:-$PWD/mj}" -a -w "${TMPDIR:-/tmp}" || {
		echo "skipped: no other user who could run this can be had"
		exit 77
	}
	exec setpriv --reuid=23457 --regid=23457 --clear-groups \
		--inh-caps=-all env HOME=/ sh "$0"
fi
. "$(dirname "$0")/lib.sh"
needs prlimit
bomb=${top_builddir:-${MJ%/*}}/tests/host/bomb
settings '[scheduler]' 'grace = 200ms' '[pool local]' 'slots = 4'

limit=$(($(ps -L -u "$(id -u)" -o pid= | wc -l) + 60))
prlimit --nproc="$limit" "$MJ" launch -n bomb -- "$bomb" "$T/full" >out 2>&1 ||
	fail "launch: $(cat out)"
wait_for '[ -e full ]'
launch -n good -- true >/dev/null
ends 0 good
mj cancel bomb
ends 103 bomb
wait_for '[ -z "$(task_processes)" ]' "nothing is left"
launch -n after -- true >/dev/null
ends 0 after
