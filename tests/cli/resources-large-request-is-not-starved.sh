#!/bin/sh
# What is free is kept for the first request that lacks some: smaller ones behind it do
# not take it, those that need nothing of it go on.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 9' 'cpus = 2' 'gpus = 1'

gate one
gate two
launch --cpus 1 -- sh -c ': <"$T/one"' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
launch --cpus 2 -- sh -c ': <"$T/two"' >/dev/null
launch --num-jobs 3 --cpus 1 -- sh -c 'echo small >>"$T/order"' >/dev/null
launch --gpus 1 -- true >/dev/null
ends 0 6
contains "$(mj queue)" '^ *2 .*pool local has 1 of 2 cpus free, it needs 2$'
contains "$(mj queue)" '^ *3 .*pool local has 1 of 2 cpus free, kept for job 2$'
schedule --once
is "" "$(cat order 2>/dev/null)"
open_gate one
wait_for '[ "$(value 2 "task sh" status)" = RUNNING ]'
is "" "$(cat order 2>/dev/null)"
open_gate two
ends 0 2-5
is 3 "$(wc -l <order)"

# a higher priority comes first all the same
launch --cpus 2 --hold -- true >/dev/null
launch --priority 9 --cpus 1 -- true >/dev/null
ends 0 8
mj cancel 7
