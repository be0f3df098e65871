#!/bin/sh
# Of a task's places that waits in the first that could serve it, so that what it needs is kept
# for it there; by the settings of the moment, not those that its controller began with.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 9' 'cpus = 1' '[pool big]' 'slots = 9' 'cpus = 4'

cat >large.yaml <<'EOF2'
run: 'echo large >>"$T/order"'
resources: {cpus: 4, ordered: [{pool: local}, {pool: big}]}
EOF2
cat >chain.yaml <<'EOF2'
name: chain
---
name: first
run: 'true'
---
name: large
run: 'echo large >>"$T/order"'
resources: {cpus: 4, ordered: [{pool: local}, {pool: big}]}
EOF2
gate one
launch --pool big --cpus 1 -- sh -c ': <"$T/one"' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
launch large.yaml >/dev/null
launch chain.yaml >/dev/null
wait_for '[ "$(value 3 "task first" status)" = SUCCEEDED ]'
wait_for 'mj queue | grep -q "large: waiting"'
launch --pool big --cpus 1 -- sh -c 'echo small >>"$T/order"' >/dev/null
contains "$(mj queue)" '^ *4 .*pool big has 3 of 4 cpus free, kept for job [23]$'
is "" "$(mj doctor)"
# the same for who comes after a dead controller
old=$(controller 3)
kill -KILL "$old"
schedule --reap
wait_for '[ "$(controller 3)" != "$old" ]'
is 2 "$(find "$MJ_HOME/queue/pool" -path '*waiting*' -type f ! -name '*~*' -name '*[23].1*' | wc -l)"
is "" "$(cat order 2>/dev/null)"
open_gate one
ends 0 1-4
is 'large large small ' "$(tr '\n' ' ' <order)"
wait_for no_pass
schedule --once
is "" "$(entries pool)"

# the settings changed while it ran
wait_for no_pass
settings '[pool local]' 'slots = 9' 'cpus = 4'
cat >later.yaml <<'EOF2'
name: later
---
name: a
run: ': <"$T/three"'
---
name: b
run: 'true'
resources: {cpus: 3}
EOF2
launch --hold later.yaml >/dev/null
settings '[pool local]' 'slots = 9' 'cpus = 2'
gate three
mj release 5
wait_for '[ "$(value 5 "task a" status)" = RUNNING ]'
wait_for no_pass
settings '[pool local]' 'slots = 9' 'cpus = 4'
open_gate three
ends 0 5
