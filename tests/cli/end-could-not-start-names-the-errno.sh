#!/bin/sh
# A program that cannot be started ends its task FAILED with the error's text,
# and no exit code.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq
launch -- ./missing >/dev/null
touch not-executable
launch -- ./not-executable >/dev/null
ends 100 1 2

mj show --json 1 | jq -e '.tasks[0].attempts[0] | has("exit_code") | not' \
	>/dev/null || fail "an exit code is given"
contains "$(mj show --json 1 | jq -r '.tasks[0].attempts[0].error')" \
	'No such file or directory'
contains "$(mj show --json 2 | jq -r '.tasks[0].attempts[0].error')" \
	'Permission denied'
