#!/bin/sh
# A job that a killed mj set left in held/ is put back by the next pass, whoever
# runs it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
gate go
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ -n "$(entries alive)" ]'
launch -- true >/dev/null
launch -- true >/dev/null
wait_for no_pass
entry=$(find "$MJ_HOME/queue/pool" -name 0000000002.1)
: >"$MJ_HOME/queue/begin/000000000000.0000000002"
mv "$entry" "$MJ_HOME/queue/held"

mj set 3 priority=1
wait_for '[ -z "$(entries held)$(entries begin)" ]'
open_gate go
ends 0 1 2 3
