#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/cluster.sh"

cluster_start
pool ''
echo true | spec '' >spec.yaml

# what cannot be had, in sbatch's words
sed 's/pool: cluster/&, partition: nowhere/' spec.yaml >nowhere.yaml
job=$(launch nowhere.yaml)
ends 100 "$job"
status_is "$job" FAILED_PRECHECKS || fail "$(mj queue -a)"
contains "$(mj show "$job")" 'nvalid partition'
is '' "$(value "$job" 'run task' remote)"
contains "$(cat "$(log_of "$job" task | sed 's/log$/launch.log/')")" \
	'Batch job submission failed: Invalid partition name specified'

for never in 'gres: "nothing:1"' 'time: soon' \
	'sbatch_args: --no-such-option=1'; do
	sed "s/pool: cluster/&, $never/" spec.yaml >never.yaml
	job=$(launch never.yaml)
	ends 100 "$job"
	status_is "$job" FAILED_PRECHECKS || fail "$never: $(mj queue -a)"
done

# a partition that is away for a while is waited for
scontrol update PartitionName=main State=INACTIVE
job=$(launch spec.yaml)
wait_for '[ "$(value "$job" "run task" cause)" = launch ]'
contains "$(mj show "$job")" 'partition not available'
scontrol update PartitionName=main State=UP
ends 0 "$job"

# a file that cannot be written on the node
sed 's/pool: cluster/&, sbatch_args: --output=x/' spec.yaml >output.yaml
exits 2 mj launch output.yaml

# a plugin that speaks before sbatch does is not the reason
stand_in sbatch <<'END'
echo 'sbatch: lua: welcome' >&2
exec "$REAL" "$@"
END
pool "env.PATH = $T/bin:/usr/bin:/bin"
job=$(launch nowhere.yaml)
ends 100 "$job"
contains "$(mj queue -a)" " $job .*nvalid partition"

# no sbatch, for a shell with and without variables of Slurm's
mkdir empty
pool "env.PATH = $T/empty"
for job in "$(launch spec.yaml)" "$(SBATCH_QOS=x launch spec.yaml)"; do
	ends 100 "$job"
	contains "$(mj show "$job")" 'sbatch cannot be started'
done
