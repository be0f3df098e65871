#!/bin/sh
# `mj doctor` names dead controllers, pid files that say nothing, and what a job
# that has not ended lacks; --repair mends what can be mended, and the job ends.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# wrong PATTERN MENDED: that alone is found, and mended.
wrong()
{
	exits 1 mj doctor
	contains "$(cat out)" "^mj: $1"
	is 1 "$(wc -l <out)" "findings in $(cat out)"
	exits 0 mj doctor --repair
	contains "$(cat out)" "^mj: $1.*; mended: $2"
	exits 0 mj doctor
	is '' "$(cat out)" "what is left"
}

# named PATTERN: it is found, and not to be mended.
named()
{
	exits 1 mj doctor --repair
	contains "$(cat out)" "^mj: $1"
}

gate go
launch --hold -- sh -c ': <"$T/go"' >/dev/null
wait_for no_pass
dir=$(job_dir 1)

echo rubbish >"$dir/controller.pid"
wrong "jobs/0000000001/controller.pid: it names no process" emptied
rm "$dir/controller.pid"
wrong "jobs/0000000001/controller.pid: the lock file is missing" 'made anew'
mv "$dir/env" env.kept
named "job 1: its environment cannot be read"
mv env.kept "$dir/env"
mv "$dir/argv" argv.kept
named "job 1: its spec cannot be read"
mv argv.kept "$dir/argv"
exits 0 mj doctor

mj release 1
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
wait_for no_pass
exits 0 mj doctor
mv "$dir/ctl" ctl.kept
named "job 1: its ctl is missing"
mv ctl.kept "$dir/ctl"
cp "$dir/runner.sh.pid" pid.kept
echo rubbish >"$dir/runner.sh.pid"
named "jobs/0000000001/runner.sh.pid: it names no process"
cat pid.kept >"$dir/runner.sh.pid"
mv "$(log_of 1 sh)" log.kept
named "job 1: the log of attempt 1 of task sh is missing"
mv log.kept "$(log_of 1 sh)"
: >"$MJ_HOME/queue/launching/0000000001.other"
wrong "queue/launching/0000000001.other: half a grant" 'a pass was run'
: >"$MJ_HOME/queue/held/0000000001.1"
wrong "queue/held/0000000001.1: the job has a controller already" removed
: >"$MJ_HOME/queue/paused"
mkdir -p "$MJ_HOME/queue/pool/local/waiting/0007.0/0000000"
: >"$MJ_HOME/queue/pool/local/waiting/0007.0/0000000/0000000001.1.sh"
named ".*0000000001.1.sh: the task does not ask for a place here"
rm "$MJ_HOME/queue/pool/local/waiting/0007.0/0000000/0000000001.1.sh"
rm "$MJ_HOME/queue/paused"
exits 0 mj doctor

# With another boot all who lived are dead.
MJ_BOOT_ID=11111111-2222-3333-4444-555555555555
export MJ_BOOT_ID
exits 1 mj doctor
contains "$(cat out)" "^mj: queue/alive/0000000001: its controller, process .* is dead; mj-schedule"
# the runner first, or it would start a pass in the boot it knows
for pid in $(runner 1 sh) $(controller 1); do
	kill -KILL "$pid"
done
wait_for 'schedule --once; [ "$(value 1 job claim)" = 2 ]'
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
wait_for no_pass
exits 0 mj doctor
open_gate go
ends 0 1

# Lost, with no entry that would owe it.
launch --hold -- true >/dev/null
cat >>"$(job_dir 2)/record" <<'END'

[job]
claim = 1
pid = 4194000
at = 2026-01-02T03:04:05.000Z
end = 91b1767d
END
rm "$MJ_HOME/queue/held/0000000002.1"
exits 1 mj doctor
contains "$(cat out)" "^mj: job 2: it has not ended, and queue/ has no entry"
touch "$MJ_HOME/queue/alive/0000000002"
exits 0 mj doctor --repair
ends 0 2
