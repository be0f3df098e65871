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
{
	echo 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
	for i in 1 2 3 4 5 6 7 8; do
		a="*a$((i - 1))"
		echo "a$i: &a$i [$a, $a, $a, $a, $a, $a, $a, $a, $a]"
	done
	echo 'run: "true"'
} >laughs.yaml
{
	echo 'b0: &b0 {k0: v}'
	for i in $(seq 30); do
		b="*b$((i - 1))"
		printf 'b%d: &b%d\n  <<: [%s, %s]\n  k%d: v\n' "$i" "$i" "$b" "$b" "$i"
	done
	echo 'run: "true"'
} >merges.yaml
{
	printf 'run: '
	yes '{a: ' | head -n 100000 | tr -d '\n'
} >mappings.yaml
{
	echo 'name: many'
	yes -- '---
run: "true"' | head -n 60000
} >tasks.yaml

limited()
{
	(
		# the sanitizers reserve terabytes
		# shellcheck disable=SC3045 # every sh has it
		grep -q __asan_init "$MJ" || ulimit -v 65536
		exec "$MJ" launch "$1"
	)
}
for spec in huge nested laughs merges mappings tasks; do
	exits 2 limited $spec.yaml
	is 1 "$(wc -l <err)" "lines about $spec"
done

is '' "$(ls "$MJ_HOME/jobs" 2>/dev/null)" "what was stored"
