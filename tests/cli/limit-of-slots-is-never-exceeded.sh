#!/bin/sh
# No more tasks run at a time than the pool has slots, whoever starts the
# passes.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 3'
cat >count.sh <<'END'
mkdir "$T/in.$$"
ls -d "$T"/in.* | wc -l >>"$T/counts.$$"
sleep 0.02
rmdir "$T/in.$$"
END
launch --num-jobs 12 -- sh "$T/count.sh" >/dev/null
pids=
for _ in 1 2 3 4; do
	"$MJ" launch -- sh "$T/count.sh" >/dev/null 2>&1 &
	pids="$pids $!"
	schedule --once &
	pids="$pids $!"
done
for pid in $pids; do
	wait "$pid"
done
ends 0 1-16

is 16 "$(cat counts.* | wc -l)" "tasks that ran"
[ "$(cat counts.* | sort -n | tail -n 1)" -le 3 ] || fail "$(cat counts.*)"
is '' "$(entries .)" "what is still owed"
