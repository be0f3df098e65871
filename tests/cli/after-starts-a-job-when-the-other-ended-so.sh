#!/bin/sh
# A job after others starts by itself when each of them ended as was asked, and
# queue tells what it waits for until then.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
gate fails
launch -n first -- sh -c ': <"$T/go"' >/dev/null
launch -n second -- sh -c ': <"$T/fails"; exit 3' >/dev/null
launch --after first --after 2:fail -- true >/dev/null
launch --after 1-2:any -- true >/dev/null
contains "$(mj queue)" 'after job 1 (ok), job 2 (fail)'
contains "$(mj queue)" 'after job 1 (any), job 2 (any)'
contains "$(mj show 3)" '^scheduler *INACTIVE'

open_gate fails
ends 100 2
is "0000000003.1
0000000004.1" "$(entries held)" "what waits for job 1"

open_gate go
ends 0 1 3 4
is "" "$(entries held)$(entries after)" "what is left"
