#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# From SIGKILL of a controller whose task runs to its successor's claim, as the record
# tells it: median of 20 (ms).  No timer is involved: the runner starts the pass.
# Usage: bench/replace.sh [DIRECTORY OF mj AND mj-schedule]; needs bc.
set -eu
bin=$(cd "${1:-.}" && pwd)
PATH=$bin:$PATH
top=$(mktemp -d "${TMPDIR:-/tmp}/mj-bench.XXXXXX")
MJ_HOME=$top/home MJ_LOGS=$top/logs
export PATH MJ_HOME MJ_LOGS
trap 'mj cancel -a --now --wait >/dev/null 2>&1 || :; rm -rf "$top"' EXIT

# The wall clock of claim $2 of job $1 in seconds, empty before it is noted.
claimed() {
	awk -v n="$2" '/^claim = /{c = $3} /^at = /{if (c == n) {print $3; exit}}' \
		"$MJ_HOME/jobs/$(printf '%010d' "$1")/record"
}

n=0
while [ $n -lt 20 ]; do
	job=$(mj launch -- sleep 1000 2>/dev/null)
	until grep -qs RUNNING "$MJ_HOME/jobs/$(printf '%010d' "$job")/record"; do :; done
	pid=$(head -n 1 "$MJ_HOME/jobs/$(printf '%010d' "$job")/controller.pid")
	t0=$(date +%s.%N)
	kill -9 "$pid"
	until [ -n "$(claimed "$job" 2)" ]; do :; done
	echo "($(date -d "$(claimed "$job" 2)" +%s.%N) - $t0) * 1000" | bc -l >>"$top/ms"
	mj cancel "$job" --now --wait >/dev/null 2>&1
	n=$((n + 1))
done
sort -n "$top/ms" | awk '{a[NR] = $1} END {
	printf "killed controller to successor'"'"'s claim: ms median %.1f, most %.1f\n", a[int((NR + 1) / 2)], a[NR]}'
