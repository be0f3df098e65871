#!/bin/sh
# A callback that fails or takes too long changes nothing for its job: it is ended with
# all its processes and noted in the log of the controller and in show.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'event_timeout = 300ms' 'grace = 200ms'
cat >spec.yaml <<'END'
name: bad
event_callback: |
  case $MJ_EVENT in
  STARTING) exit 3 ;;
  STARTED)
    echo $$ >>"$T/pids"
    (trap '' TERM; setsid sh -c 'echo $$ >>"$T/pids"; sleep 1000' &)
    sleep 1000 ;;
  SUCCEEDED)
    setsid sleep 1000 & echo $! >>"$T/pids" ;;
  esac
run: 'true'
END
launch spec.yaml >/dev/null
ends 0 1
wait_for 'mj show 1 | grep -q "^callbacks *2 failed; the last: STARTED of task bad"'
wait_for '[ ! -e "$(job_dir 1)/events.pid" ]'
contains "$(mj show 1)" 'event_callback: timeout after 0.3s$'
contains "$(mj show --json 1)" '"event_errors": 2, "event_error": "event_callback: t'
log=$MJ_LOGS/jobs_controller/0000000001.log
contains "$(cat "$log")" 'event STARTING of task bad: event_callback: exit 3$'
contains "$(cat "$log")" 'event STARTED of task bad: event_callback: timeout'
is 3 "$(wc -l <pids)" "processes"
all_gone pids
is "" "$(mj doctor)" "what the doctor finds"
