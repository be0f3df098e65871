#!/bin/sh
# A job that begins later is started once, after the time that passed, when the clocks of
# the time zone go back or forward meanwhile, and whatever zone the passes have.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs faketime
! grep -q __asan_init "$MJ" || skip "two libraries would have to be the first"
TZ=Europe/London
export TZ
[ "$(date -d '2026-10-25T01:30:00Z' +%H:%M)" = 01:30 ] &&
	[ "$(date -d '2026-10-25T00:30:00Z' +%H:%M)" = 01:30 ] ||
	skip "no Europe/London here"

# at TIME COMMAND...: the clock is that of UTC, not what the zone makes of it
at()
{
	local_time=$(date -d "$1" '+%Y-%m-%d %H:%M:%S %z')
	shift
	FAKETIME_DONT_FAKE_MONOTONIC=1 TZ=${zone:-$TZ} \
		faketime "$local_time" "$@"
}

# begins DAY: from half an hour before the change at 01:00 UTC on, a job that begins in an
# hour, and one that begins at 01:30 UTC as it is said, in its two spellings.
begins()
{
	first=$((${last:-0} + 1))
	last=$((first + 2))
	at "$1T00:30:00Z" "$MJ" launch --env LD_PRELOAD= --begin +1h -- \
		sh -c 'echo >>"$T/ran.$MJ_JOB_ID"' >/dev/null 2>&1
	for when in "$1T01:30" "$1T02:30+01:00"; do
		at "$1T00:30:00Z" "$MJ" launch --env LD_PRELOAD= --begin "$when" -- \
			sh -c 'echo >>"$T/ran.$MJ_JOB_ID"' >/dev/null 2>&1
	done
	for time in 00:59:59 01:00:01 01:29:00; do
		at "$1T${time}Z" "$MJ_SCHEDULE" --reap
		is 3 "$(entries held | wc -l)" "what waits at $1 $time UTC"
	done
	zone=Asia/Tokyo at "$1T01:31:30Z" "$MJ_SCHEDULE" --reap
	ends 0 "$first-$last"
	# the hour comes again
	zone=America/New_York at "$1T00:45:00Z" "$MJ_SCHEDULE" --reap
	at "$1T01:45:00Z" "$MJ_SCHEDULE" --reap
	for job in $(seq "$first" "$last"); do
		is 1 "$(wc -l <"ran.$job")" "how often job $job ran"
		contains "$(value "$job" job begin)" "^$1T01:30:"
	done
}
begins 2026-10-25
begins 2027-03-28
is '' "$(entries .)" "what is still owed"
