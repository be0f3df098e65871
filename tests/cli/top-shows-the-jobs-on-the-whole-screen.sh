#!/bin/sh
# mj top shows the jobs, what they come to and the limits on 80 columns and 24 rows,
# follows what changes and the size of the terminal, and writes nothing.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

[ -x "${MJ%/*}/mj-top" ] || skip "built without mj top"
settings '[pool local]' 'type = local' 'slots = 1'
gate go
launch -n runs -- sh -c ': <"$T/go"' >/dev/null
launch -n waits -- true >/dev/null
launch -n held --hold -- true >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
wait_for no_pass

state()
{
	find "$MJ_HOME" "$MJ_LOGS" -printf '%p %s %T@ %C@\n' | sort
}
state >before
terminal 80 24 "$MJ" top --interval 0.1 <<'END'
sees ^mj top  3 jobs: 2 pending, 1 running  .*\d\d:\d\d:\d\d$
sees ^pools in use: local 1 of 1; being started: 0 of \d+; jobs under way: 1 of
sees ^ID  NAME +STATUS .* DETAILS$
sees ^ 3  held +PENDING .*held: mj release 3 starts it
sees ^ 2  waits +PENDING .*waiting: pool local is full
sees ^ 1  runs +RUNNING
sees ^f follow .* q quit$
keys ?
sees any key goes back
keys x
sees ^ 1  runs
keys v
sees ^\\_ +0  sh
keys v
lacks ^\\_
keys ss
sees ^sorted by name
keys jkGgs
size 44 9
sees ^mj top
sees ^ID  NAME   STATUS   DETAILS$
keys q
ended 0
restored
END
state >after
diff before after || fail "it wrote something"

terminal 80 24 "$MJ" top --interval 0.1 -a <<'END'
sees ^ 1  runs +RUNNING
run : >"$T/go"
sees ^ 1  runs +SUCCEEDED
sees ^ 2  waits +SUCCEEDED
keys a
lacks SUCCEEDED
sees ^ 3  held
# an interval that never passes: keys and sizes do not wait for it
keys q
ended 0
END
terminal 80 24 "$MJ" top -n 'no*' --interval 1h <<'END'
sees no active jobs; a shows those that have ended
keys a
sees no such jobs
keys q
ended 0
END
