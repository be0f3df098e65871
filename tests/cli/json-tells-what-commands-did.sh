#!/bin/sh
# Commands that change something say what they did with --json, an object for each job,
# however many there are.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq

# did COMMAND...: the ids and results
did()
{
	mj "$@" --json 2>/dev/null | jq -r '"\(.id // .pool // "all") \(.result)"'
}

gate go
launch -n holds --num-jobs 30 --hold -- true >/dev/null
is 30 "$(did release -n holds | grep -c ' released$')" released
ends 0 1-30
launch --hold -- true >/dev/null
is '31 held' "$(did hold 31)"
is '31 changed' "$(did set 31 priority=3)"
is '31 released' "$(did release 31)"
ends 0 31
is '{"id":31,"name":"true","status":"SUCCEEDED","exit_code":0}' \
	"$(mj wait --json 31 | jq -c 'del(.ended_at)')"
launch -n fails -- sh -c 'exit 7' >/dev/null
ends 100 32
is '32 FAILED 7' "$(mj wait --json 32 2>/dev/null |
	jq -r '"\(.id) \(.status) \(.exit_code)"')"
is '32 retried' "$(did retry 32)"
ends 100 32
is '32 ended_before' "$(did cancel 32)"

is 'all paused' "$(did pause)"
is 'local paused' "$(did pause local)"
launch -- true >/dev/null
is '33 cancelled' "$(did cancel 33)"
is 'local resumed' "$(did resume local)"
is 'local not_paused' "$(did resume local)"
is 'all resumed' "$(did resume)"

launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 34 "task sh" status)" = RUNNING ]'
is '34 suspending' "$(did suspend 34)"
is '34 continued' "$(did continue 34)"
is '34 not_suspended' "$(did continue 34)"
is '{"id":34,"task":"sh","result":"cancelling"}' \
	"$(mj cancel --json --task sh 34 | jq -c .)"
ends 103 34
launch -- sleep 60 >/dev/null
wait_for '[ "$(value 35 "task sleep" status)" = RUNNING ]'
is '35 cancelled' "$(did cancel --wait 35)"
launch --hold -- true >/dev/null
is '36 skipped' "$(did set 36 after=1:fail)"
is "$(mj version)" "mj $(mj version --json | jq -r .version)"
