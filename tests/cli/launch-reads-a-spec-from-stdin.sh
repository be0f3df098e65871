#!/bin/sh
# `mj launch -` reads the spec from its standard input and keeps it byte for
# byte.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

printf 'run: echo piped\n' >spec
mj launch - <spec >/dev/null 2>&1
ends 0 1

cmp spec "$(job_dir 1)/job.yaml"
is piped "$(cat "$MJ_LOGS"/managed_jobs/0000000001/*.log)"
