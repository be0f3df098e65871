#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A slurmctld that is killed forgets the jobs of its last seconds and gives their
# numbers out again, while what it started runs on.
. "$(dirname "$0")/cluster.sh"

cluster_start cpus=4
pool ''

cat <<'RUN' | spec 'job_recovery: FAILOVER' >spec.yaml
exec 8>"$T/lock"
flock -n 8 || { echo both run >"$T/both"; exit 3; }
echo "$SLURM_JOB_ID $$" >>"$T/runs"
while [ ! -e "$T/enough" ]; do sleep 0.1; done
RUN

cp -a "$C/state" "$C/state.before"
job=$(launch spec.yaml)
wait_for '[ -s "$T/runs" ] && status_is "$job" RUNNING'
first=$(slurm_id "$job")

# slurmd is away meanwhile, or it would be told to end what nobody knows
daemon_stop slurmd KILL
daemon_stop slurmctld KILL
rm -rf "$C/state"
mv "$C/state.before" "$C/state"
slurmctld_start
is "$first" "$(sbatch --parsable --hold --wrap true)" "the next number"
slurmd_start

wait_for '[ "$(wc -l <"$T/runs")" = 2 ]' "another attempt runs"
[ ! -e "$T/both" ] || fail "two attempts ran at a time"
! gone "$(sed -n '2s/.* //p' "$T/runs")" || fail "it is gone"
gone "$(sed -n '1s/.* //p' "$T/runs")" || fail "the first one lives"
contains "$(mj show "$job")" 'knows nothing of it'
touch "$T/enough"
ends 0 "$job"
is 2 "$(value "$job" 'task task' attempt)"
