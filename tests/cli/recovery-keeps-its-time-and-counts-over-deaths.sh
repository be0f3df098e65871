#!/bin/sh
# The time of the next attempt is absolute and in the record, as the counts are: a new
# controller keeps to both.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >later.yaml <<'EOF'
name: later
run: |
  date +%s%3N >>"$T/starts"
  [ "$MJ_ATTEMPT" -gt 2 ]
job_recovery:
  max_restarts_on_errors: 2
  backoff: {initial: 1500ms, factor: 1, jitter: 0}
EOF
launch later.yaml >/dev/null
wait_for '[ "$(value 1 "task later" restarts)" = 1 ]'
due=$(value 1 'task later' due)
controller=$(controller 1)
kill -9 "$controller"
wait_for 'gone $controller'
schedule --reap
wait_for '[ "$(value 1 job claim)" = 2 ]'
is "$due" "$(value 1 'task later' due)"
wait_for '[ "$(wc -l <starts)" = 2 ]'
second=$(sed -n 2p starts)
[ "$second" -ge "$(date -d "$due" +%s%3N)" ] || fail "$second is before $due"
ends 0 1
is 2 "$(value 1 'task later' restarts)"
is 3 "$(wc -l <starts)"
