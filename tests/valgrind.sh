#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The unit programs that fork nothing and the commands that only read under valgrind:
# no error, no leak, no descriptor left open.  Debian 12's valgrind has no
# pidfd_open(2), so what starts or ends processes is left to the sanitizers.  Run it in a build directory after `make check`; the last
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
	valgrind -q --soname-synonyms=somalloc=NONE --error-exitcode=99 --leak-check=full --track-fds=yes \
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

./mj launch --wait -- echo hello >/dev/null 2>&1
checked 0 ./tests/unit/check_base
checked 0 ./tests/unit/check_model
checked 0 ./tests/unit/check_render
checked 0 ./mj queue -a
checked 0 ./mj queue --json -a
checked 0 ./mj show 1
checked 0 ./mj graph 1
checked 0 ./mj graph --text 1
checked 0 ./mj report 1
checked 0 ./mj report
checked 0 ./mj metrics
checked 0 ./mj logs 1
checked 0 ./mj wait 1
checked 102 ./mj wait 2
checked 0 ./mj complete -- show ''
checked 0 ./mj complete -- logs 1 ''
checked 2 ./mj lunch
checked 2 ./mj launch nofile.yaml
checked 0 ./mj help

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
