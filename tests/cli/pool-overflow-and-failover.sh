#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A task runs here while there is room, else elsewhere; one that is lost there comes back here.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

cat >>"$MJ_HOME/config.ini" <<END
[pool local]
slots = 1
END
cat >job.yaml <<'END'
resources: {ordered: [{pool: local}, {pool: other}]}
job_recovery: {strategy: EAGER_NEXT_REGION, backoff: {initial: 0}}
run: |
  touch "$T/up.$MJ_JOB_ID.$MJ_ATTEMPT"
  while [ ! -e "$T/go.$MJ_JOB_ID" ]; do sleep 0.1; done
END
here=$(launch job.yaml)
wait_for '[ -e "$T/up.$here.1" ]'
there=$(launch job.yaml)
wait_for '[ -e "$T/up.$there.1" ]'
contains "$(mj show "$here")" 'pool *local'
contains "$(mj show "$there")" 'pool *other'
is 1 "$(calls submit)" 'how many went there'

# the place here is free now, and what was there is lost
touch "$T/go.$here"
ends 0 "$here"
echo 'echo lost the machine went away; exit' >"$T/other/poll.how"
wait_for '[ -e "$T/up.$there.2" ]'
touch "$T/go.$there"
ends 0 "$there"
contains "$(mj show "$there")" 'pool *local'
is 1 "$(calls submit)" 'how many went there'

# it has no capacity: the next place
cat >full.yaml <<'END'
resources: {ordered: [{pool: other}, {pool: local}]}
job_recovery: {backoff: {initial: 0}}
run: echo here
END
echo 'echo "no room" >&2; exit 75' >"$T/other/submit.how"
id=$(launch full.yaml)
ends 0 "$id"
contains "$(mj show "$id")" 'no room'
contains "$(mj show "$id")" 'pool *local'
