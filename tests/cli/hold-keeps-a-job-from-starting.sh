#!/bin/sh
# A held job does not start before release, nor does one that was put on hold
# while it waited.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
gate go
launch --hold -- touch "$T/one" >/dev/null
schedule --once
contains "$(mj queue)" 'release 1'
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(entries pool/local/running | wc -l)" = 1 ]'
launch -- touch "$T/three" >/dev/null
mj hold 3
is "0000000001.1
0000000003.1" "$(entries held)" "what is held"
open_gate go
ends 0 2
schedule --once
[ ! -e one ] && [ ! -e three ] || fail "a held job ran"

mj release 1 3
ends 0 1 3
exits 1 mj hold 3
