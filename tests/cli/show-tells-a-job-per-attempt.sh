#!/bin/sh
# show --json is one valid object of the job, its tasks and their attempts,
# and never shows the environment.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq
launch -n shown --env SEEN=never -- sh -c 'exit 3' >/dev/null
ends 100 1

mj show --json 1 >out
is 'shown FAILED DONE sh FAILED 1 3 exit' "$(jq -r '"\(.name) \(.status) " +
	"\(.schedule_state) \(.tasks[0].name) \(.tasks[0].status) " +
	(.tasks[0].attempts[0] | "\(.attempt) \(.exit_code) \(.cause)")' out)"
is "$(log_of 1 sh)" "$(jq -r '.tasks[0].attempts[0].log' out)"
! grep -q never out || fail "a variable is shown"
contains "$(mj show shown)" 'exit 3'
