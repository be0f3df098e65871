#!/bin/sh
# Pid files that are empty, no number, 0, -1, 1 or too large are as good as
# none: the job goes on and nobody is signalled.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch_held 7 -- true >/dev/null
job=0
for text in '' abc 0 -1 1 99999999999 "$$"; do
	job=$((job + 1))
	printf '%s\nstart = 5\nboot = x\n' "$text" >"$(job_dir $job)/controller.pid"
	printf '%s' "$text" >"$(job_dir $job)/runner.true.pid"
done
mj release 1-7
ends 0 1-7

for text in abc 0 -1 1 99999999999 "$$"; do
	wait_for no_pass
	printf '%s' "$text" >"$MJ_HOME/scheduler.pid"
	exits 0 schedule --reap
done
