#!/bin/sh
# A log directory that others may write is refused at submit, and nothing is
# stored.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

mkdir -m 777 "$MJ_LOGS"
chmod 777 "$MJ_LOGS"

exits 1 mj launch -- true

contains "$(cat err)" "sky_logs"
is '' "$(ls "$MJ_HOME/jobs")" "what was stored"
