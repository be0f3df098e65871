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
contains "$(mj show "$job")" 'nvalid partition'
is '' "$(value "$job" 'run task' remote)"
contains "$(cat "$(log_of "$job" task | sed 's/log$/launch.log/')")" \
	'Batch job submission failed: Invalid partition name specified'

# a file that cannot be written on the node
sed 's/pool: cluster/&, sbatch_args: --output=x/' spec.yaml >output.yaml
exits 2 mj launch output.yaml

# no sbatch, for a shell with and without variables of Slurm's
mkdir empty
pool "env.PATH = $T/empty"
for job in "$(launch spec.yaml)" "$(SBATCH_QOS=x launch spec.yaml)"; do
	ends 100 "$job"
	contains "$(mj show "$job")" 'sbatch cannot be started'
done
