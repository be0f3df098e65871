#!/bin/sh
# What `cancel -a` has covered by number never starts, also when its launcher
# had not looked.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold -- touch "$T/ran" >/dev/null
printf 'cancelled_upto = 0000000001\n' |
	dd of="$MJ_HOME/seq" bs=1 conv=notrunc 2>/dev/null \
		seek="$(grep -b cancelled_upto "$MJ_HOME/seq" | cut -d : -f 1)"

mj release 1 >/dev/null
ends 103 1
schedule --once
[ ! -e ran ] || fail "it ran"
is 2 "$(launch -- true)"
ends 0 2
