#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Build mj and run its whole test suite: sh contrib/test.sh [configure's options]
# The last line is `N passed, N failed, N skipped`; the exit status is 0 if
# nothing failed.  Builds in ./build-test, or in ./$BUILD.
set -eu
exec </dev/null
cd "$(dirname "$0")/.."
. ./contrib/build.sh

unset MJ_HOME MJ_LOGS MJ_TAG
sh contrib/packages.sh test
if ! build_in "${BUILD:-build-test}" "$@"; then
	echo "the build failed"
	echo "0 passed, 1 failed"
	exit 1
fi

jobs=$(($(getconf _NPROCESSORS_ONLN) * 3))
find "$build/tests" -name '*.trs' -exec rm -f {} +
checked=0
make -s -C "$build" -k -j"$jobs" check || checked=$?

# What went wrong, in full: the machine that ran it may be gone tomorrow.
for result in $(find "$build/tests" -name '*.trs' \
	-exec grep -lE '^:test-result: (FAIL|XPASS|ERROR)' {} + | sort); do
	echo "== ${result%.trs}"
	cat "${result%.trs}.log"
done

# A unit program counts its tests itself: `100%: Checks: 7, Failures: 0, Errors: 0`
totals=$(find "$build/tests" -name '*.trs' | sort | awk '
function unit_tests(log_file,    text, part, found)
{
	while ((getline text < log_file) > 0)
		if (text ~ /^[0-9]+%: Checks: /) {
			split(text, part, "[^0-9]+")
			passed += part[2] - part[3] - part[4]
			failed += part[3] + part[4]
			wrong += part[3] + part[4]
			found = 1
		}
	close(log_file)
	return found
}

{
	trs = $0
	log_file = trs
	sub(/[.]trs$/, ".log", log_file)
	result = "ERROR"
	while ((getline text < trs) > 0)
		if (sub(/^:test-result: */, "", text))
			result = text
	close(trs)
	wrong = 0
	counted = unit_tests(log_file)
	if (result ~ /^(PASS|XFAIL)/)
		passed += !counted
	else if (result ~ /^SKIP/)
		skipped++
	else
		failed += !wrong
}
END { print passed + 0, failed + 0, skipped + 0 }')
# shellcheck disable=SC2086 # three numbers
set -- $totals
passed=$1 failed=$2 skipped=$3

# A suite that stopped early has not passed, whatever was counted.
if [ "$checked" != 0 ] && [ "$failed" = 0 ] || [ "$passed" = 0 ]; then
	failed=$((failed + 1))
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
