#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A task elsewhere goes on when its runner is killed, its controller too, or this machine starts anew; nothing is submitted twice.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

cat >job.yaml <<'END'
resources: {pool: other}
run: |
  echo "attempt $MJ_ATTEMPT"
  touch "$T/up"
  while [ ! -e "$T/go" ]; do sleep 0.1; done
  echo done
  exit 7
END
kill_both()
{
	controller=$(controller "$id")
	kill -KILL "$old" "$controller"
	wait_for 'gone "$old" && gone "$controller"'
}

id=$(launch job.yaml)
wait_for '[ -e "$T/up" ] && mj queue | grep RUNNING'

# the runner
old=$(runner "$id" task)
kill -KILL "$old"
wait_for '[ "$(runner "$id" task)" != "$old" ]' 'another runner'

# the controller
old=$(controller "$id")
kill -KILL "$old"
wait_for '[ "$(controller "$id")" != "$old" ]' 'another controller'

# both
old=$(runner "$id" task)
kill_both
schedule --reap
wait_for '[ "$(runner "$id" task)" != "$old" ]' 'another runner after both'

# the machine
old=$(runner "$id" task)
kill_both
MJ_BOOT_ID=11111111-2222-3333-4444-555555555555
export MJ_BOOT_ID
schedule --reap
wait_for '[ "$(runner "$id" task)" != "$old" ]' 'another runner after the reboot'

touch "$T/go"
ends 100 "$id"
contains "$(mj show "$id")" 'cause *exit 7'
is 'attempt 1
done' "$(mj logs --no-follow "$id")" 'what it printed, once'
is 1 "$(calls submit)" 'how often it was submitted'
