#!/bin/sh
# MJ_ variables tell a task its job, name, attempt and a task id that lasts.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >me.yaml <<'END'
name: who
---
name: me
run: env | grep -E '^(MJ|SKYPILOT)_' | sort; printf '%s\n' "$MJ_TASK_IDS" >ids
---
name: next
run: 'true'
END
launch me.yaml >/dev/null
ends 0 1

cp "$(log_of 1 me)" got
is "$(sed -n 's/^MJ_HOME=//p' got)" "$MJ_HOME" MJ_HOME
is "$(sed -n 's/^MJ_TASK_ID=//p' got)" "$(head -n 1 ids)" "the first of MJ_TASK_IDS"
is 2 "$(wc -l <ids)" "tasks in MJ_TASK_IDS"
contains "$(cat ids)" "-1-next\$"
is "$(sed -n 's/^MJ_TASK_IDS=//p' got)" "$(sed -n 's/^SKYPILOT_TASK_IDS=//p' got)" \
	SKYPILOT_TASK_IDS
for line in MJ_JOB_ID=1 MJ_JOB_NAME=who MJ_TASK_NAME=me MJ_ATTEMPT=1 \
	MJ_RECOVERIES=0; do
	grep -qx "$line" got || fail "no $line in $(cat got)"
done
is "$(sed -n 's/^MJ_TASK_ID=//p' got)" \
	"$(sed -n 's/^SKYPILOT_TASK_ID=//p' got)" SKYPILOT_TASK_ID
id=$(sed -n 's/^id = //p' "$MJ_HOME/home")
grep -qxF "MJ_TAG=$id:$(value 1 'run me' boot):1:me:1" got ||
	fail "MJ_TAG in $(cat got)"
