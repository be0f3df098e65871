#!/bin/sh
# mj set after= replaces what a job waits for, and none lets it start; a ring is
# refused.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch -- sh -c ': <"$T/go"' >/dev/null
launch --after 1 -- true >/dev/null
launch --after 2 -- true >/dev/null
launch --after 1:fail -- true >/dev/null

exits 1 mj set 2 after=3
contains "$(cat err)" 'after itself'
exits 1 mj set 2 after=2
exits 1 mj release 2
contains "$(cat err)" 'after job 1 (ok); mj set 2 after=none'
mj set 4 after=2,3:any
contains "$(mj queue)" ' after job 2 (ok), job 3 (any)'
mj set 2 after=none
ends 0 2 3 4
is "" "$(entries held)$(entries after)" "what is left"
exits 1 mj set 2 after=1
open_gate go
ends 0 1
