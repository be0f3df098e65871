#!/bin/sh
# A task that fails is tried again as often as its spec says, and no oftener; the
# reason of each restart is told, and each attempt has its own log.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >three.yaml <<'EOF'
run: |
  echo "attempt $MJ_ATTEMPT after $MJ_RECOVERIES recoveries"
  exit $((4 - MJ_ATTEMPT))
job_recovery: {max_restarts_on_errors: 3, backoff: {initial: 20ms}}
EOF
launch three.yaml >/dev/null
ends 0 1
is 4 "$(value 1 'task task' attempt)"
is 3 "$(value 1 'task task' restarts)"
is "$(printf 'exit 3\nexit 2\nexit 1')" \
	"$(values 1 'task task' reason | grep exit)"
for n in 1 2 3 4; do
	is "attempt $n after $((n - 1)) recoveries" \
		"$(mj logs --no-follow --attempt $n 1)"
done
is "attempt 4 after 3 recoveries" "$(mj logs --no-follow 1)"

sed -i 's/errors: 3/errors: 2/' three.yaml
launch three.yaml >/dev/null
ends 100 2
is 3 "$(value 2 'task task' attempt)"
is FAILED "$(value 2 'task task' status)"

launch --max-restarts 1 -- sh -c 'exit 7' >/dev/null
wait_for '[ "$(value 3 "task sh" restarts)" = 1 ]'
is "exit 7" "$(value 3 'task sh' reason)"
mj cancel 3
ends 103 3
