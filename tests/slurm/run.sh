#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Run the tests of pools of Slurm: run.sh TEST...  Each has a cluster of its own and
# mostly waits for it, so $SLURM_JOBS (2) run at a time.  The last line is
# `N passed, N failed, N skipped`; the exit status is 0 if nothing failed.
set -eu

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
trap 'exit 1' INT HUP TERM
export results

# shellcheck disable=SC2016 # for the shell of each
printf '%s\0' "$@" | xargs -0 -n 1 -P "${SLURM_JOBS:-2}" sh -c '
	name=$(basename "$1" .sh)
	status=0
	timeout -k 30 300 sh "$1" >"$results/$name.log" 2>&1 || status=$?
	case $status in
	0) result=PASS ;;
	77) result=SKIP ;;
	*) result=FAIL ;;
	esac
	echo "$result: $name"
	[ "$result" = PASS ] || cat "$results/$name.log"
	echo "$result" >"$results/$name.result"' sh

count()
{
	cat "$results"/*.result | grep -cx "$1" || :
}
failed=$(($# - $(count PASS) - $(count SKIP)))
echo "$(count PASS) passed, $failed failed, $(count SKIP) skipped"
[ "$failed" = 0 ]
