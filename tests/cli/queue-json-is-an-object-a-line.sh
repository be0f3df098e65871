#!/bin/sh
# queue --json prints one valid object a line with the names of the table;
# absent is absent.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq
settings '[pool local]' 'type = local' 'slots = 1'
gate go
launch -n one -- sh -c ': <"$T/go"' >/dev/null
launch -n two -- true >/dev/null
launch -n three --hold -- true >/dev/null
wait_for '[ "$(entries pool/local/running | wc -l)" = 1 ]'
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'

mj queue --json >out
is 3 "$(wc -l <out)" lines
is '1 one RUNNING ALIVE
2 two PENDING WAITING
3 three PENDING INACTIVE' "$(jq -rs 'sort_by(.id)[] |
	"\(.id) \(.name) \(.status) \(.schedule_state)"' out)"
is '[2,3]' "$(jq -cs '[.[] | select(has("started_at") | not) | .id] | sort' out)"
contains "$(jq -r 'select(.id == 2) | .reason' out)" 'pool local is full'
open_gate go
ends 0 1 2
