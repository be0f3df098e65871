#!/bin/sh
# A task that somebody ends with TERM, while nothing shuts down, has FAILED by
# that signal.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- sleep 600 >/dev/null
wait_for '[ "$(value 1 "task sleep" status)" = RUNNING ]'

kill -TERM "$(value 1 'run sleep' pid)"
ends 100 1

is 15 "$(value 1 'run sleep' signal)"
is FAILED "$(value 1 'task sleep' status)"
