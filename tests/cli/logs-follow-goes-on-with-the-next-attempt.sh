#!/bin/sh
# A follower of a job that is tried again passes on attempt after attempt, last lines
# without a newline included, and ends as the last one: by its own recovery, and by
# mj retry.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate first
gate second
cat >job.yaml <<'END'
run: |
  printf 'try %s' $MJ_ATTEMPT
  [ $MJ_ATTEMPT != 1 ] || : <"$T/first"
  [ $MJ_ATTEMPT != 2 ] || : <"$T/second"
  exit $((3 - MJ_ATTEMPT))
job_recovery: {max_restarts_on_errors: 1, backoff: {initial: 0}}
END
launch job.yaml >/dev/null
mj logs -f 1 >followed 2>/dev/null &
follower=$!
started $follower
wait_for 'grep -q "try 1" followed'
open_gate first
wait_for 'grep -q "try 2" followed'
open_gate second
status=0
wait $follower || status=$?
is 100 "$status" "how the follower ended"
is 'try 1try 2' "$(cat followed)"

mj retry 1 >/dev/null 2>&1
exits 0 mj logs -f 1
contains "$(cat out)" 'try 3$'
is 'try 1' "$(mj logs --attempt 1 1)"
