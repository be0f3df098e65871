#!/bin/sh
# TERM to a launch at any moment: either nothing was submitted, or its number
# was printed and the job runs, with no timer.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs timeout
launch --wait -- true >/dev/null
for ms in 1 2 3 4 5 6 7 8 9 10 12 14 16 18 20; do
	timeout --preserve-status -s TERM "$(printf '0.%03d' "$ms")" \
		"$MJ" launch -- true >>numbers 2>/dev/null </dev/null || :
done
for dir in "$MJ_HOME"/jobs/[0-9]*; do
	echo "${dir##*/}"
done | sed 's/^0*//' | grep -vx 1 | sort -n >stored || :
is "$(sort -n numbers)" "$(cat stored)" "what was submitted"
while read -r job; do
	ends 0 "$job"
done <stored
