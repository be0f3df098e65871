#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The figures of the main job, medians of RUNS (default 3):
#   drain    1,000 one-task jobs of `true`, 8 slots, submitted by one command (jobs/s)
#   start    from `mj launch` returning to the command's first instruction (ms),
#            beside one fork + exec of the same program
#   memory   PSS of one controller and of one runner of a sleeping job (KiB)
#   dag      a DAG of 1,000 tasks, 10 wide and 100 deep, in one job (tasks/s)
# Usage: bench/main-job.sh [DIRECTORY OF mj AND mj-schedule]; needs bash and bc.
set -eu
bin=$(cd "${1:-.}" && pwd)
PATH=$bin:$PATH
runs=${RUNS:-3}
top=$(mktemp -d "${TMPDIR:-/tmp}/mj-bench.XXXXXX")
trap 'mj cancel -a --now >/dev/null 2>&1 || :; rm -rf "$top"' EXIT
export PATH

now() { date +%s.%N; }
median() { sort -n | awk '{a[NR] = $1} END {print a[int((NR + 1) / 2)]}'; }
fresh() {
	MJ_HOME=$top/home.$1 MJ_LOGS=$top/logs.$1
	export MJ_HOME MJ_LOGS
	mkdir -m 700 "$MJ_HOME"
	printf '[pool local]\nslots = %s\n' "$2" >"$MJ_HOME/config.ini"
}

drain() {
	fresh "drain$1" 8
	t0=$(now)
	mj launch --num-jobs 1000 -- /bin/true >"$top/ids" 2>/dev/null
	t1=$(now)
	mj wait "$(head -n 1 "$top/ids")-$(tail -n 1 "$top/ids")"
	echo "$t0 $t1 $(now)" >>"$top/drain"
}

dag() {
	fresh "dag$1" 8
	{
		echo "name: dag"
		l=0
		while [ $l -lt 100 ]; do
			i=0
			while [ $i -lt 10 ]; do
				printf -- '---\nname: t%d-%d\nrun: "true"\n' $l $i
				if [ $l -gt 0 ]; then
					k=$((l - 1))
					echo "depends_on: [t$k-0, t$k-1, t$k-2, t$k-3, t$k-4, t$k-5, t$k-6, t$k-7, t$k-8, t$k-9]"
				fi
				i=$((i + 1))
			done
			l=$((l + 1))
		done
	} >"$top/dag.yaml"
	t0=$(now)
	mj launch --wait "$top/dag.yaml" >/dev/null 2>&1
	echo "$t0 $(now)" >>"$top/dag"
}

start() {
	fresh "start$1" 8
	mj launch --wait -- /bin/true >/dev/null 2>&1
	n=0
	while [ $n -lt 20 ]; do
		rm -f "$top/first"
		mj launch -- /bin/sh -c "date +%s.%N >$top/first" >/dev/null 2>&1
		t0=$(now)
		until [ -s "$top/first" ]; do :; done
		echo "($(cat "$top/first") - $t0) * 1000" | bc -l >>"$top/start"
		t0=$(now)
		/bin/sh -c "date +%s.%N >$top/exec"
		echo "($(cat "$top/exec") - $t0) * 1000" | bc -l >>"$top/floor"
		n=$((n + 1))
	done
}

pss() { awk '/^Pss:/ {print $2}' "/proc/$1/smaps_rollup"; }
memory() {
	fresh "memory$1" 200
	mj launch --num-jobs 100 -- sleep 1000 >/dev/null 2>&1
	until [ "$(find "$MJ_HOME/jobs" -name 'runner.*.pid' -size +0 | wc -l)" = 100 ]; do :; done
	for f in "$MJ_HOME"/jobs/*/controller.pid; do pss "$(head -n 1 "$f")"; done | median >>"$top/controller"
	for f in "$MJ_HOME"/jobs/*/runner.*.pid; do pss "$(head -n 1 "$f")"; done | median >>"$top/runner"
	mj cancel -a --now --wait >/dev/null 2>&1
}

i=0
while [ "$i" -lt "$runs" ]; do
	drain "$i"
	dag "$i"
	memory "$i"
	i=$((i + 1))
done
start 0
awk '{printf "%.1f\n", 1000 / ($3 - $1)}' "$top/drain" | median |
	sed 's/^/1,000 jobs of true, 8 slots, one command: jobs\/s /'
awk '{printf "%.1f\n", 1000 / ($2 - $1)}' "$top/drain" | median | sed 's/^/  of that the bulk submit alone: jobs\/s /'
median <"$top/start" | sed 's/^/launch returned to first instruction: ms /'
median <"$top/floor" | sed 's/^/  the same program by fork and exec alone: ms /'
median <"$top/controller" | sed 's/^/controller with a sleeping task, 100 of them: PSS KiB /'
median <"$top/runner" | sed 's/^/runner with a sleeping task, 100 of them: PSS KiB /'
awk '{printf "%.1f\n", 1000 / ($2 - $1)}' "$top/dag" | median |
	sed 's/^/1,000-task DAG, 10 wide, 100 deep, 8 slots: tasks\/s /'
