#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/cluster.sh"

cluster_start cpus=100
stand_in squeue <<'END'
echo "$(date +%s.%N)" >>"$T/asked"
exec "$REAL" "$@"
END
pool 'poll = 2s' "env.PATH = $T/bin:/usr/bin:/bin"
sed -i '/poll = 300ms/d' "$MJ_HOME/config.ini"
echo true | spec '' >spec.yaml

launch --num-jobs 200 spec.yaml >numbers
begun=$(date +%s)
mj wait --timeout 120 1-200 || fail "not all ended well"
took=$(($(date +%s) - begun))
asked=$(wc -l <"$T/asked")
[ "$asked" -le $((took / 2 + 3)) ] || fail "squeue ran $asked times in $took s"
# on a busy node Slurm fails to launch some, and each is another attempt
is "$(cat "$MJ_HOME"/jobs/*/record | grep -c '^step = submit$')" \
	"$(squeue -h --me -t all -o %j | sort -u | wc -l)" "jobs of Slurm"
is 200 "$(squeue -h --me -t all -o %T | grep -c COMPLETED)" "those that ended well"
