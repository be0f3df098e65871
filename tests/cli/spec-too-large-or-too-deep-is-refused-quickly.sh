#!/bin/sh
# A spec of 50 MB, 100,000 nested lists or exploding aliases is refused within
# 64 MB of memory.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

head -c 50000000 /dev/zero | tr '\0' 'a' >huge.yaml
{
	printf 'run: '
	head -c 100000 /dev/zero | tr '\0' '['
} >nested.yaml
cat >laughs.yaml <<'END'
a: &a [x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
run: "true"
END

limited()
{
	(
		# the sanitizers reserve terabytes
		# shellcheck disable=SC3045 # every sh has it
		grep -q __asan_init "$MJ" || ulimit -v 262144
		exec "$MJ" launch "$1"
	)
}
for spec in huge nested laughs; do
	exits 2 limited $spec.yaml
	is 1 "$(wc -l <err)" "lines about $spec"
done

is '' "$(ls "$MJ_HOME/jobs" 2>/dev/null)" "what was stored"
