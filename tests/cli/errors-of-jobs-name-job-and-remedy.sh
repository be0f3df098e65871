#!/bin/sh
# The likeliest mistakes about jobs: each is one line that names the job and what
# to do, with its exit status, and changes nothing.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# says STATUS TEXT COMMAND ARG...: this line on stderr and nothing else.
says()
{
	code=$1
	text=$2
	shift 2
	exits "$code" mj "$@"
	is "mj: $text" "$(cat err)" "of $*"
	is '' "$(cat out)" "stdout of $*"
}

says 102 "no such job: $MJ_HOME does not exist, as nothing was launched yet" show 1
says 102 "$MJ_HOME does not exist, as nothing was launched yet" gc

settings '[pool local]' 'slots = 1'
good=$(launch -n good -- true)
ends 0 "$good"
bad=$(launch -n bad -- false)
ends 100 "$bad"
gate go
# shellcheck disable=SC2016
live=$(launch -n live -- sh -c ': <"$T/go"')
wait_for '[ "$(value "$live" "task sh" status)" = RUNNING ]'
waits=$(launch -n waits -- true)
wait_for no_pass
held=$(launch -n same --hold -- true)
newest=$(launch -n same --hold -- true)
find "$MJ_HOME/jobs" -name record -printf '%p %s\n' | sort >before

# none, or not this one
says 102 "no such job: 99 in $MJ_HOME; mj queue -a lists all" logs 99
says 102 "no such job: nobody; mj queue -a lists all" cancel nobody
says 102 "no such jobs: 90-99; mj queue -a lists all" cancel 90-99
says 2 "1-3 is a range: give one job's number or name" show 1-3
says 2 "9-3: the range ends before it starts" cancel 9-3
says 2 "'a/b' is neither a job's number nor a name; mj queue -a lists all" show a/b
says 102 "no active job is called x*; mj queue lists them" cancel -n 'x*'
exits 0 mj show same
contains "$(cat err)" "^mj: note: more than one active job is called same: the newest, $newest, is meant$"
contains "$(cat out)" "^job $newest$"
# another home's
MJ_HOME=$T/other mj launch --hold -- true >/dev/null 2>&1 || :
says 102 "no such job: $bad in $T/other; mj queue -a lists all" --home "$T/other" logs "$bad"

# a task
says 102 "job $good has no task tru (did you mean 'true'?)" logs "$good" tru
says 102 "job $good has no task train; it has true" retry "$good" --task train
says 102 "job $good has no attempt 2" logs "$good" --no-follow --attempt 2
says 0 "job $held waits: held: mj release $held starts it" logs --no-follow "$held"
says 0 "job $waits waits: pool local is full (1 of 1)" logs --no-follow "$waits"

# too late, or too early
says 1 "job $good has ended; mj launch --from $good runs it anew" hold "$good"
says 1 "job $bad has ended; mj retry $bad runs it again" hold "$bad"
says 1 "job $bad has ended; mj retry $bad runs it again" release "$bad"
says 1 "job $bad has ended; mj retry $bad runs it again" suspend "$bad"
says 1 "job $bad has ended; mj retry $bad runs it again" set "$bad" priority=5
says 1 "job $live has started: cancel it, or let it run" hold "$live"
says 1 "job $waits waits to be started: mj hold $waits" suspend "$waits"
says 1 "job $held is on hold already" suspend "$held"
says 1 "job $good: all its tasks succeeded: --all-tasks runs them again" retry "$good"
says 1 "job $live has not ended: wait for it, or cancel it first" retry "$live"
says 101 "job $held has not ended: it is PENDING" wait "$held" --timeout 0
exits 0 mj cancel "$good"
is "job $good has ended already" "$(cat out)" 'cancel after the end'

# what is missing or wrong on the line
says 2 'logs: give one job, and one task or none; see mj help logs' logs
says 2 'cancel: give a job, -n GLOB or -a; see mj help cancel' cancel
says 2 'wait: give a job to wait for; see mj help wait' wait
says 2 'give jobs and what to set, as in mj set 7 priority=10' set "$held"
says 2 'prio=3: give priority=, pool=, timeout=, begin= or after=' set "$held" prio=3
says 2 'priority=high: give -1000 to 1000' set "$held" priority=high
says 2 "pool=gpu: there is no such pool: add [pool gpu] to $MJ_HOME/config.ini" set "$held" pool=gpu
says 2 'logs: --tail many: give a number; see mj help logs' logs "$good" --tail many
says 2 'wait: --timeout soon is no duration such as 90, 1.5s or 2h; see mj help wait' wait "$good" --timeout soon
says 2 'there is no pool gpu: there are local' pause gpu
says 2 'queue: unexpected argument: 5; see mj help queue' queue 5
says 2 "no such command: lunch (did you mean 'launch'?)" lunch
says 2 "queue: no such option: --jsn (did you mean '--json'?); see mj help queue" queue --jsn
says 2 'no command was given; see mj help'

find "$MJ_HOME/jobs" -name record -printf '%p %s\n' | sort | cmp before -
open_gate go
