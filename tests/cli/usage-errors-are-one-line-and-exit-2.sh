#!/bin/sh
# A usage error is one line on stderr with what to do about it, exit status 2;
# a near miss is suggested.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

wrong()
{
	exits 2 "$@"
	is 1 "$(wc -l <err)" "lines: $(cat err)"
	contains "$(cat err)" '^mj'
	is '' "$(cat out)" stdout
}
wrong mj
wrong mj lunch
contains "$(cat err)" 'launch'
wrong mj queue --jsn
contains "$(cat err)" 'did you mean .--json.'
wrong mj queue extra
wrong mj launch
wrong mj launch --name
wrong mj wait
wrong mj wait --timeout soon 1
wrong mj cancel
wrong mj logs
wrong mj logs --tail x 1
wrong schedule --every x
wrong schedule --onc
wrong schedule extra
[ ! -e "$MJ_HOME" ] || fail "a home was made"
