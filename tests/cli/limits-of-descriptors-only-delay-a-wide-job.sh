#!/bin/sh
# A job with more parallel tasks than the captured limit of open files allows
# to start at once runs them all.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'max_launching = 100' '[pool local]' 'slots = 100'
{
	printf 'name: wide\nexecution: parallel\n'
	for i in $(seq 40); do
		printf -- '---\nname: t%d\nrun: ": <\\"$T/go\\""\n' "$i"
	done
} >job.yaml
gate go
# shellcheck disable=SC3045 # every shell of a Linux has it
(ulimit -n 64; launch job.yaml >/dev/null)
wait_for 'grep -qs "trying again" "$MJ_LOGS"/jobs_controller/*1.log'
kill -0 "$(controller 1)" || fail "the controller is gone"

open_gate go
ends 0 1
is 40 "$(grep -A1 "^\[task " "$(job_dir 1)/record" | grep -c "^status = SUCCEEDED")" successes
is 1 "$(value 1 job claim)" claims
is '' "$(entries .)" "what is still owed"
