#!/bin/sh
# f in mj top follows the job's output on the terminal, and ^C, or Enter at its end, comes
# back; i shows it.
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
sees Enter goes back
keys \n
sees ^ *1  runs +SUCCEEDED
keys i
sees Enter goes back
printed exit_code|exit 0|ended
keys \x03
sees ^mj top
keys q
ended 0
restored
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
