#!/bin/sh
# workdir is below the directory of the submit; one that is missing is "could
# not start".
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

mkdir below
printf 'workdir: below\nrun: pwd\n' >here.yaml
printf 'workdir: missing\nrun: pwd\n' >gone.yaml
launch here.yaml >/dev/null
launch gone.yaml >/dev/null
ends 0 1
ends 100 2

is "$T/below" "$(cat "$MJ_LOGS"/managed_jobs/0000000001/*.log)"
contains "$(mj show 2)" "missing.*No such file"
