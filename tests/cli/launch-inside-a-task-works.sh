#!/bin/sh
# A task that launches ten jobs and ends: all ten run, and none is ended as
# its leftover.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 2'
cat >spawn.sh <<'END'
for i in 1 2 3 4 5 6 7 8 9 10; do
	"$MJ" launch -- sh -c 'echo "$MJ_JOB_ID $MJ_TASK_NAME" >>"$T/runs"' || exit 1
done
"$MJ" wait 2
END
launch -- bash "$T/spawn.sh" >/dev/null
ends 0 1
ends 0 2-11

is 10 "$(sort -u runs | wc -l)" "runs of ten"
parent=$(value 1 'run bash' pid)
! grep -qx "$parent" runs || fail "the name leaked"
