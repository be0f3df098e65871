#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The same spec runs here and there: where there is room, and where it was not lost.
. "$(dirname "$0")/cluster.sh"

cluster_start
pool '[pool local]' 'slots = 1'
cat >spec.yaml <<'SPEC'
name: task
resources: {ordered: [{pool: local}, {pool: cluster}]}
envs: {WHAT: it}
setup: echo "setup of $MJ_TASK_ID"
run: |
  echo "$WHAT in ${SLURM_JOB_ID:+slurm }$(pwd)"
  echo $$ >"$T/new" && mv "$T/new" "$T/pid.$MJ_JOB_ID.$MJ_ATTEMPT"
  while [ ! -e "$T/enough.$MJ_JOB_ID" ]; do sleep 0.1; done
SPEC

# the second finds no room here
here=$(launch spec.yaml)
wait_for '[ -e "$T/pid.$here.1" ]'
there=$(launch spec.yaml)
wait_for '[ -e "$T/pid.$there.1" ]'
is local "$(value "$here" 'task task' pool)"
is cluster "$(value "$there" 'task task' pool)"
touch "$T/enough.$here"
ends 0 "$here"

# lost there, it goes on here
wait_for 'status_is "$there" RUNNING'
scontrol update NodeName=n1 State=DOWN Reason=test
wait_for '[ -e "$T/pid.$there.2" ]'
is local "$(value "$there" 'task task' pool)"
scontrol update NodeName=n1 State=IDLE

# and lost here, there again
wait_for 'status_is "$there" RUNNING'
controller=$(controller "$there")
runner=$(runner "$there" task)
kill -STOP "$controller"
kill -KILL "$runner" "$controller"
wait_for 'gone "$controller" && gone "$runner"'
schedule --reap
wait_for '[ -e "$T/pid.$there.3" ]'
is cluster "$(value "$there" 'task task' pool)"
gone "$(cat "$T/pid.$there.1")" || fail "attempt 1 lives"
gone "$(cat "$T/pid.$there.2")" || fail "attempt 2 lives"
touch "$T/enough.$there"
ends 0 "$there"

# all of them said the same
for n in 1 2 3; do
	is "setup of $(value "$there" job name)" \
		"$(sed -n 's/\(setup of\) .*/\1 '"$(value "$there" job name)"'/p' \
			"$(log_of "$there" task "$n")")"
	grep -q "^it in .*$T\$" "$(log_of "$there" task "$n")" ||
		fail "attempt $n said: $(cat "$(log_of "$there" task "$n")")"
done
