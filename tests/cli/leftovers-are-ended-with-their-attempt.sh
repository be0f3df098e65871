#!/bin/sh
# What a task leaves behind is ended with it; with leftovers = keep it lives
# on and its output is kept.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'leftovers = keep'
gate go
launch -- sh -c 'echo $$ >"$T/pid"; (: <"$T/go"; echo late) & exit 0' >/dev/null
ends 0 1
open_gate go
wait_for 'grep -q late "$(log_of 1 sh)"'

settings '[scheduler]' 'grace = 100ms'
launch -- sh -c 'sleep 600 & echo $! >"$T/pid"; exit 4' >/dev/null
ends 100 2
is 4 "$(value 2 'run sh' exit)"
gone "$(cat pid)" || fail "it lives"
