#!/bin/sh
# A task that waits to be tried again occupies nothing: another job gets the slot.  It is
# PENDING before it ever ran and RECOVERING after that, and the time is told.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 1' '[recovery]' 'jitter = 0'

cat >setup.yaml <<'EOF'
name: never-ran
setup: exit 3
run: echo
job_recovery: {max_restarts_on_errors: 9, backoff: {initial: 1h}}
EOF
launch setup.yaml >/dev/null
sed 's/setup: exit 3/run: exit 4/; /^run: echo/d; s/never-ran/ran/' \
	setup.yaml >run.yaml
launch run.yaml >/dev/null
wait_for '[ "$(value 2 "task ran" row)" = 1 ]'
launch -- true >/dev/null
ends 0 3
is "" "$(entries launching)$(entries pool/local/running)"
is PENDING "$(value 1 'task never-ran' status)"
is RECOVERING "$(value 2 'task ran' status)"
contains "$(mj queue)" 'next attempt in 59m.*: exit 4'
contains "$(mj queue --json)" '"schedule_state": *"ALIVE_BACKOFF"'
mj cancel 1 2
ends 103 1
ends 103 2
