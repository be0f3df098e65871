#!/bin/sh
# In its next round a job is PENDING, waits, is held, released, cancelled and followed
# as in the first.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
gate go
gate more
launch -- sh -c 'echo "attempt $MJ_ATTEMPT"; exit 3' >/dev/null
ends 100 1
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(entries pool/local/running)" = 0000000002.sh ]'

exits 0 mj retry 1
exits 1 mj retry 1
exits 101 mj wait --timeout 0 1
contains "$(mj show 1)" '^status  *PENDING'
contains "$(mj show 1)" 'waiting: pool local is full'
contains "$(mj show --json 1)" '"schedule_state": "WAITING"'
contains "$(mj queue)" '^ *1 .* PENDING'
exits 0 mj doctor
exits 0 mj hold 1
is 0000000001.2 "$(entries held)" "what is held"
contains "$(mj queue)" 'held: mj release 1'
exits 0 mj cancel 1
contains "$(cat out)" '^job 1 is cancelled'
ends 103 1
is '' "$(entries held)" "what is held"

exits 0 mj retry 1
exits 0 mj hold 1
exits 0 mj release 1
mj logs -f 1 >"$T/followed" &
started $!
open_gate go
ends 100 1
wait_for 'grep -q "attempt 2" followed'
is 3 "$(value 1 job round)" "the round"
is '' "$(entries .)" "what is owed"
exits 0 mj doctor
