#!/bin/sh
# A task that stops its runner, traces it or kills it by a tracer, closes all it has, or
# hides in sessions, process groups and namespaces of its own, hurts its own job alone: it
# can be cancelled, nothing of it is left, and other jobs go on meanwhile.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[scheduler]' 'grace = 100ms' '[recovery]' 'initial = 20ms' \
	'[pool local]' 'slots = 20'

# The runner is stopped, before the end and again and again, and so is the controller.
launch -- sh -c 'kill -STOP $PPID; exit 0' >/dev/null
launch -- sh -c 'echo $$ >"$T/stopper"; trap : TERM
	while kill -STOP $PPID; do :; done; exec sleep 600' >/dev/null
launch -- sh -c 'kill -STOP "$(head -n 1 "$MJ_HOME/jobs/0000000003/controller.pid")"
	: >"$T/stopped"; exec sleep 600' >/dev/null
wait_for '[ -s stopper ] && [ -e stopped ]'
wait_for '[ "$(sed "s/.*) //" "/proc/$(runner 1 sh)/stat" | cut -c 1)" = T ]'
launch -n good -- true >/dev/null
ends 0 good
for job in 1 2 3; do
	exits 0 mj cancel $job
	status=0
	mj wait --timeout 30 $job 2>err || status=$?
	case $job$status in
	1103 | 10 | 2103 | 3103) ;;
	*) fail "job $job: $status $(cat err)" ;;
	esac
done
all_gone stopper

# It has nothing open.
launch -- sh -c 'exec <&- >&- 2>&-; exit 5' >/dev/null
ends 100 5
is 5 "$(value 5 'run sh' exit)"

# In a session and namespaces of its own, twice.
if unshare -pf true 2>/dev/null; then
	launch -- sh -c 'exec unshare -pf setsid sh -c "
		trap : TERM; (unshare -pf setsid sleep 600 &)
		echo there >\"\$T/inside\"; while :; do sleep 600; done"' >/dev/null
	wait_for '[ -s inside ]'
	wait_for '[ "$(task_processes | wc -l)" -ge 4 ]'
	exits 0 mj cancel 6
	exits 103 mj wait --timeout 30 6
	is '' "$(task_processes)" "what lives"
else
	launch -- true >/dev/null
	ends 0 6
fi

# Traced, and killed by the tracer, if that is allowed.
if command -v python3 >/dev/null; then
	cat >trace.py <<'END'
import ctypes, os, sys, time
libc, runner = ctypes.CDLL(None, use_errno=True), os.getppid()
if libc.ptrace(16, runner, 0, 0) == 0:       # attach
    os.waitpid(runner, 0x40000000)
    if sys.argv[1] == "kill":
        libc.ptrace(8, runner, 0, 0)
time.sleep(0.2)
sys.exit(6)
END
	launch -- python3 trace.py attach >/dev/null
	launch -- python3 trace.py kill >/dev/null
	ends 100 7-8
	is 6 "$(value 7 'run python3' exit)"
	is 6 "$(value 8 'run python3' exit)"
fi
launch -n last -- true >/dev/null
ends 0 last
wait_for nothing_alive
