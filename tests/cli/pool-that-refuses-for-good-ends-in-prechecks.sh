#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A pool that says it will never take a task is not asked again: the next place is, and after the last one the task is FAILED_PRECHECKS with the pool's words.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

cat >>"$MJ_HOME/config.ini" <<END
[pool local]
slots = 1
END
echo 'echo "no such queue: gold" >&2; exit 65' >"$T/other/submit.how"
id=$(launch --pool other --max-restarts 3 -- true)
ends 100 "$id"
contains "$(mj show "$id")" 'status *FAILED_PRECHECKS'
contains "$(mj queue -a)" 'FAILED_PRECHECKS.*no such queue: gold'
is refused "$(value "$id" 'run true' cause)" 'the cause'
is 1 "$(calls submit)" 'how often it was handed over'

# the next place, although it is full for a while: the first one is asked once
cat >busy.yaml <<'END'
name: busy
run: touch "$T/up"; while [ ! -e "$T/go" ]; do sleep 0.1; done
END
busy=$(launch busy.yaml)
wait_for '[ -e "$T/up" ]'
cat >job.yaml <<'END'
resources: {ordered: [{pool: other}, {pool: local}]}
job_recovery: {backoff: {initial: 0}}
run: touch "$T/ran"
END
id=$(launch job.yaml)
wait_for '[ "$(value "$id" "run task" cause)" = refused ]'
wait_for 'mj queue | grep " $id .*PENDING"'
touch "$T/go"
ends 0 "$id" "$busy"
is 2 "$(calls submit)" 'how often it was handed over'
is 2 "$(value "$id" 'task task' attempt)" 'attempts'

# cancelled while it is being refused, it is cancelled
echo 'touch "$other/asked"; sleep 1; exit 65' >"$T/other/submit.how"
id=$(launch --pool other -- true)
wait_for '[ -e "$T/other/asked" ]'
mj cancel "$id" 2>/dev/null
ends 103 "$id"
