#!/bin/sh
# mj queue, show and pools show times in the local zone, and in UTC with --utc.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold -- true >/dev/null
at=$(value 1 job at)
TZ=UTC-5 mj queue >out
contains "$(cat out)" " $(TZ=UTC-5 date -d "$at" '+%Y-%m-%d %H:%M:%S') "
TZ=UTC-5 mj queue --utc >out
contains "$(cat out)" " $(date -u -d "$at" '+%Y-%m-%d %H:%M:%S') "
contains "$(cat out)" 'SUBMITTED (UTC)'

submitted()
{
	sed -n 's/^ *submitted  *\(2[-0-9]* [0-9:]*\).*/\1/p'
}
is "$(TZ=UTC-5 date -d "$at" '+%Y-%m-%d %H:%M:%S')" \
	"$(TZ=UTC-5 "$MJ" show 1 | submitted)"
is "$(date -u -d "$at" '+%Y-%m-%d %H:%M:%S')" \
	"$(TZ=UTC-5 "$MJ" show --utc 1 | submitted)"
mj pause local >/dev/null
since=$(date -u -r "$MJ_HOME/queue/pool/local/paused" '+%Y-%m-%d %H:%M:%S')
contains "$(TZ=UTC-5 "$MJ" pools --utc)" "$since"
