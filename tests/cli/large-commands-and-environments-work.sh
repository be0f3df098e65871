#!/bin/sh
# An argument of 100 KB and a variable of 120 KB arrive; one that is too large
# is an error of that task only.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

word=$(head -c 100000 /dev/zero | tr '\0' w)
launch -- sh -c 'printf %s "$1" | wc -c' sh "$word" >/dev/null
BIG=$(head -c 120000 /dev/zero | tr '\0' b) "$MJ" launch -- \
	sh -c 'printf %s "$BIG" | wc -c' >/dev/null 2>&1
{
	printf 'envs:\n  HUGE: '
	head -c 150000 /dev/zero | tr '\0' h
	printf '\nrun: "true"\n'
} >huge.yaml
launch -n huge huge.yaml >/dev/null
launch -- true >/dev/null
# 200 KB in two words
launch -- sh -c 'printf %s%s "$1" "$2" | wc -c' sh "$word" "$word" >/dev/null
# a task that depends on a hundred others, all at once
{
	echo 'name: wide'
	names=
	for i in $(seq 100); do
		printf -- '---\nname: t%d\nrun: ":"\n' "$i"
		names="$names, t$i"
	done
	printf -- '---\nname: last\nrun: echo last\ndepends_on: [%s]\n' "${names#, }"
} >wide.yaml
launch wide.yaml >/dev/null
ends 0 1 2
ends 100 3
ends 0 4 5 6

is 100000 "$(cat "$(log_of 1 sh)")"
is 120000 "$(cat "$(log_of 2 sh)")"
contains "$(mj show 3)" 'Argument list too long'
is 200000 "$(cat "$(log_of 5 sh)")"
is last "$(cat "$(log_of 6 last)")"
