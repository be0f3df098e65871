#!/bin/sh
# A job that was cancelled, running or waiting, even with all others, can be tried
# again; a job that has not ended cannot.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch -- sh -c 'echo "$MJ_ATTEMPT" >>"$T/ran"; : <"$T/go"' >/dev/null
launch --hold -- touch "$T/two" >/dev/null
wait_for '[ -e ran ]'
exits 1 mj retry 1
contains "$(cat err)" '^mj: job 1 has not ended'
exits 1 mj retry 2
exits 102 mj retry 3
exits 0 mj cancel -a --now --wait
ends 103 1
ends 103 2
[ -e "$(job_dir 1)/cancel" ] || fail "no request to cancel was left"

exits 0 mj retry 1-2
open_gate go
ends 0 1 2
is '1
2' "$(cat ran)" "attempts"
[ -e two ] || fail "job 2 did not run"
[ ! -e "$(job_dir 1)/cancel" ] || fail "the request to cancel is still there"
exits 0 mj doctor
