#!/bin/sh
# While a job is suspended its time limit stands still, and holds again after that.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --timeout 2s -- sleep 1000 >/dev/null
wait_for '[ "$(value 1 "task sleep" status)" = RUNNING ]'
mj suspend 1 >/dev/null
wait_for '[ "$(value 1 "run sleep" stopped)" = 1 ]'
wait_for '[ "$(date +%s)" -gt "$(($(stat -c %Y "$(job_dir 1)/suspend") + 2))" ]'
is RUNNING "$(value 1 "task sleep" status)" "a suspended task"
mj continue 1 >/dev/null
ends 100 1
is timeout "$(value 1 "run sleep" cause)" "the cause"
[ "$(value 1 "run sleep" suspended_for)" -ge 2000 ] || fail "it was not counted"
[ "$(value 1 "run sleep" wall)" -ge 4000 ] || fail "it ended too early"
contains "$(value 1 job reason)" '^timeout after 2'
