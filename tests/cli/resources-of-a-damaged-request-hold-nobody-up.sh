#!/bin/sh
# A request whose needs cannot be read is not started as if it had none, is named by the doctor,
# and does not keep the others from starting.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 9' 'cpus = 2'

gate go
launch --cpus 2 -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
launch --cpus 2 -- true >/dev/null
launch --cpus 1 -- true >/dev/null
wait_for no_pass
request=$(find "$MJ_HOME/queue/pool" -name '0000000002.1')
mv "$request" saved
mkdir "$request"
contains "$(mj doctor || :)" '0000000002.1: it cannot be read: Is a directory'
open_gate go
ends 0 1
ends 0 3
is PENDING "$(mj show --json 2 | sed 's/.*"status": "\([A-Z]*\)", "schedule.*/\1/')"
rmdir "$request"
wait_for 'mkdir -p "${request%/*}" && mv saved "$request"' # a pass removes what is empty
schedule --once
ends 0 2
