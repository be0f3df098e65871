#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A submit that dies before, after or in the middle of its work leads to one attempt at most at a time; polls and cancels that die are asked again.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

cat >job.yaml <<'END'
resources: {pool: other}
job_recovery: {backoff: {initial: 0}}
run: echo "$MJ_ATTEMPT" >>"$T/ran"
END
# died before it did anything: the next attempt is handed over
echo 'rm "$other/submit.how"; kill -KILL $$' >"$T/other/submit.how"
id=$(launch job.yaml)
ends 0 "$id"
is 2 "$(cat "$T/ran")" 'the attempt that ran'

# died when all was done, before it could say so: that attempt goes on
rm "$T/ran"
cat >"$T/other/submit.how" <<'END'
rm "$other/submit.how"
"$0" "$@" >/dev/null
kill -KILL $$
END
id=$(launch job.yaml)
ends 0 "$id"
is 1 "$(cat "$T/ran")" 'the attempt that ran'

# it comes to something long after it was given up: the script finds its fence gone
rm "$T/ran"
cat >>"$MJ_HOME/config.ini" <<END
submit_timeout = 1s
END
cat >"$T/other/submit.how" <<'END'
rm "$other/submit.how"
cp "$2" "$other/late.sh"
(trap '' TERM; setsid sh -c 'while [ ! -e "$T/ran" ]; do sleep 0.1; done
	sh "$1"; echo $? >"$T/late"' late "$other/late.sh" &) >/dev/null 2>&1
sleep 1000
END
id=$(launch job.yaml)
ends 0 "$id"
wait_for '[ -s "$T/late" ]'
is 121 "$(cat "$T/late")" 'the end of the late one'
is 2 "$(cat "$T/ran")" 'the attempt that ran'

# polls and cancels that die
echo '[ -e "$other/died" ] || { touch "$other/died"; kill -KILL $$; }' |
	tee "$T/other/poll.how" >"$T/other/cancel.how"
id=$(launch --pool other -- sh -c 'touch "$T/up"; sleep 1000')
wait_for '[ -e "$T/up" ]'
wait_for 'mj queue | grep RUNNING'
rm "$T/other/died"
mj cancel "$id" 2>/dev/null
ends 103 "$id"
