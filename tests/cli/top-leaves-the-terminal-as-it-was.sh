#!/bin/sh
# However mj top ends, or is stopped by ^Z, the terminal is as it was; what it cannot be
# run on is said in a line.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

[ -x "${MJ%/*}/mj-top" ] || skip "built without mj top"
launch --hold -n held -- true >/dev/null
for signal in TERM HUP INT QUIT; do
	terminal 80 24 "$MJ" top <<-END
	sees held
	signal $signal
	ended SIG$signal
	restored
	END
done
terminal 80 24 "$MJ" top <<'END'
sees held
keys \x1a
stopped
restored
signal CONT
sees ^mj top
sees held
keys \x03
ended SIGINT
restored
END

exits 2 mj top
contains "$(cat err)" 'it needs a terminal; mj queue prints the same'
terminal 80 24 env TERM=nonsense "$MJ" top <<'END'
sees ^mj: top: the terminal 'nonsense' is not known here: set TERM
ended 1
restored
END
terminal 80 24 env TERM=dumb "$MJ" top <<'END'
sees ^mj: top: TERM does not say
ended 2
END
