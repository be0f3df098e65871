#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Programs of a pool that hang are ended in time; other tasks, and who looks, notice nothing of it.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

cat >>"$MJ_HOME/config.ini" <<END
submit_timeout = 1s
poll_timeout = 1s
END
# the submit never comes back, nothing was handed over: another try is made of it
echo 'sleep 1000' >"$T/other/submit.how"
cat >two.yaml <<'END'
execution: parallel
---
name: far
resources: {pool: other}
job_recovery: {backoff: {initial: 100ms}}
run: echo arrived
---
name: near
run: touch "$T/near"
END
id=$(launch two.yaml)
wait_for '[ -e "$T/near" ]'
wait_for '[ "$(calls submit)" -ge 2 ]' 'a second try'
contains "$(mj show "$id")" 'submit to other: did not end in time'
rm "$T/other/submit.how"
ends 0 "$id"
set -- "$T/other"/mj-*
is 1 $# 'how many were handed over'

# a poll that hangs, for a while
id=$(launch --pool other -- sh -c 'touch "$T/up"; while [ ! -e "$T/go" ]; do sleep 0.1; done')
wait_for '[ -e "$T/up" ]'
echo 'sleep 1000' >"$T/other/poll.how"
# shellcheck disable=SC2034 # in what is waited for
before=$(calls poll)
wait_for '[ "$(calls poll)" -ge $((before + 3)) ]'
contains "$(mj queue)" 'RUNNING\|STARTING'
rm "$T/other/poll.how"
touch "$T/go"
ends 0 "$id"
