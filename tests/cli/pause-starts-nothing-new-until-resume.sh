#!/bin/sh
# While everything is paused what runs goes on and nothing new starts, and queue
# says so; resume starts it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
cat >chain.yaml <<END
name: chain
---
name: first
run: ': <"\$T/go"'
---
name: second
run: touch "\$T/second"
END
launch chain.yaml >/dev/null
wait_for '[ "$(value 1 "task first" status)" = RUNNING ]'
contains "$(mj pause)" 'everything is paused'
since=$(stat -c %Y "$MJ_HOME/queue/paused")
contains "$(mj pause)" 'everything is paused'
is "$since" "$(stat -c %Y "$MJ_HOME/queue/paused")" "since when"

launch -- touch "$T/job" >/dev/null
open_gate go
wait_for '[ "$(value 1 "task first" status)" = SUCCEEDED ]'
wait_for '[ "$(entries pool/local/waiting | wc -l)" = 2 ]'
schedule --once
is "" "$(entries pool/local/running)" "what runs"
contains "$(mj queue)" '^everything is paused since 2[0-9-]* [0-9:]*: mj resume$'
contains "$(mj queue)" '^ *2 .*waiting: everything is paused'
contains "$(mj queue)" '^ *1 .*second: waiting: everything is paused'
contains "$(mj queue --json)" '"id": 2,.*"reason": "waiting: everything is paused"'
[ ! -e second ] && [ ! -e job ] || fail "something started"

contains "$(mj resume)" 'everything is resumed'
ends 0 1 2
[ -e second ] && [ -e job ] || fail "it did not run"
contains "$(mj resume)" 'is not paused'
is "no active jobs; mj queue -a shows those that have ended, too" "$(mj queue)" "the queue"
