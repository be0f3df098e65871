#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/cluster.sh"

cluster_start gpus=2
pool 'partition = main' 'memory = 50MB' 'env.FROM_POOL = a b' 'cpus = 4'

# The variables of a shell inside another job of Slurm must not make this one another.
SBATCH_ARRAY_INX=1-3 SBATCH_WAIT=1 SBATCH_PARTITION=nowhere SQUEUE_STATES=PENDING
SLURM_CPUS_PER_TASK=7 SLURM_MEM_PER_CPU=1 SLURM_HINT=shell
export SBATCH_ARRAY_INX SBATCH_WAIT SBATCH_PARTITION SQUEUE_STATES
export SLURM_CPUS_PER_TASK SLURM_MEM_PER_CPU SLURM_HINT

mkdir 'a dir'
cat >spec.yaml <<'SPEC'
name: task
workdir: a dir
log: split
envs: {GIVEN: "it's\n$HOME", SLURM_HINT: nomultithread}
resources: {pool: cluster, cpus: 2, gpus: 2, sbatch_args: --comment=hello}
setup: echo setup
run: |
  pwd
  echo "$GIVEN, $FROM_POOL, $MJ_TASK_ID"
  echo "$SLURM_CPUS_PER_TASK cpus, gpus $CUDA_VISIBLE_DEVICES, ${SLURM_MEM_PER_CPU-}$SLURM_HINT"
  echo bad >&2
  scontrol -o show job "$SLURM_JOB_ID" >"$T/job"
SPEC
job=$(launch --secret 'PASS=word' spec.yaml)
ends 0 "$job"

# shellcheck disable=SC2016
printf '%s\n' setup "$T/a dir" "it's" '$HOME, a b, '"$(
	awk '/, a b, /' "$(log_of "$job" task)" | sed 's/.*, //')" \
	'2 cpus, gpus 0,1, nomultithread' | cmp - "$(log_of "$job" task)" ||
	fail "its output: $(cat "$(log_of "$job" task)")"
is bad "$(cat "$(log_of "$job" task | sed 's/log$/err/')")" "its errors"
contains "$(cat "$T/job")" ' Partition=main .* Comment=hello'
contains "$(cat "$T/job")" ' MinMemoryNode=50M '
contains "$(cat "$T/job")" ' Requeue=0 '
! grep -q word "$T/job" || fail "the secret shows"

# what was said of this attempt is told, not what squeue says of all
launch_log=$(log_of "$job" task | sed 's/log$/launch.log/')
contains "$(cat "$launch_log")" ' submit$'
contains "$(cat "$launch_log")" "^    $(slurm_id "$job")\$"
! grep -q '[|]' "$launch_log" || fail "squeue's answer is logged"

# nothing of it is left beside the logs
find "$MJ_LOGS/managed_jobs" -name 'mj-*' | grep . && fail "files are left"

# what it printed can be followed while it runs
# shellcheck disable=SC2016
echo 'echo first; : <"$T/gate"' | spec '' >follow.yaml
gate gate
job=$(launch follow.yaml)
mj logs -f "$job" >seen &
started $!
wait_for 'grep -q first seen'
open_gate gate
ends 0 "$job"
