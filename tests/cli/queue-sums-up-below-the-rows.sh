#!/bin/sh
# On a terminal mj queue says below its rows how many jobs there are of each status, and
# how much of the limits is in use; a pipe gets rows alone.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'max_alive = 7' 'max_launching = 5' \
	'[pool local]' 'type = local' 'slots = 1' \
	'[pool night]' 'type = local' 'slots = 3'
gate go
ends 100 "$(launch -- false)"
launch -- sh -c ': <"$T/go"' >/dev/null
launch -n second -- true >/dev/null
launch --hold -- true >/dev/null
wait_for '[ "$(value 2 "task sh" status)" = RUNNING ]'

terminal 100 20 "$MJ" queue -a <<'END'
sees ^4 jobs: 2 pending, 1 running, 1 failed$
sees ^pools in use: local 1 of 1, night 0 of 3; being started: 0 of 5; jobs under way: 1 of 7$
ended 0
END
terminal 100 20 "$MJ" queue -l 2 <<'END'
sees ^2 jobs: 2 pending; there are more$
END
is 5 "$(mj queue -a | wc -l)" "lines in a pipe"
open_gate go
ends 0 2 3
