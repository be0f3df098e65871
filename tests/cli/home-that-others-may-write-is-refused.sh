#!/bin/sh
# A home that others may write is refused by every command, by name.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

mkdir -m 770 "$MJ_HOME"

exits 1 mj launch -- true
contains "$(cat err)" "^mj: .*\.mj"
exits 1 mj queue
exits 1 schedule --once

is '' "$(ls "$MJ_HOME")" "what was made in it"
