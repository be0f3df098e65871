#!/bin/sh
# mj launch -f that was stopped by ^Z draws anew below what others have printed since; in
# the background it draws nothing.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
printf '%s\n' 'name: two' --- 'name: a' "run: ': <\"\$T/go\"'" --- \
	'name: b' 'run: "true"' >two.yaml
terminal 80 20 "$MJ" launch -f two.yaml <<'END'
sees ^job 1 two .*RUNNING.* 0/2
keys \x1a
stopped
signal CONT
# the lines of before stay
lines 2 ^job 1 two .*RUNNING.* 0/2
run : >"$T/go"
sees ^job 1 two .*SUCCEEDED.* 2/2
lines 1 ^job 1 two .*RUNNING.* 0/2
ended 0
END
