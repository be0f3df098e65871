#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/cluster.sh"

cluster_start
pool ''

echo 'exit 7' | spec '' >code.yaml
# shellcheck disable=SC2016
echo 'kill -SEGV $$' | spec '' >signal.yaml
echo 'echo never' | spec 'setup: exit 5' >setup.yaml
echo 'touch "$T/up"; sleep 1000' | spec '' >limit.yaml
echo 'sleep 1000' | spec 'timeout: 1s' >timeout.yaml
echo 'true' | spec 'setup: true' >well.yaml
for name in code signal setup limit timeout well; do
	launch "$name.yaml" >"$T/$name"
done

# Slurm's own limit of time, which it looks at every half minute
wait_for '[ -e "$T/up" ]'
scontrol update JobId="$(slurm_id "$(cat "$T/limit")")" EndTime=now+1

ends 0 "$(cat "$T/well")"
ends 100 "$(cat "$T/code")"
is 7 "$(value "$(cat "$T/code")" 'run task' exit)"
ends 100 "$(cat "$T/signal")"
is 11 "$(value "$(cat "$T/signal")" 'run task' signal)"
ends 100 "$(cat "$T/setup")"
status_is "$(cat "$T/setup")" FAILED_SETUP || fail "the setup did not fail"
is 5 "$(value "$(cat "$T/setup")" 'run task' exit)"
ends 100 "$(cat "$T/timeout")"
is timeout "$(value "$(cat "$T/timeout")" 'run task' cause)"
exits 100 mj wait --timeout 90 "$(cat "$T/limit")"
is timeout "$(value "$(cat "$T/limit")" 'run task' cause)"
for name in code signal setup limit timeout well; do
	is 1 "$(values "$(cat "$T/$name")" 'run task' remote | wc -l)" "submissions"
done
