#!/bin/sh
# The keys of mj top cancel and retry the job under the bar once y is struck, hold and
# release it, and filter the rows.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

[ -x "${MJ%/*}/mj-top" ] || skip "built without mj top"
settings '[pool local]' 'type = local' 'slots = 1'
gate go
launch -n runs -- sh -c ': <"$T/go"' >/dev/null
launch -n first -- true >/dev/null
launch -n second -- true >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'

terminal 80 24 "$MJ" top -a --interval 0.1 <<'END'
sees ^ 3  second
# the bar is on the newest; down to the first
keys j
keys c
sees ^cancel job 2 first\?  y: yes, any other key: no
keys n
lacks ^cancel job
sees ^ 2  first +PENDING
keys h
sees ^job 2 is held$
sees ^ 2  first +PENDING .*held: mj release 2
keys h
sees ^job 2 is released$
sees ^ 2  first +PENDING .*waiting
keys cy
sees ^job 2 is cancelled$
sees ^ 2  first +CANCELLED
keys ry
sees ^job 2 .*
sees ^ 2  first +PENDING
keys r
sees ^retry job 2 first\?
keys y
sees ^job 2 .*
# what runs can be neither held nor tried again, and that is said
keys Gh
sees ^job 1 
sees ^ 1  runs +RUNNING
keys /
sees ^filter: _
keys seX
sees ^filter: seX_
lacks ^ 1 
keys \x7fc
sees ^filter: sec_
sees ^ 3  second
keys \n
lacks ^ 1 
sees only what has 'sec' in it
keys cy
sees ^job 3 is cancelled
keys \x1b
sees ^ 1  runs
keys q
ended 0
END
is CANCELLED "$(value 3 job status)"
is "" "$(value 1 job status)" "a final status of the job that runs"
open_gate go
ends 0 1 2
