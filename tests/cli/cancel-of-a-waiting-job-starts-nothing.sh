#!/bin/sh
# A waiting or held job is CANCELLED at once, and no process was started for
# it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
gate go
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(entries pool/local/running | wc -l)" = 1 ]'
launch -- touch "$T/ran" >/dev/null
launch --hold -- touch "$T/ran" >/dev/null

mj cancel 2 3
exits 103 mj wait --timeout 0.001s 2
exits 103 mj wait --timeout 0.001s 3
is '' "$(values 2 job claim)$(values 3 job claim)" "claims"
open_gate go
ends 0 1
schedule --once
[ ! -e ran ] || fail "it ran"
