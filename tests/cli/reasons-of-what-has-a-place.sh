#!/bin/sh
# A request that was granted a place and is not begun yet is about to start: the pool that
# it fills itself is no reason to wait.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
launch --hold -n first -- true >/dev/null
launch --hold -n second -- true >/dev/null
requeue
: >"$MJ_HOME/queue/pool/local/running/0000000001.true"
contains "$(mj queue)" '^ 1 .*  waiting: about to start$'
contains "$(mj queue)" '^ 2 .*  waiting: pool local is full (1 of 1)$'
contains "$(mj metrics)" '^mj_tasks_waiting{pool="local",reason="next"} 1$'
contains "$(mj metrics)" '^mj_tasks_waiting{pool="local",reason="pool_full"} 1$'
schedule --once
ends 0 1 2
