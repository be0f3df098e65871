#!/bin/sh
# logs takes the task as an operand or as --task, as cancel and retry do.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

printf '%s\n' 'name: two' --- 'name: a' 'run: echo of a' --- \
	'name: b' 'run: echo of b' >two.yaml
job=$(launch -d two.yaml)
ends 0 "$job"
is "of b" "$(mj logs "$job" b)"
is "of b" "$(mj logs "$job" --task b)"
is "of a" "$(mj logs -n two --task a)"
exits 2 mj logs "$job" a --task b
contains "$(cat err)" 'give the task once'
exits 102 mj logs "$job" --task c
