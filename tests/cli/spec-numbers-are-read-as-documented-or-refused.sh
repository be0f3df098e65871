#!/bin/sh
# A number, a duration, a size or a truth in a spec is read as it is documented, or
# refused with its place: nothing is taken for octal, hexadecimal, sexagesimal, a float
# or another word for true.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# KEY as it stands in a spec, with @ for the value
keys='priority: @
timeout: @
log_max: @
allow_failure: @
num_nodes: @
termination_delay: @
job_recovery: {max_restarts_on_errors: @}
job_recovery: {max_recoveries: @}
job_recovery: {max_launch_retries: @}
job_recovery: {recover_on_exit_codes: @}
job_recovery: {recover_on_exit_codes: [@]}
job_recovery: {backoff: {initial: @}}
job_recovery: {backoff: {max: @}}
job_recovery: {backoff: {factor: @}}
job_recovery: {backoff: {jitter: @}}
resources: {cpus: @}
resources: {memory: @}
resources: {gpus: @}
resources: {accelerators: {A100: @}}
resources: {priority: @}'
# refused KEY VALUE
refused()
{
	printf 'run: "true"\n%s\n' "${1%@*}$2${1##*@}" >odd.yaml
	exits 2 mj launch odd.yaml
	grep -q '^mj: odd.yaml:2:[0-9]*: ' err || fail "$1, $2: $(cat err)"
}
for value in 010 1e3 12:30:45; do
	printf '%s\n' "$keys" | while read -r key; do
		refused "$key" $value
	done
done
for value in 0x10 0b11 0o10 1_000 .inf .nan +5 5. .5 yes on Off NO True \
	"'0010'" 99999999999999999999 2026-11-30; do
	printf '%s\n' "$keys" | sed -n 1,4p | while read -r key; do
		refused "$key" "$value"
	done
done
for value in 010 0x2 1e3 two; do
	printf 'max_parallel: %s\n---\nrun: "true"\n' "$value" >odd.yaml
	exits 2 mj launch odd.yaml
	contains "$(cat err)" '^mj: odd.yaml:1:15: '
done

is '' "$(ls "$MJ_HOME/jobs" 2>/dev/null)" "what was stored"
