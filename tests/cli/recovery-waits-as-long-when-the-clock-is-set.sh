#!/bin/sh
# The wait before the next attempt is an amount of time: when the clock of the machine is
# set back or forward by an hour meanwhile, it is neither longer nor cut short.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs faketime
! grep -q __asan_init "$MJ" || skip "two libraries would have to be the first"
library=$(faketime -f +0 env | sed -n 's/^LD_PRELOAD=//p')

# the real time since boot, in ms
cat >task.sh <<'END'
echo $(($(sed 's/ .*//; s/[.]//' /proc/uptime) * 10)) >>"$T/at.$MJ_JOB_ID"
[ "$MJ_ATTEMPT" = 2 ]
END
cat >job.yaml <<'END'
run: sh "$T/task.sh"
envs: {LD_PRELOAD: ""}
job_recovery: {max_restarts_on_errors: 1, backoff: {initial: 3s, jitter: 0}}
END
for offset in -3600 +3600; do
	echo +0 >offset
	job=$(LD_PRELOAD=$library FAKETIME_TIMESTAMP_FILE=$T/offset \
		FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 \
		"$MJ" launch job.yaml 2>/dev/null)
	# shellcheck disable=SC2034 # the condition uses it
	log=$MJ_LOGS/jobs_controller/$(printf '%010d' "$job").log
	wait_for '[ "$(value $job "task task" status)" = RECOVERING ]'
	echo $offset >offset.new
	mv offset.new offset
	wait_for '[ -n "$(sed -n 2p "at.$job")" ]'
	waited=$(($(sed -n 2p "at.$job") - $(sed -n 1p "at.$job")))
	[ "$waited" -ge 2900 ] || fail "$offset: it waited for $waited ms only"
	contains "$(cat "$log")" 'the clock was set by'
	ends 0 "$job"
done
