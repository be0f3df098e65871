#!/bin/sh
# A job whose spec can no longer be read when it starts ends with that reason,
# and its slot is free, with no timer.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'slots = 1'
printf 'run: "true"\n' >job.yaml
launch --hold job.yaml >/dev/null
echo 'bogus: [' >"$(job_dir 1)/job.yaml"
mj release 1
ends 100 1

is FAILED_PRECHECKS "$(value 1 job status)"
contains "$(value 1 job reason)" 'job.yaml:'
is '' "$(entries .)" "what is still owed"
launch -- true >/dev/null
ends 0 2
