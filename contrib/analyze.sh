#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What analyzers say of src: analyze.sh [cppcheck] [gcc] [tidy]; all of them without one.
# What is known to be wrong is in analyze.known, with the reason.  A tool that is not
# there is skipped with a word.  The last line is `N passed, N failed`.
set -eu
cd "$(dirname "$0")/.."
[ $# != 0 ] || set -- cppcheck gcc tidy
jobs=$(getconf _NPROCESSORS_ONLN)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-std=gnu11 -D_GNU_SOURCE -Isrc -DPROGRAMS_DIR=\"/nowhere\""
passed=0
failed=0

# Each gives lines FILE:LINE:COLUMN: … [KIND] on its standard output.
run_cppcheck()
{
	cppcheck --quiet --std=c11 --enable=warning,portability -j "$jobs" \
		--library=posix,gnu --suppress=missingIncludeSystem \
		--suppress='readdirCalled:*' --suppress='getpwuidCalled:*' \
		-D_GNU_SOURCE -DPROGRAMS_DIR='"/nowhere"' -Isrc src 2>&1 |
		grep -E '^[^ ]+:[0-9]+:[0-9]+: (error|warning|portability):' || true
}

run_gcc()
{
	find src -name '*.c' ! -name 'top*.c' | sort |
		xargs -P "$jobs" -n 1 sh -c "gcc -fanalyzer -O1 $flags -c \
			-o /dev/null \"\$1\"" gcc 2>&1 |
		grep -E '^[^ ]+:[0-9]+:[0-9]+: (error|warning):' || true
}

run_tidy()
{
	find src -name '*.c' ! -name 'top*.c' | sort |
		xargs -P "$jobs" -n 1 sh -c "clang-tidy --quiet \"\$1\" -- $flags \
			2>/dev/null" tidy | sed "s,^$PWD/,," |
		grep -E '^[^ ]+:[0-9]+:[0-9]+: (error|warning):' || true
}

for tool; do
	case $tool in
	cppcheck | gcc) program=$tool ;;
	tidy) program=clang-tidy ;;
	*)
		echo "usage: analyze.sh [cppcheck] [gcc] [tidy]" >&2
		exit 2
		;;
	esac
	if ! command -v "$program" >/dev/null; then
		echo "skipped: no $program"
		continue
	fi
	began=$(date +%s)
	"run_$tool" | sort -u >"$work/found"
	if awk -v tool="$tool" '
	FNR == NR {
		if ($1 == tool)
			known[$2 " " $3] = 1
		next
	}
	{
		file = $1
		sub(":.*", "", file)
		kind = $NF
		gsub(/^\[(-Wanalyzer-)?|\]$/, "", kind)
		if (!((file " " kind) in known)) {
			print
			bad++
		}
	}
	END { exit bad > 0 }' contrib/analyze.known "$work/found"; then
		echo "ok: $tool, $(($(date +%s) - began)) s"
		passed=$((passed + 1))
	else
		echo "FAILED: $tool"
		failed=$((failed + 1))
	fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
