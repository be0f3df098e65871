#!/bin/sh
# A place that a job has is neither lost nor given twice when its controller is killed,
# while it is launched and while it runs: the next job starts when the first has ended,
# and the first can be cancelled.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'grace = 100ms' '[pool local]' 'slots = 1'
gate setup
gate run
cat >job.yaml <<'END'
name: first
setup: ': <"$T/setup"'
run: ': <"$T/run"; [ ! -e "$T/second" ]'
END
launch job.yaml >/dev/null
launch -n second -- touch "$T/second" >/dev/null
launch -n third -- sleep 600 >/dev/null
# die AT STATUS CLAIM: the first controller of job AT, and what comes after it
die()
{
	wait_for '[ "$(value '"$1"' "task '"$2"'" status)" = '"$3"' ]'
	wait_for '[ "$(value '"$1"' job pid)" = "$(controller '"$1"')" ]'
	kill -KILL "$(controller "$1")"
	schedule --reap
	wait_for '[ "$(value '"$1"' job claim)" = '"$4"' ]'
	is 1 "$(entries pool/local/running | wc -l)" "places taken"
}
die 1 first STARTING 2
open_gate setup
die 1 first RUNNING 3
[ ! -e second ] || fail "two at a time"
open_gate run
ends 0 1 2

die 3 sleep RUNNING 2
mj cancel 3 >/dev/null
ends 103 3
is '' "$(entries .)" "what is still owed"
launch -- true >/dev/null
ends 0 4
