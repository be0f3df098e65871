#!/bin/sh
# mj queue --watch shows what changes where it is, and leaves the terminal as it was: at
# q, ^C, ^Z and TERM.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold -n first -- true >/dev/null
terminal 90 12 "$MJ" queue --watch --interval 0.1 <<'END'
sees ^ 1 .*first +PENDING
run "$MJ" launch --hold -n second -- true >/dev/null 2>&1
sees ^ 2 .*second +PENDING
once first
run "$MJ" cancel 1 >/dev/null
lacks first
# nothing is wiped before it is drawn
printed ^[^\x1b]*\x1b\[\?1049h((?!\x1b\[2J)[\s\S])*$
size 40 5
sees ^ 2  second
keys \x1a
stopped
restored
signal CONT
sees second
keys q
ended 0
restored
END
terminal 90 12 "$MJ" queue -w <<'END'
sees second
keys \x03
ended SIGINT
restored
sees second
END
terminal 90 12 "$MJ" queue -w <<'END'
sees second
signal TERM
ended SIGTERM
restored
END
exits 2 mj queue --watch
contains "$(cat err)" 'needs a terminal'
exits 2 mj queue --watch --json
