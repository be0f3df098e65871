#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A submit that says no and has started the task all the same: the next attempt begins when that one has ended.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

cat >job.yaml <<'SPEC'
resources: {pool: other}
job_recovery: {backoff: {initial: 0}}
run: |
  echo $$ >"$T/new" && mv "$T/new" "$T/pid.$MJ_ATTEMPT"
  if [ "$MJ_ATTEMPT" = 2 ]; then
    ! kill -0 "$(cat "$T/pid.1")"
    exit
  fi
  while :; do sleep 0.1; done
SPEC
for status in 75 65; do
	rm -rf "$T"/pid.*
	cat >"$T/other/submit.how" <<END
rm "\$other/submit.how"
"\$0" "\$@" >/dev/null
while [ ! -e "\$T/pid.1" ]; do sleep 0.05; done
exit $status
END
	id=$(launch job.yaml)
	ends 0 "$id"
	contains "$(mj show "$id")" 'lost: it began, though it was not taken on'
	is 2 "$(value "$id" 'task task' attempt)" 'attempts'
done
