#!/bin/sh
# When who runs the callbacks is killed, what a callback left is ended, and its event is
# told again; a cancel is told as such.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'grace = 200ms'
cat >spec.yaml <<'END'
name: again
event_callback: |
  echo "$MJ_EVENT" >>"$T/told"
  [ "$MJ_EVENT" != STARTED ] || [ -e "$T/second" ] || {
    touch "$T/second"
    echo $$ >>"$T/pid"
    exec sleep 1000
  }
run: exec sleep 1000
END
launch spec.yaml >/dev/null
wait_for '[ -s "$T/pid" ]'
kill -KILL "$(head -n 1 "$(job_dir 1)/events.pid")"
wait_for '[ "$(grep -c STARTED "$T/told")" = 2 ]'
all_gone pid
mj cancel 1 >/dev/null
ends 103 1
wait_for '[ "$(tail -n 1 "$T/told")" = CANCELLED ]'
is "SUBMITTED STARTING STARTED STARTED CANCELLING CANCELLED" \
	"$(tr '\n' ' ' <told | sed 's/ $//')" "the events"
