#!/bin/sh
# A job's number is never given out again, also when jobs and seq are gone:
# the logs remember.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

is 1 "$(launch -- true)"
is 2 "$(launch -- true)"
ends 0 1 2

rm -r "$(job_dir 2)"
is 3 "$(launch -- true)"
ends 0 3

rm "$MJ_HOME/seq"
is 4 "$(launch -- true)" "after seq was lost"
ends 0 4

rm -r "$(job_dir 4)" "$MJ_HOME/seq"
is 5 "$(launch --hold -- true)" "after seq and the last job were lost"
