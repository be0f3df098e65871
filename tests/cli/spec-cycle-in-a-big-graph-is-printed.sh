#!/bin/sh
# A cycle is printed in order, also one of three tasks among a hundred, and
# nothing is stored.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

{
	printf 'name: big\n'
	i=0
	while [ $i -lt 100 ]; do
		need=$((i - 1))
		[ $i != 40 ] || need=42
		printf -- '---\nname: t%d\nrun: "true"\n' $i
		[ $i = 0 ] || printf 'depends_on: [t%d]\n' $need
		i=$((i + 1))
	done
} >big.yaml

for option in --dry-run --hold; do
	exits 2 mj launch $option big.yaml
	contains "$(cat err)" 't4[0-2] -> t4[0-2] -> t4[0-2] -> t4[0-2]'
done

contains "$(cat err)" 't4[0-2] .*t4[0-2] .*t4[0-2] .*t4[0-2]'
grep -q 'big.yaml:[0-9]*:[0-9]*: ' err || fail "no place: $(cat err)"
is '' "$(ls "$MJ_HOME/jobs" 2>/dev/null)" "what was stored"
