#!/bin/sh
# A job launched inside a task lives on when that task is cancelled.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 2'
gate go
cat >spawn.sh <<'END'
"$MJ" launch -- sh -c 'touch "$T/inner"; : <"$T/go"; exit 3'
sleep 600
END
launch -- bash "$T/spawn.sh" >/dev/null
wait_for '[ -e inner ]'

mj cancel 1 >/dev/null
ends 103 1
exits 101 mj wait --timeout 10ms 2
open_gate go
exits 3 mj wait --timeout 30 --exit-code 2
