#!/bin/sh
# Higher priority goes first, then the number; a spec's priority counts unless
# --priority is given.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
gate go
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(entries pool/local/running | wc -l)" = 1 ]'
note='echo "$MJ_JOB_ID" >>"$T/order"'
printf 'priority: 5\nrun: %s\n' "'$note'" >five.yaml
launch -- sh -c "$note" >/dev/null
launch --priority -10 -- sh -c "$note" >/dev/null
launch --priority 1000 -- sh -c "$note" >/dev/null
launch five.yaml >/dev/null
launch --priority -1000 five.yaml >/dev/null
launch -- sh -c "$note" >/dev/null

open_gate go
ends 0 1-7
is '4 5 2 7 3 6' "$(tr '\n' ' ' <order | sed 's/ $//')"
