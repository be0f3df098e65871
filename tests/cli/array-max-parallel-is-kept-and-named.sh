#!/bin/sh
# --max-parallel N lets at most N jobs of an array run at a time, says so in mj queue,
# blocks nobody else, and the next one starts when one ends, without a timer.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 8'
mkdir on off
for i in 0 1 2 3 4; do
	gate "go$i"
done
is "$(seq 5)" "$(launch --num-jobs 5 --max-parallel 2 -n few -- sh -c '
	touch "$T/on/$MJ_JOB_RANK"
	: <"$T/go$MJ_JOB_RANK"
	rm "$T/on/$MJ_JOB_RANK"')"
wait_for '[ "$(ls on | wc -l)" = 2 ]'
wait_for no_pass
is '0
1' "$(ls on)" "what runs"
contains "$(mj queue)" '^ *3 .*waiting: array 1-5 runs 2 of at most 2'
contains "$(mj queue)" '^ *5 .*waiting: array 1-5 runs 2 of at most 2'
contains "$(schedule --dry-run)" 'job 3: array 1-5 runs 2 of at most 2'
exits 0 mj doctor

# neither an array behind it nor a job is held up
is "$(seq 6 8)" "$(launch --num-jobs 3 --max-parallel 3 -- touch "$T/off/x")"
launch -- 'true' >/dev/null
ends 0 6-9

open_gate go1
wait_for '[ -e on/2 ]'
ends 0 2
is '0
2' "$(ls on)" "what runs"
schedule --once
is 2 "$(entries alive | wc -l)" "controllers"
for i in 0 2 3 4; do
	open_gate "go$i"
done
ends 0 1-5
is '' "$(entries .)" "what is owed"

exits 2 mj launch --max-parallel 2 -- true
contains "$(cat err)" 'give --num-jobs'
exits 2 mj launch --num-jobs 2 --max-parallel 0 -- true
