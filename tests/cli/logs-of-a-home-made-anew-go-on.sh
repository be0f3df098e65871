#!/bin/sh
# The logs of a home that was moved stay its own; those of one that was removed go to
# the home that comes after it, whose numbers go on.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

ends 0 "$(launch -- echo first)"
wait_for no_pass
mv "$MJ_HOME" "$T/moved"
MJ_HOME="$T/moved"
is 2 "$(launch --hold -- true)" "number after the move"
mj cancel 2 >/dev/null
wait_for no_pass
rm -rf "$MJ_HOME"
MJ_HOME="$HOME/.mj"
is 2 "$(launch -- echo anew)" "number of a home made anew"
ends 0 2
rm "$MJ_LOGS/.mj-home"
ends 0 "$(launch -- true)"
contains "$(cat "$MJ_LOGS/.mj-home")" "^home = $MJ_HOME"
