#!/bin/sh
# mj-schedule --every S runs a pass each S seconds, also when one failed, and ends with
# TERM and 0.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch_held 2 -- true >/dev/null
mv "$MJ_HOME/queue/held/0000000002.1" later
requeue
"$MJ_SCHEDULE" --every 0.1 2>told &
pid=$!
started $pid
ends 0 1

# the second was not there when it began; a pass removes directories that are empty
shard=$MJ_HOME/queue/pool/local/waiting/$(value 2 job shard)
wait_for 'mkdir -p "$shard" && mv later "$shard/0000000002.1"' 2>/dev/null
ends 0 2

settings '[broken'
wait_for 'grep -q "config.ini:1: a section without its end" told'
settings ''
ends 0 "$(launch -- true)"
settings '[broken'
kill -TERM $pid
status=0
wait $pid || status=$?
is 0 $status "exit status"
