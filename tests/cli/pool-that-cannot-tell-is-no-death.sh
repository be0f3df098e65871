#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A poll that cannot tell means nothing until both a time and a number of tries have passed; then the attempt is lost.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

cat >>"$MJ_HOME/config.ini" <<END
poll_every = 200ms
give_up_after = 2s
give_up_tries = 4
END
sed -i '/^poll_every = 1s/d' "$MJ_HOME/config.ini"
cat >job.yaml <<'END'
resources: {pool: other}
job_recovery: {backoff: {initial: 0}}
run: |
  echo "attempt $MJ_ATTEMPT"
  touch "$T/up.$MJ_ATTEMPT"
  while [ ! -e "$T/go" ]; do sleep 0.1; done
END
id=$(launch job.yaml)
wait_for '[ -e "$T/up.1" ]'
wait_for 'mj queue | grep RUNNING'
echo 'echo "the queue is away" >&2; exit 1' >"$T/other/poll.how"
wait_for 'mj queue -v | grep "no answer from other: the queue is away"'
rm "$T/other/poll.how"
# shellcheck disable=SC2034 # in what is waited for
before=$(calls poll)
wait_for '[ "$(calls poll)" -ge $((before + 2)) ]'
wait_for '! mj queue -v | grep "no answer"'
[ ! -e "$T/up.2" ] || fail 'it was taken for dead'

# for too long: its script ends itself before the next one starts
echo 'echo "the queue is away" >&2; exit 1' >"$T/other/poll.how"
wait_for 'mj show "$id" | grep "lost: no answer from other"'
rm "$T/other/poll.how"
wait_for '[ -e "$T/up.2" ]'
touch "$T/go"
ends 0 "$id"
is 'attempt 2' "$(mj logs --no-follow "$id")" 'the last log'
is 2 "$(calls submit)" 'how often it was submitted'
