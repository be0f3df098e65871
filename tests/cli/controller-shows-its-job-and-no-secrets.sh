#!/bin/sh
# The controller is titled after its home and job, and its own environment
# tells nothing.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch -n titled --secret KEY=hush -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
pid=$(controller 1)

contains "$(tr '\0' ' ' <"/proc/$pid/cmdline")" "^mj: $MJ_HOME job 1"
! tr '\0' '\n' <"/proc/$pid/environ" | grep -q -e hush -e '^T=' ||
	fail "its environment is there"
is / "$(readlink "/proc/$pid/cwd")" "its directory"
is /dev/null "$(readlink "/proc/$pid/fd/0")" "its stdin"
is "$MJ_LOGS/jobs_controller/0000000001.log" "$(readlink "/proc/$pid/fd/2")"
open_gate go
ends 0 1
