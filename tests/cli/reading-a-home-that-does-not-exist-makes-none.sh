#!/bin/sh
# A home that does not exist is one without jobs for who asks about all of them, and has
# none that could be named; no command makes it but launch, pause and cancel -a.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

exits 0 mj queue
is "no active jobs" "$(cat out)"
exits 0 mj queue -a --json
is "" "$(cat out)"
exits 0 mj metrics
contains "$(cat out)" '^mj_jobs{status="RUNNING"} 0$'
exits 0 mj report
contains "$(cat out)" '0 jobs'
exits 0 mj pools
for command in 'show 1' 'wait 1' 'logs 1' 'graph 1' 'report 1' 'cancel 1' 'hold 1' \
	'set 1 priority=1' 'retry 1' 'suspend 1' resume gc 'gc --keep 1d' doctor; do
	# shellcheck disable=SC2086
	exits 102 mj $command
	contains "$(cat err)" "/.mj does not exist, as nothing was launched yet"
done
[ ! -e "$MJ_HOME" ] || fail "a home was made"

# who looks on sees the first job come
terminal 80 10 "$MJ" queue --watch --interval 0.1 <<'END'
sees ^no active jobs$
run "$MJ" launch --hold -n first -- true 2>/dev/null
sees ^ 1 .*first
keys q
ended 0
END
[ -x "${MJ%/*}/mj-top" ] || exit 0
MJ_HOME=$T/another MJ_LOGS=$T/others
terminal 80 10 "$MJ" top --interval 0.1 <<'END'
sees no active jobs
run "$MJ" launch --hold -n second -- true 2>/dev/null
sees ^ 1 .*second
keys q
ended 0
END
