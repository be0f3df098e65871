#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/cluster.sh"

cluster_start cpus=1
pool 'slots = 5'
gate gate
echo ': <"$T/gate"' | spec '' >spec.yaml
launch --num-jobs 2 spec.yaml >/dev/null
wait_for 'mj pools | grep -q "^cluster  *slurm  *2/5 .* in Slurm .* ago: 1 run, 1 wait$"'
contains "$(mj pools --json)" '"pool": "cluster", "type": "slurm", .*"slurm_running": 1, "slurm_pending": 1'
exits 0 mj doctor
open_gate gate
ends 0 1-2

daemon_stop slurmctld TERM
exits 1 mj doctor
contains "$(cat err out)" 'pool cluster: squeue does not answer: .*nable to contact slurm controller'

pool "env.PATH = $T/empty"
exits 1 mj doctor
contains "$(cat err out)" 'pool cluster: there is no sbatch in PATH'
contains "$(cat err out)" 'set env.PATH in \[pool cluster\]'
