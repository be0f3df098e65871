#!/bin/sh
# `mj doctor --json` prints an object for each finding, and looks at a read-only
# home without changing anything.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq
launch --hold -- true >/dev/null
wait_for no_pass
: >"$MJ_HOME/queue/held/0000000077.1"
: >"$MJ_HOME/queue/alive/0000000078"
listing()
{
	find "$HOME" -printf '%p %i %m %s %T@ %C@\n' | sort
}
chmod -R a-w "$HOME"
listing >before
exits 1 mj doctor --json
listing >after
cmp before after || fail "$(diff before after)"
chmod -R u+w "$HOME"

is '77 queue/held/0000000077.1 there is no such job null
78 queue/alive/0000000078 there is no such job null' "$(jq -r \
	'select(.object != "home") | "\(.job) \(.object) \(.what) \(.done)"' \
	out)" objects
exits 0 mj doctor --repair --json
is 'removed null
a pass was run null' "$(jq -r '"\(.done) \(.advice)"' out)" "what was done"
