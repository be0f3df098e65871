#!/bin/sh
# The columns of mj queue give way until its lines fit the terminal, or COLUMNS; a pipe
# gets all of them, uncut.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold -n a-job-with-a-rather-long-name -- true >/dev/null
title='^ID  TASK  NAME  *STATUS  *POOL  *SUBMITTED  *TOTAL  *RUN  *#RECOVERIES  *PROGRESS  *DETAILS$'
contains "$(mj queue)" "$title"
for columns in 120 80 60 40 20; do
	COLUMNS=$columns mj queue >out
	is "" "$(sed 's|…|.|g' out | awk -v max=$columns 'length > max')" "too long for $columns"
	contains "$(cat out)" '^ 1  *a-job-'
done
COLUMNS=80 mj queue >out
contains "$(cat out)" 'held: mj release 1 starts it'
! grep -q 'RECOVERIES\|PROGRESS' out || fail "columns that tell nothing stay"

terminal 62 10 "$MJ" queue <<'END'
sees ^ID  NAME +STATUS +DETAILS$
sees ^ 1  a-job-.*PENDING  held: mj release
ended 0
END
