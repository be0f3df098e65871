#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Slurm forgets a job some time after its end; the marks of its script remain.
. "$(dirname "$0")/cluster.sh"

cluster_start min_job_age=2
pool ''
cat <<'RUN' | spec 'job_recovery: FAILOVER' >spec.yaml
: >"$T/up.$MJ_JOB_ID"
: <"$T/gate"
[ ! -e "$T/die.$MJ_JOB_ID" ] || { rm "$T/die.$MJ_JOB_ID"; kill -KILL "$PPID" $$; }
[ "$MJ_JOB_ID" != 2 ] || exit 7
RUN
gate gate
well=$(launch spec.yaml)
bad=$(launch spec.yaml)
killed=$(launch spec.yaml)
touch "$T/die.$killed"
for job in "$well" "$bad" "$killed"; do
	wait_for '[ -e "$T/up.$job" ] && status_is "$job" RUNNING'
	kill -STOP "$(runner "$job" task)"
	started "$(runner "$job" task)"
done
open_gate gate
wait_for '[ -z "$(squeue --noheader --states=all)" ]' "all are forgotten"
for job in "$well" "$bad" "$killed"; do
	kill -CONT "$(runner "$job" task)"
done

ends 0 "$well"
ends 100 "$bad"
is 7 "$(value "$bad" 'run task' exit)"
# of one whose script was killed nobody knows
ends 0 "$killed"
contains "$(mj show "$killed")" 'knows nothing of it'
is 2 "$(value "$killed" 'task task' attempt)" "attempts"
