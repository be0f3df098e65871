#!/bin/sh
# `mj queue --json -v` has the tasks of each job in it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq
printf 'name: first\nrun: exit 3\n---\nname: second\nrun: true\n' >spec.yaml
ends 100 "$(launch spec.yaml)"
is 'first FAILED
second SKIPPED' "$(mj queue -a --json -v |
	jq -r '.tasks[] | "\(.name) \(.status)"')" tasks
is null "$(mj queue -a --json | jq .tasks)" "without -v"
# a list with spaces after its commas, and a hint at what has ended
contains "$(mj queue -s 'running, failed')" FAILED
contains "$(mj queue -n 'spe*')" '\-a looks at those that have ended'
