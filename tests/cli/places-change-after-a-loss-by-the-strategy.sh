#!/bin/sh
# After a loss EAGER_NEXT_REGION, the default, goes to the next place at once, FAILOVER back
# to the same; after a failure of its own a task stays where it was.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' '[pool a]' '[pool b]' '[recovery]' 'initial = 20ms'

lose()
{
	wait_for '[ "$(value '"$1"' "task t" status)" = RUNNING ]'
	controller=$(controller "$1")
	runner=$(runner "$1" t)
	kill -STOP "$controller" "$runner"
	kill -9 "$controller" "$runner"
	wait_for "gone $controller && gone $runner"
	schedule --reap
	wait_for '[ "$(value '"$1"' "task t" attempt)" = 2 ]'
}

cat >t.yaml <<'EOF'
name: t
run: exec sleep 1000
resources: {any_of: [{pool: a}, {pool: b}]}
EOF
launch t.yaml >/dev/null
lose 1
is b "$(value 1 'task t' pool)"
echo 'job_recovery: FAILOVER' >>t.yaml
launch t.yaml >/dev/null
lose 2
is a "$(value 2 'task t' pool)"
launch --max-restarts 1 t.yaml >/dev/null
wait_for '[ "$(value 3 "task t" status)" = RUNNING ]'
kill -9 "$(value 3 'run t' pid)"
wait_for '[ "$(value 3 "task t" attempt)" = 2 ]'
is a "$(value 3 'task t' pool)"
mj cancel -a
