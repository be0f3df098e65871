#!/bin/sh
# --unique KEY submits nothing while a job with that key has not ended: exit 4 and
# that job's number.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch --unique nightly -- sh -c ': <"$T/go"' >/dev/null
exits 4 mj launch --unique nightly -- true
is 1 "$(cat out)" "the number"
contains "$(cat err)" 'job 1 has not ended'
exits 4 mj launch --unique nightly --json -- true
contains "$(cat out)" '"id": *1'
launch --unique other -- true >/dev/null
ends 0 2
contains "$(mj show 1)" '^key *nightly'

open_gate go
ends 0 1
launch --unique nightly --hold -- true >/dev/null
exits 4 mj launch --unique nightly -- true
mj cancel 3 >/dev/null
echo 'job = 0000000077' >"$MJ_HOME/unique/nightly"
launch --unique nightly -- true >/dev/null
ends 0 4
exits 2 mj launch --unique ../x -- true
exits 2 mj launch --unique x --num-jobs 2 -- true
