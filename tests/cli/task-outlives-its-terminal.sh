#!/bin/sh
# A job launched from a terminal that is closed goes on, controller and task.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs script
gate go
script -qec '"$MJ" launch -- sh -c "echo begun; : <\"\$T/go\"; echo ended"' \
	/dev/null >/dev/null 2>&1 </dev/null
wait_for 'grep -q begun "$(log_of 1 sh)" 2>/dev/null'

controller=$(controller 1)
stat=$(sed 's/.*) //' "/proc/$controller/stat")
# shellcheck disable=SC2086 # fields
set -- $stat
is "$controller" "$4" "the controller's session"
is 0 "$5" "the controller's terminal"
open_gate go
ends 0 1
contains "$(cat "$(log_of 1 sh)")" ended
