#!/bin/sh
# A job does not begin before its time, whatever passes run, and the first pass
# after it starts it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

TZ=XXX-5 # five hours before UTC
export TZ
launch --begin +1h -- true >/dev/null
launch --begin 2034-05-06T07:08 -- true >/dev/null
contains "$(cat "$T/launch.err")" '^job 2 (true) is submitted, not before 2034-05-06 12:08 (in '
launch --begin '2034-05-06 10:08' -- true >/dev/null
launch --begin 2001-02-03T04:05:06Z -- true >/dev/null
ends 0 4
contains "$(mj queue)" 'begins 2034-05-06 12:08 (in '
contains "$(mj queue)" 'begins 2034-05-06 10:08 (in '
contains "$(mj queue --utc)" 'begins 2034-05-06 07:08 (in '
contains "$(mj queue)" ' (in 59m '
schedule --once
is "0000000001.1
0000000002.1
0000000003.1" "$(entries held)" "what is not due"

exits 1 mj release 1
contains "$(cat err)" 'begin=now'
mj set 1 begin=+1s 2>/dev/null
wait_for 'schedule --once && mj wait --timeout 0 1'
mj set 2-3 begin=now
ends 0 2 3
is "" "$(entries held)$(entries begin)" "what is left"
exits 2 mj launch --begin tomorrow -- true
exits 2 mj launch --begin 2034-02-30T01:00 -- true
