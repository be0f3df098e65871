#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/cluster.sh"

cluster_start cpus=4 kill_wait=10 lines='PreemptType=preempt/partition_prio
PreemptMode=REQUEUE' partitions='PartitionName=low Nodes=n1 PriorityTier=1 DefMemPerCPU=1
PartitionName=high Nodes=n1 PriorityTier=10 DefMemPerCPU=1'
pool 'partition = low'

# next NUMBER: the attempt of that number runs, and the one before is gone.
next()
{
	pid=$T/pid.$1
	wait_for '[ -s "$pid" ]' "attempt $1 runs"
	gone "$(cat "$T/pid.$(($1 - 1))")" || fail "two attempts"
	wait_for '[ "$(slurm_state "$(slurm_id "$job")")" = RUNNING ]'
}

# The command saves what it has and ends well when it is told to: that is no success.
cat <<'RUN' | spec 'job_recovery: FAILOVER' >spec.yaml
trap 'exit 0' TERM
n=1; while [ -e "$T/pid.$n" ]; do n=$((n + 1)); done
echo $$ >"$T/new" && mv "$T/new" "$T/pid.$n"
while [ ! -e "$T/enough" ]; do sleep 0.1; done
RUN
sed 's/pool: cluster/&, cpus: 4/' spec.yaml >wide.yaml

# preempted
job=$(launch wide.yaml)
wait_for '[ -s "$T/pid.1" ]'
sbatch --partition=high --cpus-per-task=4 --output=/dev/null --wrap 'sleep 1' >/dev/null
next 2
contains "$(mj show "$job")" 'lost: preempted'

# requeued by hand
scontrol update JobId="$(slurm_id "$job")" Requeue=1
scontrol requeue "$(slurm_id "$job")"
next 3
contains "$(mj show "$job")" 'lost: requeued'

# its node fails, for Slurm; it comes back
scontrol update NodeName=n1 State=DOWN Reason=test
wait_for 'mj show "$job" | grep -q "lost: a node failed"'
scontrol update NodeName=n1 State=IDLE
next 4
wait_for 'status_is "$job" RUNNING'
is 3 "$(value "$job" 'task task' recoveries)"

touch "$T/enough"
ends 0 "$job"
