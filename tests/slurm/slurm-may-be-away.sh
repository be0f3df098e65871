#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/cluster.sh"

cluster_start cpus=4
pool 'poll_timeout = 2s' 'submit_timeout = 2s' 'cancel_timeout = 2s'

# shellcheck disable=SC2016
echo 'echo up >>"$T/up.$MJ_JOB_ID"; : <"$T/gate"' | spec '' >spec.yaml
gate gate
launch spec.yaml >/dev/null
launch spec.yaml >/dev/null
# shellcheck disable=SC2016
echo 'echo up >>"$T/up.$MJ_JOB_ID"; sleep 1000' | spec '' >long.yaml
cancelled=$(launch long.yaml)
wait_for '[ -e "$T/up.1" ] && [ -e "$T/up.2" ] && [ -e "$T/up.3" ]'
for job in 1 2 3; do
	wait_for 'status_is "$job" RUNNING'
done

daemon_stop slurmctld TERM
wait_for 'mj queue | grep -q "no answer from cluster"' "people are told"
late=$(launch spec.yaml)
mj cancel "$cancelled"
open_gate gate

# what ended meanwhile is known by the marks that scripts leave
wait_for 'status_is 1 SUCCEEDED && status_is 2 SUCCEEDED'
is '' "$(values "$late" 'run task' ended)"
for job in "$cancelled" "$late"; do
	mj queue | grep -q " $job .*\(RUNNING\|STARTING\|CANCELLING\)" ||
		fail "job $job: $(mj queue -a)"
done

slurmctld_start
ends 103 "$cancelled"
ends 0 "$late"
is 1 "$(wc -l <"$T/up.$late")" "runs"
is 0 "$(value "$late" 'task task' recoveries)" "recoveries"
