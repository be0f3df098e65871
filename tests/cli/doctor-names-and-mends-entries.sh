#!/bin/sh
# `mj doctor` names each entry of queue/ that agrees with nothing, and --repair
# removes it or puts it where it belongs.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# wrong PATTERN [MENDED]: that alone is found, and mended.
wrong()
{
	exits 1 mj doctor
	contains "$(cat out)" "^mj: $1"
	is 1 "$(wc -l <out)" "findings in $(cat out)"
	exits 0 mj doctor --repair
	contains "$(cat out)" "^mj: $1.*; mended: ${2:-removed}"
	exits 0 mj doctor
	is '' "$(cat out)" "what is left"
}

launch -- true >/dev/null
ends 0 1
wait_for no_pass
mkdir "$MJ_HOME/queue/paused"
launch -- true >/dev/null
launch --hold -- true >/dev/null
wait_for no_pass
queue=$MJ_HOME/queue
local=$queue/pool/local
shard=$local/waiting/1000.1/0000000
exits 0 mj doctor
is '' "$(cat out err)"

: >"$queue/held/0000000077.1"
wrong 'queue/held/0000000077.1: there is no such job'
: >"$shard/0000000077.1"
wrong 'queue/pool/local/waiting/1000.1/0000000/0000000077.1: there is no such'
: >"$queue/alive/0000000077"
wrong 'queue/alive/0000000077: there is no such job' 'a pass was run'
: >"$local/running/0000000077.true"
wrong 'queue/pool/local/running/0000000077.true: granted' 'a pass was run'

: >"$queue/held/0000000001.1"
wrong 'queue/held/0000000001.1: the job has ended'
: >"$shard/0000000001.1"
wrong '.*/0000000001.1: the job has ended'
: >"$shard/0000000001.1.true"
wrong '.*/0000000001.1.true: the job has no controller'
: >"$local/running/0000000001.true"
wrong '.*/running/0000000001.true: granted, and no con' 'a pass was run'
: >"$queue/launching/0000000003.true"
wrong 'queue/launching/0000000003.true: granted, and no' 'a pass was run'

mkdir -p "$local/waiting/0990.1/0000000"
mv "$shard/0000000002.1" "$local/waiting/0990.1/0000000/"
wrong '.*/0990.1/0000000/0000000002.1: it is not where' moved
is 0000000002.1 "$(ls "$shard")" "what waits"
mkdir -p "$local/waiting/0990.1/0000000"
: >"$local/waiting/0990.1/0000000/0000000002.1"
wrong '.*/0990.1/0000000/0000000002.1: it is not where' moved

touch "$(job_dir 3)/cancel"
wrong 'job 3: it is to be cancelled' 'a pass was run'
ends 103 3

# What people have to decide is named and left alone.
: >"$queue/alive/77"
exits 1 mj doctor --repair
contains "$(cat out)" '^mj: queue/alive/77: its name is none'
rm "$queue/alive/77"
: >"$queue/held/0000000002.1"
exits 0 mj doctor --repair
contains "$(cat out)" '^mj: .*/held/.*2.1: nothing keeps it from.*; mended'
contains "$(cat out)" '^mj: .*/waiting/.*2.1: the job is held as well'
is '' "$(entries held)" "what is held"
mj hold 2
wait_for no_pass
mkdir -p "$shard"
: >"$shard/0000000002.1"
exits 1 mj doctor --repair
contains "$(cat out)" '^mj: .*/waiting/.*2.1: the job is held as well'
rm "$shard/0000000002.1"
mj release 2

rmdir "$queue/paused"
schedule --once
ends 0 2
