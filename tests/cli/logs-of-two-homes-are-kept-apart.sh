#!/bin/sh
# Two homes give the same numbers, so a log directory is that of one: the second is
# told which, and the doctor names it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

ends 0 "$(launch -- echo mine)"
exits 1 mj --home "$T/second" launch -- echo other
contains "$(cat err)" "$MJ_LOGS has the logs of another home, $MJ_HOME:"
contains "$(cat err)" 'MJ_LOGS'
is '' "$(ls "$T/second/jobs")" "jobs of the second"
exits 1 mj --home "$T/second" doctor
contains "$(cat out)" "they are those of another home, $MJ_HOME"
is mine "$(cat "$(log_of 1 echo)")" "the first's log"

MJ_LOGS="$T/own"
exits 0 mj --home "$T/second" launch --wait -- echo other
is mine "$(cat "$HOME/sky_logs/managed_jobs/0000000001/echo.1.log")" "its log"

# a copy has the same id, and is another home
cp -R "$T/second" "$T/third"
exits 1 mj --home "$T/third" launch -- true
