#!/bin/sh
# mj doctor names a gpu that two tasks have, and a request that does not say what its task
# needs.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 9' 'gpus = 2'

gate go
launch --gpus 1 -- sh -c ': <"$T/go"' >/dev/null
launch --gpus 1 -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 2 "task sh" status)" = RUNNING ]'
launch --gpus 1 -- true >/dev/null
wait_for no_pass
is "" "$(mj doctor)"

running=$MJ_HOME/queue/pool/local/running
cat "$running/0000000001.sh" >"$running/0000000002.sh"
: >"$MJ_HOME/queue/pool/local/waiting/1000.1/0000000/0000000003.1"
exits 1 mj doctor
contains "$(cat out)" '0000000002.sh: it has a gpu that job 1 task sh has, too'
contains "$(cat out)" '0000000003.1: it does not say what task true needs'
open_gate go
ends 0 1-3
wait_for no_pass
is "" "$(mj doctor)"
