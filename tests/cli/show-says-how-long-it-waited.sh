#!/bin/sh
# show tells how long a job waits and for what, how long each attempt was waited for, and
# in how long the next one is due; its times are UTC with --utc.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1' '[recovery]' 'initial = 1h' \
	'max = 2h' 'jitter = 0'
gate go
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
launch -- true >/dev/null
contains "$(mj show 2)" '^reason *waiting: pool local is full (1 of 1)'
contains "$(mj show 2)" '^waiting for *[0-9.]*s, since 20'
open_gate go
ends 0 1 2
contains "$(mj show 2)" '^waited  *[0-9.]*s$'
contains "$(mj show 2)" '^    waited  *[0-9.]*s$'
contains "$(mj show 2)" 'attempt 1: started, after waiting '

launch --after 2 -- true >/dev/null
ends 0 3
contains "$(mj show 3)" 'attempt 1: started, after waiting .* (after job 2)$'

printf '%s\n' 'name: dag' --- 'name: a' 'run: "true"' --- 'name: b' 'depends_on: [a]' \
	'run: exit 3' 'job_recovery: {max_restarts_on_errors: 3}' >dag.yaml
launch dag.yaml >/dev/null
wait_for '[ "$(value 4 "task b" status)" = RECOVERING ]'
contains "$(mj show 4)" '^  next try  *20.*, in \(1h 0m\|5[0-9]m\)'
contains "$(mj show 4)" 'task b: attempt 1: started, .* after a ended'
contains "$(TZ=Pacific/Auckland mj show --utc 4)" \
	"^submitted *$(mj show --json 4 |
		sed 's/.*"submitted_at":"\([^T]*\)T\([^.]*\).*/\1 \2/;
		s/.*"submitted_at": "\([^T]*\)T\([^.]*\).*/\1 \2/')"
