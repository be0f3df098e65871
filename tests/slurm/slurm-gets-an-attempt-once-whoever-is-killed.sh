#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/cluster.sh"

cluster_start
# the first sbatch hands its job over, if it is to, and does not come back
stand_in sbatch <<'END'
if [ -e "$T/hang" ]; then
	rm "$T/hang"
	[ -e "$T/before" ] || "$REAL" "$@" >/dev/null
	touch "$T/handed"
	exec sleep 1000
fi
exec "$REAL" "$@"
END
pool "env.PATH = $T/bin:/usr/bin:/bin"
cat <<'RUN' | spec '' >spec.yaml
echo "$SLURM_JOB_ID" >>"$T/ran.$MJ_JOB_ID"
while [ ! -e "$T/enough.$MJ_JOB_ID" ]; do sleep 0.1; done
RUN

for when in after before; do
	touch "$T/hang"
	[ "$when" = after ] || touch "$T/before"
	job=$(launch spec.yaml)
	wait_for '[ -e "$T/handed" ]'
	rm "$T/handed"
	controller=$(controller "$job")
	runner=$(runner "$job" task)
	kill -STOP "$controller"
	kill -KILL "$runner" "$controller"
	wait_for 'gone "$controller" && gone "$runner"'
	is '' "$(slurm_id "$job")" "the number of the job of Slurm"
	schedule --reap
	wait_for '[ -n "$(slurm_id "$job")" ]'
	touch "$T/enough.$job"
	ends 0 "$job"
	is 1 "$(value "$job" 'task task' attempt)" "attempts"
	is 1 "$(wc -l <"$T/ran.$job")" "runs"
	is "$(cat "$T/ran.$job")" "$(slurm_id "$job")" "the job of Slurm"
	is 1 "$(squeue -h --me -t all -o %j | grep -c -- "-$job-task-")" \
		"jobs of Slurm"
done
