#!/bin/sh
# `mj launch -f` of several tasks shows a bar that is drawn over itself while it is at work,
# as it is last.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate more
gate go
cat >two.yaml <<'END'
name: dag
---
name: bar
run: 'echo begins; printf "10%%\r20%%"; : <"$T/more"; printf "\r30%%\r"; : <"$T/go"; printf "\ndone\n"'
---
name: next
run: "true"
END
terminal 80 20 "$MJ" launch -f two.yaml <<'END'
sees ^  > bar  RUNNING
sees ^      begins$
sees ^      20%$
lacks 10%
run : >"$T/more"
sees ^      30%$
lacks 20%
run : >"$T/go"
ended 0
sees ^  mj logs 1 prints all
END
