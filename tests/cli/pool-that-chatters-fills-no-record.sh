#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A pool that gives another reason with every poll does not make the record grow with every look.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

sed -i 's/^poll_every = .*/poll_every = 20ms/' "$MJ_HOME/config.ini"
cat >"$T/other/poll.how" <<'HOW'
[ -e "$other/enough" ] || { echo "pending $(date +%s%N)"; exit; }
HOW
id=$(launch --pool other -- sh -c 'while [ ! -e "$T/other/enough" ]; do sleep 0.1; done')
wait_for '[ "$(calls poll)" -ge 60 ]'
count=$(values "$id" 'run sh' pending | wc -l)
[ "$count" -ge 5 ] || fail "only $count reasons were noted"
[ "$count" -le 25 ] || fail "$count reasons were noted"
touch "$T/other/enough"
ends 0 "$id"
