#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# afl.sh SECONDS [TARGET...]: build the fuzzers with AFL++ in ./fuzz-afl, and let afl-fuzz run
# each target (all of them) that long, from its corpus in tests/data/fuzz.  $FUZZ_JOBS of
# them run at a time, as many as there are processors.  The last line is
# `N passed, N failed`; a finding stays in fuzz-afl/TARGET/default/crashes or hangs.
set -eu
sources=$(cd "$(dirname "$0")/../.." && pwd)
seconds=${1:-60}
[ $# = 0 ] || shift
jobs=${FUZZ_JOBS:-$(getconf _NPROCESSORS_ONLN)}

if ! command -v afl-clang-fast >/dev/null; then
	echo "skipped: no afl-clang-fast (Debian: apt install afl++)"
	echo "0 passed, 0 failed"
	exit 0
fi
mkdir -p fuzz-afl
cd fuzz-afl
export AFL_QUIET=1
if ! MAKEFLAGS='' "${MAKE:-make}" -s -j"$(getconf _NPROCESSORS_ONLN)" \
	-f "$sources/tests/fuzz/build.mk" TOP="$sources" FUZZ_CC=afl-clang-fast; then
	echo "the fuzzers could not be built"
	echo "0 passed, 1 failed"
	exit 1
fi
if [ $# = 0 ]; then
	for corpus in "$sources"/tests/data/fuzz/*; do
		set -- "$@" "${corpus##*/}"
	done
fi

# Of the host's settings that afl-fuzz insists on, crashes are seen without.
export AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_SKIP_CPUFREQ=1
export AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1
# shellcheck disable=SC2016 # for the shell of each
printf '%s\n' "$@" | SOURCES=$sources SECONDS_EACH=$seconds xargs -P "$jobs" -n 1 sh -c '
	rm -rf "$1"
	FUZZ_TARGET=$1 afl-fuzz -V "$SECONDS_EACH" -m none -t 5000 \
		-i "$SOURCES/tests/data/fuzz/$1" -o "$1" -- ./mj-fuzz \
		>"$1.log" 2>&1 </dev/null || true' fuzz || true

passed=0
failed=0
for target; do
	stats=$target/default/fuzzer_stats
	if [ -s "$stats" ] &&
		awk '/^saved_(crashes|hangs) / { n += $3 } END { exit n > 0 }' "$stats"; then
		passed=$((passed + 1))
		echo "ok: $target," "$(awk '/^execs_done / { n = $3 }
			/^edges_found / { e = $3 }
			END { print n " inputs, " e " edges" }' "$stats")"
		continue
	fi
	failed=$((failed + 1))
	tail -n 20 "$target.log"
	echo "FAILED: $target; again: FUZZ_TARGET=$target $PWD/mj-fuzz FILE, of" \
		"$PWD/$target/default/crashes or hangs"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
