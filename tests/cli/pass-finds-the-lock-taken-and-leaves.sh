#!/bin/sh
# A pass that finds another at work exits 0 at once and starts nothing.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs flock
launch --hold -- true >/dev/null
wait_for no_pass

exits 0 flock -o "$MJ_HOME/queue" "$MJ_SCHEDULE" -v
contains "$(cat err)" 'another pass'
