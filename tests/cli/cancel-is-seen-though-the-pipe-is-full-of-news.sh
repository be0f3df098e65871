#!/bin/sh
# A controller is told of what its runs did by a word of its own, at which it looks for no
# requests; but where such words have filled its pipe, another may have found no room.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- sleep 1000 >/dev/null
wait_for '[ "$(value 1 "task sleep" status)" = RUNNING ]'
touch "$(job_dir 1)/cancel"
head -c 4096 /dev/zero | tr '\0' n >"$(job_dir 1)/ctl"
ends 103 1
