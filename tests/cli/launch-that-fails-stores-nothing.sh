#!/bin/sh
# A launch that exits otherwise than 0 has stored nothing and the job never
# runs.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold -- true >/dev/null

exits 2 mj launch --pool nowhere -- touch "$T/ran"
contains "$(cat err)" "pool"
exits 2 mj launch missing.yaml
exits 2 mj launch --timeout never -- touch "$T/ran"
exits 2 mj launch --priority 1001 -- touch "$T/ran"
exits 2 mj launch --num-jobs 0 -- touch "$T/ran"
exits 2 mj launch --env 1X=2 -- touch "$T/ran"

is 0000000001 "$(ls "$MJ_HOME/jobs")" "what is stored"
[ ! -e ran ] || fail "it ran"
