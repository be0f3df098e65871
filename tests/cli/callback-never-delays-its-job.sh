#!/bin/sh
# A job runs to its end while its first callback still runs, and those of the last events
# run after it; a callback in which mj launches a job works.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
cat >spec.yaml <<'END'
name: slow
event_callback: |
  [ "$MJ_EVENT" != SUBMITTED ] || : <"$T/go"
  [ "$MJ_EVENT" != SUCCEEDED ] || "$MJ" launch -- touch "$T/next" >"$T/number"
  echo "$MJ_EVENT" >>"$T/told"
run: 'true'
END
launch spec.yaml >/dev/null
ends 0 1
[ ! -e told ] || fail "told: $(cat told)"
open_gate go
wait_for '[ "$(wc -l <"$T/told" 2>/dev/null)" = 4 ]'
is "SUBMITTED STARTING STARTED SUCCEEDED" "$(tr '\n' ' ' <told | sed 's/ $//')"
ends 0 "$(cat number)"
[ -e next ] || fail "the job of the callback did not run"
