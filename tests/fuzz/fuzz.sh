#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh SECONDS|sample [TARGET...]: build the fuzzers with clang (or $FUZZ_CC) in ./fuzz, and
# run each target (all of them) that long, from its corpus in tests/data/fuzz and what
# earlier runs found; a sample is some thousand inputs, the same each time.  $FUZZ_JOBS of them run at a time, as many as there are processors.
# The last line is `N passed, N failed`; a finding stays in fuzz/TARGET/.
set -eu
sources=$(cd "$(dirname "$0")/../.." && pwd)
seconds=${1:-60}
[ $# = 0 ] || shift
cc=${FUZZ_CC:-clang}
jobs=${FUZZ_JOBS:-$(getconf _NPROCESSORS_ONLN)}

mkdir -p fuzz
cd fuzz
if ! echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' |
	"$cc" -fsanitize=fuzzer,address,undefined -x c -o probe - 2>/dev/null
then
	echo "skipped: $cc has no libFuzzer (Debian: apt install clang libclang-rt-14-dev)"
	echo "0 passed, 0 failed"
	exit 0
fi
if ! MAKEFLAGS='' "${MAKE:-make}" -s -j"$(getconf _NPROCESSORS_ONLN)" \
	-f "$sources/tests/fuzz/build.mk" TOP="$sources" FUZZ_CC="$cc" \
	FUZZ_CFLAGS="${FUZZ_CFLAGS:--O1 -g}"; then
	echo "the fuzzers could not be built"
	echo "0 passed, 1 failed"
	exit 1
fi

if [ $# = 0 ]; then
	for corpus in "$sources"/tests/data/fuzz/*; do
		set -- "$@" "${corpus##*/}"
	done
fi

# One target: TARGET, its result in TARGET/status.
one='
target=$1
mkdir -p "$target/corpus"
rm -f "$target/status"
dictionary=$SOURCES/tests/fuzz/$target.dict
[ -e "$dictionary" ] || dictionary=
status=0
case $SECONDS_EACH in
sample) set -- -seed=1 -runs=3000 -max_total_time=30 ;;
*) set -- -max_total_time="$SECONDS_EACH" ;;
esac
FUZZ_TARGET=$target ./mj-fuzz "$@" -max_len=4096 -timeout=25 \
	${dictionary:+-dict="$dictionary"} -artifact_prefix="$target/" \
	"$target/corpus" "$SOURCES/tests/data/fuzz/$target" \
	>"$target/log" 2>&1 </dev/null || status=$?
echo "$status" >"$target/status"
'
export SOURCES="$sources" SECONDS_EACH="$seconds"
printf '%s\n' "$@" | xargs -P "$jobs" -n 1 sh -c "$one" fuzz || true

passed=0
failed=0
for target; do
	if [ "$(cat "$target/status")" = 0 ]; then
		passed=$((passed + 1))
		echo "ok: $target, $(sed -n 's/^#\([0-9]*\).*DONE.*cov: \([0-9]*\).*/\1 inputs, \2 edges/p' \
			"$target/log")"
		continue
	fi
	failed=$((failed + 1))
	tail -n 60 "$target/log"
	found=$(sed -n 's/.*Test unit written to //p' "$target/log")
	echo "FAILED: $target; again: FUZZ_TARGET=$target $PWD/mj-fuzz $PWD/$found"
	echo "When it is mended, put the file into tests/data/fuzz/$target under a name"
	echo "that says what it is."
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
