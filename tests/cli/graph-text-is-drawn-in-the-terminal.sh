#!/bin/sh
# graph --text draws the tasks and their order, a task a line, in the characters
# that the locale has.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

printf '%s\n' 'name: drawn' --- 'name: a' 'run: "true"' --- \
	'name: b' 'depends_on: [a]' 'run: "true"' --- \
	'name: c' 'depends_on: [a]' 'run: exit 3' 'allow_failure: true' --- \
	'name: d' 'depends_on: [b, c]' 'run: "true"' >dag.yaml
launch dag.yaml >/dev/null
ends 0 1

is '*    a  SUCCEEDED
+-*  b  SUCCEEDED
x |  c  FAILED
| |
*-'\''  d  SUCCEEDED' "$(LC_ALL=C mj graph --text 1 |
	sed 's/  *[0-9.]*s.*//; s/ *$//')" 'the drawing'
is '*-'\''' "$(LC_ALL=C mj graph --text 1 | awk '$2 == "d" { print $1 }')"
contains "$(LC_ALL=C mj graph --text 1)" 'c  FAILED .*exit 3'
contains "$(LC_ALL=C.UTF-8 mj graph --text 1)" '●─╯  d  SUCCEEDED'
# names give way in narrow terminals
printf '%s\n' 'name: long' --- "name: $(printf 'very-%.0s' 1 2 3 4 5 6)long" \
	'run: exit 3' >long.yaml
launch long.yaml >/dev/null
ends 100 2
for columns in 70 40 24; do
	COLUMNS=$columns LC_ALL=C mj graph --text 2 >long.text
	is '' "$(awk -v max=$columns 'length > max' long.text)" "too long for $columns"
	contains "$(cat long.text)" '^x  very-.*  FAILED'
done
contains "$(LC_ALL=C mj graph --text 2)" 'very-long  FAILED .*  exit 3$'
exits 102 mj graph 7
exits 2 mj graph
