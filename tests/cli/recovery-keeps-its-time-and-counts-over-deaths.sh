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
controller=$(controller 1)
kill -9 "$controller"
wait_for 'gone $controller'
schedule --reap
wait_for '[ "$(value 1 job claim)" = 2 ]'
ends 0 1
# two times, each written by whoever saw the failure, and by nobody again
sed -n 's/^due = \(.\)/\1/p' "$MJ_HOME/jobs/0000000001/record" | uniq >dues
is 2 "$(wc -l <dues)"
due=$(head -n 1 dues)
second=$(sed -n 2p starts)
[ "$second" -ge "$(date -d "$due" +%s%3N)" ] || fail "$second is before $due"
is 2 "$(value 1 'task later' restarts)"
is 3 "$(wc -l <starts)"
