#!/bin/sh
# Of twenty submits with one key at the same time one makes a job.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
mj queue >/dev/null
launch -- true >/dev/null
n=0
while [ $n -lt 20 ]; do
	n=$((n + 1))
	(
		status=0
		mj launch --unique k -- sh -c ': <"$T/go"' >"$T/out.$n" \
			2>/dev/null || status=$?
		echo "$status" >"$T/status.$n"
	) &
done
wait
is 1 "$(cat status.* | grep -c '^0$')" "how many were submitted"
is 19 "$(cat status.* | grep -c '^4$')" "how many were refused"
is 1 "$(cat out.* | sort -u | wc -l)" "how many numbers were told"
open_gate go
ends 0 "$(sort -u out.* | head -n 1)"
