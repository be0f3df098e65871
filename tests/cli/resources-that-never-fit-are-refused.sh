#!/bin/sh
# What no place of a task has is refused at the submit; if the settings change later, it
# fails its prechecks with the reason, before it starts or while it waits in a live job.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 9' 'cpus = 4' '[pool big]' 'cpus = 64'

exits 2 mj launch --cpus 5 -- true
contains "$(cat err)" 'task true can never start: pool local has 4 cpus in all, it needs 5: ask for less, or change '
exits 2 mj launch --cpus many -- true
exits 2 mj launch --memory 4x -- true
exits 2 mj launch --gpus 65 -- true
printf 'run: "true"\nresources: {cpus: 5, ordered: [{pool: local}, {pool: big}]}\n' >any.yaml
exits 2 mj launch --cpus 5 any.yaml
contains "$(cat err)" 'write resources: in the spec'
is "" "$(ls "$MJ_HOME/jobs" 2>/dev/null)"

# it may run in one of its places
launch any.yaml >/dev/null
ends 0 1
wait_for no_pass
schedule --once
is "" "$(entries pool)"

# a job that waits
wait_for no_pass
settings '[pool local]' 'slots = 1' 'cpus = 4'
gate go
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 2 "task sh" status)" = RUNNING ]'
launch --cpus 3 -- true >/dev/null
launch -- true >/dev/null
wait_for no_pass
settings '[pool local]' 'slots = 2' 'cpus = 2'
schedule --once
wait_for '[ "$(value 3 job status)" = FAILED_PRECHECKS ]'
is "pool local has 2 cpus in all, it needs 3" "$(value 3 job reason)"
contains "$(mj queue -a)" '^ *3 .*FAILED_PRECHECKS.*it needs 3$'
ends 0 4
exits 2 mj launch --from 3

# tasks of a live job: one that waits, one that asks later
wait_for no_pass
settings '[pool local]' 'slots = 9' 'cpus = 4'
gate late
launch --cpus 3 -- sh -c ': <"$T/late"' >/dev/null
wait_for '[ "$(value 5 "task sh" status)" = RUNNING ]'
cat >tasks.yaml <<'EOF2'
name: tasks
on_failure: selective
---
name: a
run: ': <"$T/late"'
depends_on: []
---
name: b
run: "true"
depends_on: []
resources: {cpus: 2}
---
name: c
run: "true"
depends_on: [a]
resources: {cpus: 3}
EOF2
launch tasks.yaml >/dev/null
wait_for '[ "$(value 6 "task a" status)" = RUNNING ]'
wait_for '[ -n "$(entries pool/local/waiting)" ]'
contains "$(mj queue)" 'b: waiting: pool local has 1 of 4 cpus free, it needs 2'
wait_for no_pass
settings '[pool local]' 'slots = 9' 'cpus = 1'
schedule --once
wait_for '[ "$(value 6 "task b" status)" = FAILED_PRECHECKS ]'
is "pool local has 1 cpu in all, it needs 2" "$(value 6 "task b" reason)"
open_gate late
ends 100 6
is FAILED_PRECHECKS "$(value 6 "task c" status)"
is SUCCEEDED "$(value 6 "task a" status)"
open_gate go
ends 0 2

# moved to another pool
wait_for no_pass
settings '[pool local]' 'slots = 9' 'cpus = 4' '[pool small]' 'cpus = 1'
launch --hold --cpus 2 -- true >/dev/null
exits 1 mj set 7 pool=small
contains "$(cat err)" 'task true could never start: pool small has 1 cpu in all, it needs 2'
mj release 7
ends 0 7
