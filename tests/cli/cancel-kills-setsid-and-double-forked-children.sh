#!/bin/sh
# When a running job is CANCELLED no process of it is left, setsid and double-
# forked ones included.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'grace = 150ms'
cat >family.sh <<'END'
setsid sh -c 'echo $$ >"$T/pid.1"; sleep 600' &
(setsid sh -c 'trap "" TERM HUP; echo $$ >"$T/pid.2"
	while :; do sleep 1; done' & )
(exec env -i sleep 600 <&- >&- 2>&- & echo $! >"$T/pid.3")
sh -c 'kill -STOP $$' &
echo $! >"$T/pid.4"
sleep 600
END
launch -- sh "$T/family.sh" >/dev/null
wait_for '[ "$(cat pid.* 2>/dev/null | wc -l)" = 4 ]'

mj cancel --wait 1
ends 103 1

all_gone pid.*
is '' "$(entries .)" "what is still owed"
