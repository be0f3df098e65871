#!/bin/sh
# The home of another user is refused, by root too.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

[ "$(id -u)" = 0 ] || skip "only root can give a directory away"
mkdir -m 700 "$MJ_HOME"
chown 12345 "$MJ_HOME" || skip "cannot chown here"

exits 1 mj launch -- true
contains "$(cat err)" "^mj: "
exits 1 mj queue

is '' "$(ls "$MJ_HOME")" "what was made in it"
