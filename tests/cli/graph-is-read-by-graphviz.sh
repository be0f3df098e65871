#!/bin/sh
# graph prints what the real dot reads: a node a task, coloured by its status, and
# an edge for each dependency.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

printf '%s\n' 'name: drawn' 'on_failure: selective' --- 'name: a' 'run: "true"' --- \
	'name: b-1.x' 'depends_on: [a]' 'run: exit 1' --- \
	'name: c' 'depends_on: [b-1.x, a]' 'run: "true"' >dag.yaml
launch dag.yaml >/dev/null
ends 100 1

mj graph 1 >graph.dot
contains "$(cat graph.dot)" '"a" -> "b-1.x";'
contains "$(cat graph.dot)" '"c" .*SKIPPED'

needs dot
dot -Tplain graph.dot >plain
is 3 "$(grep -c '^node ' plain)" nodes
is 3 "$(grep -c '^edge ' plain)" edges
is 3 "$(awk '$1 == "node" { print $(NF) }' plain | sort -u | wc -l)" colours
dot -Tsvg graph.dot >/dev/null
