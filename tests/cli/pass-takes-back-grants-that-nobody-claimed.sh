#!/bin/sh
# Entries in running/ and launching/ without a controller are removed by the
# next pass, so that no slot leaks.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
launch --hold -- true >/dev/null
wait_for no_pass
pool=$MJ_HOME/queue/pool/local
mkdir -p "$pool/running"
: >"$pool/running/0000000001.true"
: >"$MJ_HOME/queue/launching/0000000001.true"
: >"$pool/running/0000000077.gone"

schedule --once
is '0000000001.1' "$(entries .)" entries
mj release 1
ends 0 1
