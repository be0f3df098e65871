#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Where there is accounting, the end of an attempt that slurmctld has forgotten and whose
# script could leave no mark is known from there: no lost attempt, and none once more.
# While it cannot be asked, nobody can tell, and it is waited for.
. "$(dirname "$0")/cluster.sh"

for name in slurmdbd sacct mariadbd mariadb-install-db; do
	needs "$name"
done
cluster_start min_job_age=2 accounting=1
pool ''
cat <<'RUN' | spec 'job_recovery: FAILOVER' >spec.yaml
: >"$T/up.$MJ_JOB_ID"
: <"$T/gate"
kill -KILL "$PPID" $$
RUN
gate gate
killed=$(launch spec.yaml)
dropped=$(launch spec.yaml)
late=$(launch spec.yaml)
for job in "$killed" "$dropped" "$late"; do
	wait_for '[ -e "$T/up.$job" ] && status_is "$job" RUNNING'
	kill -STOP "$(runner "$job" task)"
	started "$(runner "$job" task)"
done
scancel --signal=KILL --full "$(slurm_id "$dropped")"
open_gate gate
wait_for '[ -z "$(squeue --noheader --states=all)" ]' "all are forgotten"
for job in "$killed" "$dropped"; do
	kill -CONT "$(runner "$job" task)"
done

ends 100 "$killed"
is 9 "$(value "$killed" 'run task' signal)"
ends 100 "$dropped"
contains "$(mj show "$dropped")" 'cancelled in Slurm'

daemon_stop slurmdbd TERM
kill -CONT "$(runner "$late" task)"
wait_for 'mj queue | grep -q "no answer from cluster"'
slurmdbd_start || fail "slurmdbd did not start"
ends 100 "$late"
for job in "$killed" "$dropped" "$late"; do
	is 1 "$(value "$job" 'task task' attempt)" "attempts of job $job"
done
is 9 "$(value "$late" 'run task' signal)"
