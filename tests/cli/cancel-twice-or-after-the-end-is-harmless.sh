#!/bin/sh
# A second cancel, and one of a job that has ended, changes nothing.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- true >/dev/null
ends 0 1
launch --hold -- true >/dev/null
mj cancel 2 >/dev/null
ends 103 2
sum=$(cat "$MJ_HOME"/jobs/*/record | cksum)

exits 0 mj cancel 1
exits 0 mj cancel 2
schedule --once

is "$sum" "$(cat "$MJ_HOME"/jobs/*/record | cksum)" "the records"
ends 0 1
