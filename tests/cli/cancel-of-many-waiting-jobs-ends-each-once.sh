#!/bin/sh
# Waiting jobs are cancelled by the hundred: each is CANCELLED, nothing of it is left
# in the queue, none was started, and one line tells how many.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'slots = 1'
launch -n first -- sleep 60 >/dev/null
wait_for '[ "$(value 1 "task sleep" status)" = RUNNING ]'
launch -n many --num-jobs 450 -- sh -c 'touch "$T/started"' >/dev/null
exits 0 mj cancel 2-451
is '450 jobs that waited are cancelled' "$(cat out)" "what is told"
is 450 "$(grep -l '^status = CANCELLED' "$MJ_HOME"/jobs/*/record | wc -l)" "ends"
wait_for no_pass
is '' "$(entries pool/local/waiting)" "what waits"
is '' "$(find "$MJ_HOME/jobs" -name ctl ! -path '*0000000001/*')" "FIFOs"
exits 0 mj cancel 400
contains "$(cat out)" 'has ended already'
mj cancel 1 --now >/dev/null
ends 103 1
[ ! -e started ] || fail "one was started"
exits 0 mj doctor
