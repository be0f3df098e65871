#!/bin/sh
# mj-schedule --dry-run says what would start and why the rest waits, and
# starts nothing.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
launch_held 2 -- touch "$T/ran" >/dev/null
requeue

schedule --dry-run >out
is 'job 1: would start
job 2: pool local is full (1 of 1)' "$(cat out)"
is '' "$(values 1 job claim)$(values 2 job claim)" claims
schedule -v 2>err
contains "$(cat err)" 'job 1: started'
ends 0 1 2
