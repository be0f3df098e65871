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
exits 102 mj graph 7
exits 2 mj graph
