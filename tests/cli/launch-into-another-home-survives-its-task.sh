#!/bin/sh
# A task whose last act is to launch into another home: every such job runs
# there, with no timer.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'slots = 10'
launch --num-jobs 30 -- sh -c '
	MJ_LOGS="$T/logs.$MJ_JOB_ID" "$MJ" --home "$T/home.$MJ_JOB_ID" \
		launch -- sleep 0.2' >/dev/null
ends 0 1-30

for i in $(seq 30); do
	MJ_HOME="$T/home.$i"
	ends 0 1
	is '' "$(entries .)" "what home $i still owes"
done
