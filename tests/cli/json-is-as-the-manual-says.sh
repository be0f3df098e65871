#!/bin/sh
# Whatever is asked for with --json, each line is an object as mj-json(7) says: names that
# it has, no null, no empty text, no -1, times and spans in their one form, and valid UTF-8
# whatever the bytes.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq

settings '[pool local]' 'type = local' 'slots = 2' 'cpus = 4' 'memory = 1G' 'gpus = 2' \
	'[recovery]' 'initial = 0'
bad=$(printf 'x\377\300y')
gate go
mkdir "$bad"
printf '%s\n' 'name: dag' 'on_failure: selective' --- 'name: a' 'run: exit 3' \
	'job_recovery: {max_restarts_on_errors: 1}' --- \
	'name: b' 'depends_on: [a]' 'run: "true"' >dag.yaml
(cd "$bad" && USER=$bad launch ../dag.yaml) >/dev/null
ends 100 1
launch --json -- sh -c 'kill -9 $$' "$bad" >launch.json
ends 100 2
launch --env "A=$bad" -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 3 "task sh" status)" = RUNNING ]'
launch --cpus 4 -- true >/dev/null
launch --begin +1h --after 3 --unique key --hold -- true >/dev/null
launch -- "./no-$bad" >/dev/null
ends 100 6
mkdir "$MJ_HOME/queue/alive/nonsense-$bad"
mj pause >/dev/null
launch -n waits -- true >/dev/null
{
	cat launch.json
	mj queue -a -v --json
	for job in 1 2 3 4 5 6 7; do
		mj show --json $job
	done
	mj pools --json
	mj wait --json 1 2 6 2>/dev/null || :
	mj gc --keep 0 --dry-run --json
	mj doctor --json || :
} >all.json
rmdir "$MJ_HOME/queue/alive/nonsense-$bad"
mj resume >/dev/null
open_gate go

iconv -f UTF-8 -t UTF-8 all.json >/dev/null || fail "that is no UTF-8"
contains "$(cat all.json)" 'x��y'
is "$(wc -l <all.json)" "$(jq -c 'select(type == "object")' all.json | wc -l)" objects
is '' "$(jq -c 'paths(. == null or . == "" or . == -1 or . == false)' all.json)" nothing
is '' "$(jq -c '[paths(scalars) as $p | {key: ($p | map(strings) | last), value: getpath($p)}] |
	.[] | select(
	(.key | test("(_at|_since|^at)$")) and
		(.value | tostring | test("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$") | not) or
	(.key | test("_seconds$|_kib$|^(id|job|bytes|count|round|priority|attempt|exit_code|signal|slots|memory|recoveries|tasks_done|tasks_total)$")) and
		(.value | type) != "number" or
	(.key | test("^(name|status|reason|pool|user|log|cause|text|event|what|result|schedule_state)$")) and
		(.value | type) != "string")' all.json)" 'of another kind'

grep -o '\<Ic [a-z_]*' "$top_srcdir/man/mj-json.7" | sed 's/^Ic //' | sort -u >known
jq -r '[.. | objects | keys[]] | .[]' all.json | sort -u >used
is '' "$(comm -13 known used)" 'not in the manual'
for name in depends_on waited_seconds waiting_since after unique; do
	grep -qx $name used || fail "there is no $name"
done
mj cancel -a >/dev/null
