#!/bin/sh
# metrics counts jobs by status, what waits by pool and reason, launches and
# recoveries, places, controllers and limits, from what is there now.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

metric()
{
	mj metrics | sed -n "s/^$1 //p"
}

settings '[scheduler]' 'max_alive = 7' '[pool local]' 'type = local' 'slots = 1' \
	'[recovery]' 'initial = 0'
gate go
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
launch -- true >/dev/null
launch --hold -- true >/dev/null

is 1 "$(metric 'mj_jobs{status="RUNNING"}')" running
is 2 "$(metric 'mj_jobs{status="PENDING"}')" pending
is 0 "$(metric 'mj_jobs{status="FAILED"}')" failed
is 1 "$(metric 'mj_jobs_scheduled{state="INACTIVE"}')" held
is 1 "$(metric 'mj_tasks_waiting{pool="local",reason="pool_full"}')" waiting
is 1 "$(metric 'mj_pool_slots_used{pool="local"}')" used
is 1 "$(metric mj_controllers)" controllers
is 7 "$(metric mj_controllers_limit)" limit
is 3 "$(metric mj_jobs_submitted_total)" submitted

mj pause >/dev/null
is 1 "$(metric mj_paused)" paused
is 1 "$(metric 'mj_tasks_waiting{pool="local",reason="paused"}')" 'for the pause'
mj resume >/dev/null
open_gate go
ends 0 1 2
launch --max-restarts 2 -- sh -c 'exit 3' >/dev/null
ends 100 4
is 5 "$(metric mj_launches)" launches
is 2 "$(metric mj_recoveries)" recoveries
is 5 "$(metric 'mj_attempts_ended{cause="exit"}')" ends
is 2 "$(metric 'mj_jobs{status="SUCCEEDED"}')" succeeded
is 1 "$(metric 'mj_jobs{status="FAILED"}')" failed
is 0 "$(metric 'mj_tasks_waiting{pool="local",reason="pool_full"}')" waiting
is 1 "$(metric mj_settings_ok)" settings

# what passes counted is there when the jobs are not any more
wait_for no_pass
is 5 "$(metric mj_grants_total)" grants
passes=$(metric mj_passes_total)
[ "$passes" -ge 5 ] || fail "passes: $passes"
is "$passes" "$(metric mj_passes_total)" "passes, read twice"
wait_for 'mj gc --keep 1ms | grep -q "^[0-9]* jobs* removed"; [ ! -e "$(job_dir 1)" ]'
[ "$(metric mj_launches)" -lt 5 ] || fail "launches of what is kept"
is 5 "$(metric mj_grants_total)" grants
schedule --once
[ "$(metric mj_passes_total)" -gt "$passes" ] || fail "a pass was not counted"
mj metrics | grep -q '^mj_passes_seconds_total [0-9]*\.[0-9]*$' || fail "their time"
echo nonsense >"$MJ_HOME/config.ini"
is 0 "$(mj metrics 2>/dev/null | sed -n 's/^mj_settings_ok //p')" settings
