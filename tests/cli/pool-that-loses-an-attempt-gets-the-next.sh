#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# An attempt that its pool lost is RECOVERING, and another one follows.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

cat >job.yaml <<'END'
resources: {pool: other}
job_recovery: {backoff: {initial: 0}}
run: |
  echo $$ >"$T/pid.$MJ_ATTEMPT"
  if [ "$MJ_ATTEMPT" = 2 ]; then
    ! kill -0 "$(cat "$T/pid.1")"
    exit
  fi
  while :; do sleep 0.1; done
END
id=$(launch job.yaml)
wait_for '[ -s "$T/pid.1" ]'
# it is given up there, but its processes live on: they end before the next attempt
cat >"$T/other/poll.how" <<'END'
case $1 in
*-1) echo lost the machine went away; exit ;;
esac
END
ends 0 "$id"
contains "$(mj show "$id")" 'lost: the machine went away'
contains "$(mj queue -a)" 'SUCCEEDED.* 1 '
is 2 "$(calls submit)" 'how often it was submitted'
