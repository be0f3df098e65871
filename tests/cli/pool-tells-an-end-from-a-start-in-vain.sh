#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A command may end with any status, also those by which its script says that it started nothing; and one that is listed for recovery is, told as a signal or not.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

# a poll that began before the end and is answered after it
cat >"$T/other/poll.how" <<'HOW'
while [ -d "$other/$1" ] && [ ! -e "$other/$1/status" ]; do sleep 0.05; done
HOW
for n in 121 122 125; do
	id=$(launch --pool other -- sh -c "exit $n")
	ends 100 "$id"
	is "$n" "$(value "$id" 'run sh' exit)" 'its status'
	is 1 "$(value "$id" 'task sh' attempt)" 'attempts'
done

cat >job.yaml <<'SPEC'
resources: {pool: other}
job_recovery: {recover_on_exit_codes: [143, 137], backoff: {initial: 0}}
run: |
  case $MJ_ATTEMPT in
  1) exit 143 ;;
  2) kill -KILL $$ ;;
  esac
SPEC
id=$(launch job.yaml)
ends 0 "$id"
is 3 "$(value "$id" 'task task' attempt)" 'attempts'

# a fence that was lost, as in a power failure, before it began: another attempt
cat >"$T/other/submit.how" <<'HOW'
rm "$other/submit.how" "${2%.sh}.go"
HOW
id=$(launch job.yaml)
ends 0 "$id"
contains "$(mj show "$id")" 'its fence was gone before it began'
