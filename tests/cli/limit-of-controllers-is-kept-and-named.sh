#!/bin/sh
# max_alive limits the jobs that have a controller, and queue gives it as the
# reason.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'max_alive = 2' '[pool local]' 'type = local' 'slots = 9'
gate go
launch --num-jobs 4 -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(entries alive | wc -l)" = 2 ]'

schedule --once
is 2 "$(entries alive | wc -l)" "controllers"
contains "$(mj queue)" 'waiting: max_alive is reached (2 of 2)'
open_gate go
ends 0 1-4
