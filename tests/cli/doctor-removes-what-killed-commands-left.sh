#!/bin/sh
# What a killed command was building, and a job that never was submitted, are
# named and removed by `mj doctor --repair` once they are old and no command is
# at work that could still finish them.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

left()
{
	find "$MJ_HOME" -name '.home.*' -o -name '.new.*' -o -name '.bulk.*' \
		-o -name '.cancel.*' -o -name 0000000002 | wc -l
}

launch --hold -- true >/dev/null
launch --hold -- true >/dev/null
wait_for no_pass
rm "$MJ_HOME/queue/held/0000000002.1"
mkdir -m 700 "$MJ_HOME/jobs/.new.0000000003" "$MJ_HOME/queue/pool/.bulk.4"
: >"$MJ_HOME/jobs/.new.0000000003/record"
: >"$MJ_HOME/.home.4194000"
: >"$(job_dir 1)/.cancel.4194000"
exits 0 mj doctor --repair
is '' "$(cat out)" "what it says of what is new"
is 5 "$(left)" "what is left"

# With queue/ changed after the job was made, people have to decide.
touch -d '1 hour ago' "$(job_dir 2)"
exits 1 mj doctor --repair
contains "$(cat out)" '^mj: jobs/0000000002: it never was submitted; queue/ was'
touch -d '2 hours ago' "$MJ_HOME/queue"
touch -d '1 hour ago' "$MJ_HOME/.home.4194000" \
	"$MJ_HOME/jobs/.new.0000000003" "$MJ_HOME/queue/pool/.bulk.4" \
	"$(job_dir 1)/.cancel.4194000"

gate go
(exec 8<"$MJ_HOME" && exec sh -c ': <"$T/go"') &
started $!
exits 0 mj doctor --repair
is 5 "$(left)" "what is left while a process has the home open"
open_gate go
wait $!

exits 1 mj doctor
contains "$(cat out)" '^mj: .home.4194000: left by a command that was killed'
contains "$(cat out)" '^mj: jobs/.new.0000000003: left by a command that was'
contains "$(cat out)" '^mj: queue/pool/.bulk.4: left by a command that was'
contains "$(cat out)" '^mj: jobs/0000000001/.cancel.4194000: left by a com'
contains "$(cat out)" '^mj: jobs/0000000002: it never was submitted'
is 5 "$(wc -l <out)" findings
exits 0 mj doctor --repair
is 5 "$(grep -c '; mended: removed$' out)" "what was mended"
is 0 "$(left)" "what is left"
exits 0 mj doctor
is 0000000001.1 "$(entries held)"
