#!/bin/sh
# MJ_HOME names the home, --home goes before it, and without both it is ~/.mj.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

unset MJ_HOME
"$MJ" launch -- true 2>/dev/null >/dev/null
MJ_HOME=$T/by-variable "$MJ" launch --hold -- true 2>/dev/null >/dev/null
MJ_HOME=$T/by-variable "$MJ" --home "$T/by-option" launch --hold -- true \
	2>/dev/null >/dev/null

[ -d "$HOME/.mj/jobs/0000000001" ] || fail "no ~/.mj"
[ -d "$T/by-variable/jobs/0000000001" ] || fail "MJ_HOME does not count"
[ -d "$T/by-option/jobs/0000000001" ] || fail "--home does not count"
MJ_HOME=$HOME/.mj
"$MJ" wait --timeout 20 1
