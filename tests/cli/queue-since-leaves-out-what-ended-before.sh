#!/bin/sh
# mj queue --since lists what has not ended, and what ended since then.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

ends 0 "$(launch -n old -- true)"
ended=$(value 1 job at)
launch --hold -n held -- true >/dev/null
# a time is in UTC, as this one, or as mj queue shows it
later=$(date -u -d "$ended + 1 second" +%Y-%m-%dT%H:%M:%S)
shown=$(TZ=UTC+3 date -d "$ended + 1 second" '+%Y-%m-%d %H:%M:%S')

numbers()
{
	mj queue "$@" | awk 'NR > 1 { print $1 }' | tr '\n' ' '
}
is '2 1 ' "$(numbers --since 1h)"
is '2 ' "$(numbers --since "$later")"
is '2 ' "$(TZ=UTC+3 numbers --since "$shown")"
is '2 1 ' "$(numbers --since "$shown" --utc)" "what is three hours earlier in UTC"
exits 2 mj queue --since yesterday
contains "$(cat err)" 'give how long ago'
