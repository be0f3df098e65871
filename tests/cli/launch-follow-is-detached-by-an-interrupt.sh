#!/bin/sh
# ^C leaves the job to go on and says so, with the commands to follow and to cancel it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
cat >two.yaml <<'END'
name: a
run: 'echo begun; : <"$T/go"'
---
name: b
run: "true"
END
for what in two.yaml '-- sh -c "echo begun; : <\"\$T/go\""'; do
	eval "set -- $what"
	terminal 100 12 "$MJ" launch -f "$@" <<-'END'
	sees begun
	keys \x03
	sees ^mj: detached, and job \d goes on; mj logs \d follows it, mj cancel \d ends it$
	ended SIGINT
	restored
	END
done
is 2 "$(mj queue -s RUNNING --json | wc -l)" "jobs that go on"
open_gate go
ends 0 1 2
