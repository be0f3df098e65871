#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The unit programs and a few commands under valgrind: no error, no leak, no
# descriptor left open.  Run it in a build directory after `make check`; the last
# line is `N passed, N failed`.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# Descriptors that a program leaves open are no error to valgrind 3.19: read them
# off its report, but for those it was given.
left_open()
{
	awk '
	/Open file descriptor|Open AF_/ { open = $0; next }
	open != "" && !/inherited/ { print open; n++ }
	{ open = "" }
	END { exit n == 0 }' "$1"
}

# checked STATUS COMMAND...: STATUS is the status it should end with.
checked()
{
	expected=$1
	shift
	status=0
	valgrind -q --error-exitcode=99 --leak-check=full --track-fds=yes \
		--show-leak-kinds=all --errors-for-leak-kinds=definite \
		--log-file="$work/report" \
		"$@" </dev/null >"$work/output" 2>&1 || status=$?
	if [ "$status" = "$expected" ] && ! left_open "$work/report" >"$work/open"
	then
		echo "PASS: valgrind $*"
		passed=$((passed + 1))
		return
	fi
	echo "FAIL: valgrind $* (status $status)"
	cat "$work/output" "$work/report"
	failed=$((failed + 1))
}

export CK_FORK=no CK_DEFAULT_TIMEOUT=600
export MJ_HOME="$work/home" MJ_LOGS="$work/logs"
export top_srcdir="$top"
unset MJ_TAG

for program in tests/unit/check_*; do
	[ -x "$program" ] && [ -f "$program" ] || continue
	checked 0 "./$program"
done
checked 0 ./mj queue
checked 0 ./mj launch --dry-run "$top/contrib/examples/wordcount.yaml"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
