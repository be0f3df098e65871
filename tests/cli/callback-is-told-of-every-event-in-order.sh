#!/bin/sh
# The callback of a task and that of the settings are run for each event, in order, in
# the directory and with the environment of the submit, and with nothing of mj's open;
# a lost attempt is RECOVERING and RECOVERED.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'on_event = echo "$MJ_EVENT $TASK_NAME" >>"$T/all"'
cat >spec.yaml <<'END'
name: told
---
name: one
event_callback: |
  echo "$JOB_ID $JOB_STATUS $TASK_ID $TASK_NAME" >>"$T/told"
  echo "$MJ_JOB_ID $MJ_EVENT $MJ_JOB_NAME $MJ_TASK_NAME $MJ_ATTEMPT" >>"$T/more"
  echo "$MJ_JOB_STATUS" >>"$T/status"
  [ "$MJ_TASK_ID" = "$SKYPILOT_TASK_ID" ] && echo "output of $MJ_EVENT"
  echo /proc/$$/fd/* >>"$T/open"
  pwd >>"$T/pwd"
run: until [ -e "$T/go.$MJ_ATTEMPT" ]; do sleep 0.01; done
---
name: two
run: 'true'
END
launch spec.yaml >/dev/null
wait_for 'grep -q STARTED "$T/told" 2>/dev/null'
kill -STOP "$(controller 1)" "$(runner 1 one)"
kill -KILL "$(controller 1)" "$(runner 1 one)"
wait_for 'schedule --once; grep -q RECOVERED "$T/told"'
touch go.2
ends 0 1
wait_for '[ "$(tail -n 1 "$T/all")" = "SUCCEEDED two" ]'

# what was being told when it was killed may be told twice
is "1 SUBMITTED 0 one
1 STARTING 0 one
1 STARTED 0 one
1 RECOVERING 0 one
1 RECOVERED 0 one
1 SUCCEEDED 0 one" "$(uniq told)" "the events"
is "SUBMITTED one
SUBMITTED two
STARTING one
STARTED one
RECOVERING one
RECOVERED one
SUCCEEDED one
STARTING two
STARTED two
SUCCEEDED two" "$(uniq all)" "the events of all tasks"
contains "$(cat more)" '^1 STARTED told one 1$'
contains "$(cat more)" '^1 RECOVERED told one 2$'
is "$T" "$(uniq pwd)" "the directory"
contains "$(cat status)" '^RUNNING$'
contains "$(cat "$MJ_LOGS/managed_job_event/0000000001.log")" '^output of STARTED$'
sed 's|/proc/[0-9]*/fd/||g' open | while read -r fds; do
	case $fds in '0 1 2' | '0 1 2 3') ;; *) fail "open: $fds" ;; esac
done
wait_for '[ ! -e "$(job_dir 1)/events.pid" ]'
