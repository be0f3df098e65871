#!/bin/sh
# A job directory whose queue entry was never made is no job: it is not
# listed, not run and not waited for.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold -- touch "$T/ran" >/dev/null
rm "$MJ_HOME/queue/held/0000000001.1"
mkdir -m 700 "$MJ_HOME/jobs/.new.left"

schedule --once
exits 102 mj wait 1
exits 102 mj show 1
is 0 "$(mj queue -a | grep -c touch)" "rows about it"
is 2 "$(launch -- true)"
ends 0 2
[ ! -e ran ] || fail "it ran"
