#!/bin/sh
# f in mj top follows the job's output on the terminal, and ^C, or Enter at its end, comes
# back; i shows it on the screen, and nothing of that is left on the terminal.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

[ -x "${MJ%/*}/mj-top" ] || skip "built without mj top"
gate go
launch -n runs -- sh -c 'echo its output; : <"$T/go"; echo the end' >/dev/null
wait_for 'grep -q output "$(log_of 1 sh)" 2>/dev/null'

terminal 80 24 "$MJ" top -a --interval 0.1 <<'END'
sees ^ *1  runs +RUNNING
keys f
sees ^its output
lacks ^mj top
keys \x03
sees ^mj top
sees ^ *1  runs +RUNNING
keys f
sees ^its output
run : >"$T/go"
sees ^the end
sees Enter, q or Esc goes back
keys x
sees Enter, q or Esc goes back
keys q
sees ^ *1  runs +SUCCEEDED
keys f
sees Enter, q or Esc goes back
keys \n
sees ^ *1  runs +SUCCEEDED
size 80 14
keys i
sees ^job 1$
lacks ^story
keys G
sees ^story
lacks ^job 1$
keys k\x1bOA
lacks 1: ended: exit 0
keys g
sees ^job 1$
sees ^q, Esc, Enter go back; up, down
size 40 9
sees ^job 1$
sees ^name +runs
lacks ^task
keys \x20
sees ^priority
lacks ^job 1$
keys q
sees ^mj top
keys i
sees ^job 1$
keys \x1b
sees ^mj top
keys q
ended 0
restored
lacks ^job 1$
END

gate more
launch -n second -- sh -c 'echo again; : <"$T/more"' >/dev/null
terminal 80 24 "$MJ" top <<'END'
sees second +RUNNING
keys \n
sees ^again
signal TERM
ended SIGTERM
restored
END
# the follower went with it
wait_for '! pgrep -f "$MJ_HOME logs 2"' "the end of mj logs"
open_gate more
ends 0 2
