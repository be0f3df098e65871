#!/bin/sh
# A job whose spec a new controller cannot read owes nothing any more: the request
# of its second task, that waits for a place, goes with it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'grace = 100ms' '[pool local]' 'slots = 1'
cat >job.yaml <<'END'
name: two
execution: parallel
---
name: a
run: |
  echo $$ >"$T/pid"
  exec sleep 600
---
name: b
run: touch "$T/b"
END
launch job.yaml >/dev/null
wait_for '[ -s pid ] && [ "$(value 1 "task a" status)" = RUNNING ]'
wait_for 'entries pool | grep -q "[.]b$"'

rm "$(job_dir 1)/job.yaml"
kill -KILL "$(controller 1)"
ends 100 1
wait_for '[ -z "$(entries .)" ]' "nothing is owed"
ends 0 "$(launch -- true)"

# Nor is one granted that a job left behind which has no controller.
shard=$MJ_HOME/queue/pool/local/waiting/1000.0/0000000
mkdir -p "$shard"
: >"$shard/0000000001.1.b"
schedule --once
is '' "$(entries .)" "what is still owed"
[ ! -e b ] || fail "the second task ran"
