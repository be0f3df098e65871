#!/bin/sh
# A full pool blocks no other pool, and queue names it as the reason.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1' \
	'[pool other]' 'type = local' 'slots = 1'
gate go
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(entries pool/local/running | wc -l)" = 1 ]'
launch -- true >/dev/null
launch --pool other -- true >/dev/null

ends 0 3
is PENDING "$(mj queue --json | sed -n 's/.*"id": *2,.*"status": *"\([A-Z]*\)".*/\1/p')"
contains "$(mj queue)" 'waiting: pool local is full (1 of 1)'
open_gate go
ends 0 1 2
