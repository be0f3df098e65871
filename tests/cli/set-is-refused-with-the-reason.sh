#!/bin/sh
# mj set says why a job cannot be changed, and changes nothing then.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ -n "$(entries alive)" ]'
launch -- true >/dev/null
ends 0 2

exits 1 mj set 1 priority=5
contains "$(cat err)" 'job 1 has started'
exits 1 mj set 2 timeout=5
contains "$(cat err)" 'job 2 has ended'
exits 102 mj set 9 priority=5
exits 2 mj set 1 priority=many
exits 2 mj set 1 pool=none-such
contains "$(cat err)" 'add \[pool none-such\]'
exits 2 mj set 1 colour=red
contains "$(cat err)" 'give priority='
exits 2 mj set 1
exits 2 mj set priority=3
open_gate go
ends 0 1
