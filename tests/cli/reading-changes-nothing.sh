#!/bin/sh
# queue, show, logs, wait, graph, report and metrics write nothing and take no lock: they work on a
# read-only home, with every lock taken.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs flock
launch -- echo hello >/dev/null
launch -- false >/dev/null
ends 0 1
ends 100 2
launch --hold -- true >/dev/null
: >"$(job_dir 3)/controller.pid"
wait_for no_pass
listing()
{
	find "$HOME" -printf '%p %i %m %s %T@ %C@\n' | sort
}
chmod -R a-w "$HOME"
listing >before

locked()
{
	flock -n "$MJ_HOME/queue" flock -n "$MJ_HOME/seq" \
		flock -n "$(job_dir 3)/controller.pid" "$@"
}
exits 0 locked "$MJ" queue -a -v
exits 0 locked "$MJ" queue --json
exits 0 locked "$MJ" show 1
exits 0 locked "$MJ" logs 1
is hello "$(cat out)"
exits 100 locked "$MJ" wait 1 2
exits 0 locked "$MJ" show 3
exits 0 locked "$MJ" graph 1
exits 0 locked "$MJ" graph --text 3
exits 0 locked "$MJ" report 2
exits 0 locked "$MJ" report
exits 0 locked "$MJ" metrics
exits 0 locked "$MJ" pools --json
exits 0 locked "$MJ_SCHEDULE" --dry-run

listing >after
cmp before after || fail "$(diff before after)"
chmod -R u+w "$HOME"
