#!/bin/sh
# Fifty launches at once get fifty different numbers, and all fifty jobs are
# there.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'max_alive = 1'
mj launch -- true >first 2>/dev/null
pids=
for i in 1 2 3 4 5 6 7 8 9 10; do
	for j in 1 2 3 4 5; do
		"$MJ" launch --hold -- true >"number.$i.$j" 2>/dev/null &
		pids="$pids $!"
	done
done
for pid in $pids; do
	wait "$pid" || fail "a launch failed"
done

is 50 "$(cat number.* | sort -u | wc -l)" "count of numbers"
is 50 "$(entries held | wc -l)" "count of held jobs"
