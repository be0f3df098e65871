#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# 10,000 jobs alike in one submit: the time it takes, the calls that sync, and the
# inodes they cost.  Nothing is started.
# Usage: bench/array.sh [DIRECTORY OF mj AND mj-schedule]; counts calls with strace.
set -eu
bin=$(cd "${1:-.}" && pwd)
PATH=$bin:$PATH
top=$(mktemp -d "${TMPDIR:-/tmp}/mj-bench.XXXXXX")
MJ_HOME=$top/home MJ_LOGS=$top/logs
export PATH MJ_HOME MJ_LOGS
trap 'rm -rf "$top"' EXIT
count=10000

before=$(df --output=iused "$top" | tail -n 1)
t0=$(date +%s%N)
mj launch --hold --num-jobs $count -- true >/dev/null 2>&1
t1=$(date +%s%N)
after=$(df --output=iused "$top" | tail -n 1)
echo "$count jobs in one submit: $(((t1 - t0) / 1000000)) ms," \
	"$(((after - before) * 10 / count)) inodes for 10 jobs"
if command -v strace >/dev/null; then
	strace -f -e trace=fsync,fdatasync,syncfs,sync -o "$top/calls" \
		mj launch --hold --num-jobs $count -- true >/dev/null 2>&1
	echo "calls that sync: $(grep -c '(' "$top/calls")"
fi
