#!/bin/sh
# mj gc: final jobs go with their logs, the oldest first; what lives, what another job
# waits for and the highest number stay.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq
settings '[pool local]' 'slots = 5'
gate go
for _ in 1 2 3; do
	launch -n over -- true >/dev/null
done
ends 0 1 2 3
launch -n lives -- sh -c ': <"$T/go"' >/dev/null
launch -n held --hold -- true >/dev/null
launch -n waited -- true >/dev/null
ends 0 6
launch -n last -- true >/dev/null
ends 0 7
wait_for no_pass
mkdir -p "$MJ_HOME/queue/after"
: >"$MJ_HOME/queue/after/0000000006.0000000005"

exits 2 mj gc
contains "$(cat err)" 'keep in config.ini'
exits 2 mj gc --keep soon
exits 2 mj gc --keep-bytes lots
is '0 jobs removed, 0 B' "$(mj gc --keep 1d)" "what is young"
touch -d '40 days ago' "$(job_dir 1)/record"
touch -d '50 days ago' "$(job_dir 2)/record"

mj gc --keep 30d --dry-run >out
is '2 1' "$(sed -n 's/^job \([0-9]*\) over, ended.*/\1/p' out | tr '\n' ' ' | sed 's/ $//')"
contains "$(cat out)" '^2 jobs would be removed, '
is "$(TZ=UTC0 mj gc --keep 30d --dry-run)" \
	"$(TZ=XXX-5 mj gc --keep 30d --dry-run --utc)" "times in UTC"
[ "$(TZ=XXX-5 mj gc --keep 30d --dry-run)" != "$(cat out)" ] || fail "no local times"
[ -d "$(job_dir 1)" ] || fail "a dry run removed a job"

mj gc --keep 30d --json >out
is '2 [2,1] true' "$(jq -r '"\(.count) \([.jobs[].id]) \(.bytes > 0)"' out)"
for job in 1 2; do
	[ ! -e "$(job_dir $job)" ] || fail "job $job is there"
	[ ! -e "$(dirname "$(log_of $job true)")" ] || fail "logs of $job are there"
	[ ! -e "$MJ_LOGS/jobs_controller/000000000$job.log" ] ||
		fail "the controller's log of $job is there"
	exits 102 mj show $job
done
is '' "$(ls "$MJ_HOME/gone")" "what is left in gone/"
exits 0 mj logs --no-follow 3

# the rest, as far as it may go
mj gc --keep-bytes 0 >out
is '3' "$(sed -n 's/^job \([0-9]*\) .*/\1/p' out)" "what went"
is '4 5 6 7' "$(cd "$MJ_HOME/jobs" && echo [0-9]* | sed 's/0*\([1-9]\)/\1/g')"
is '0 jobs removed, 0 B' "$(mj gc --keep 0)"
rm "$MJ_HOME/queue/after/0000000006.0000000005"
contains "$(mj gc --keep 0)" '^job 6 waited'
exits 0 mj doctor

# numbers are not given again
rm "$MJ_HOME/seq"
is 8 "$(launch -- true)" "the next number"
open_gate go
ends 0 4 8
