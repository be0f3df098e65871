#!/bin/sh
# Following a job that waits for long says once why; ^C says that it goes on.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'slots = 1'
gate go
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
mj launch -f -- echo hello >out 2>err &
wait_for 'grep -q "^mj: job 2 waits: pool local is full (1 of 1)" err'
mj logs -f 2 >out2 2>err2 &
follower=$!
wait_for '[ -s err2 ]'

needs python3
python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
os.execv(sys.argv[1], sys.argv[1:])' "$MJ" launch -f -- true >out3 2>err3 &
third=$!
started "$third"
wait_for 'grep -q "job 3 waits" err3'
kill -INT "$third"
wait_for 'gone "$third"'
contains "$(cat err3)" 'job 3 goes on; mj logs 3 follows it, mj cancel 3 ends it'
open_gate go
ends 0 1 2 3
wait "$follower"
is 1 "$(grep -c waits err2)" "times it was said"
