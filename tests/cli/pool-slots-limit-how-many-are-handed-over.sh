#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A pool beyond this machine with slots gets no more tasks at a time; without, it gets them all.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

contains "$(mj pools --json)" '"pool": "other", "type": "command", "slots_used": 0'
echo 'slots = 1' >>"$MJ_HOME/config.ini"
cat >job.yaml <<'END'
resources: {pool: other}
run: touch "$T/up.$MJ_JOB_ID"; while [ ! -e "$T/go" ]; do sleep 0.1; done
END
first=$(launch job.yaml)
wait_for '[ -e "$T/up.$first" ]'
second=$(launch job.yaml)
wait_for 'mj queue | grep " $second .*PENDING.*pool other"'
contains "$(mj pools --json)" '"pool": "other", "type": "command", "slots": 1, "slots_used": 1, "waiting": 1'
is 1 "$(calls submit)" 'how many were handed over'
touch "$T/go"
ends 0 "$first" "$second"
is 2 "$(calls submit)" 'how many were handed over'
