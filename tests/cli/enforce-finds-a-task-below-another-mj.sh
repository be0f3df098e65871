#!/bin/sh
# Where the mj of a home runs in a task of another home, and its runner and its controller are
# killed: what cleared its environment is found by its control group all the same, though it has
# become a child of the other home's runner.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
inner=$T/inner
mkdir -m 700 "$inner" "$T/logs"
printf '%s\n' '[scheduler]' 'grace = 200ms' '[pool local]' 'slots = 9' 'enforce = yes' \
	'[recovery]' 'initial = 1h' >"$inner/config.ini"
cat >stray.sh <<'EOS'
env -i PATH="$PATH" setsid sh -c '
	exec </dev/null >/dev/null 2>&1
	echo $$ >"$1/pid"
	while [ -d "$1" ]; do sleep 0.2; done' sh "$T" &
: <"$T/never"
EOS
gate never
launch -- sh -c 'MJ_LOGS=$T/logs "$MJ" --home "$T/inner" launch -- sh stray.sh; : <"$T/never"' \
	>/dev/null
wait_for '[ -s pid ]'
outer=$MJ_HOME
MJ_HOME=$inner
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
[ -n "$(value 1 "run sh" cgroup)" ] ||
	skip "no control group: $(value 1 "run sh" unlimited)"
# shellcheck disable=SC2034 # the conditions use it
stray=$(cat pid)
killed=$(controller 1)
kill -KILL "$killed" "$(runner 1 sh)"
wait_for 'gone "$killed"'
schedule --reap
wait_for 'gone "$stray"' 'it is found by its group'
for MJ_HOME in "$inner" "$outer"; do
	mj cancel -a --now >/dev/null 2>&1
	wait_for nothing_alive
done
