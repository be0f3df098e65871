#!/bin/sh
# On a full disk submit fails with "No space left" and stores nothing; a job
# that runs meanwhile ends well when there is room again.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

[ "$(id -u)" = 0 ] || skip "only root can mount a tmpfs"
unshare -m true 2>/dev/null || skip "no mount namespaces here"
mkdir small
unshare -m mount -t tmpfs tmpfs "$T/small" 2>/dev/null ||
	skip "cannot mount a tmpfs"
cat >inside.sh <<'END'
set -e
mount -t tmpfs -o size=1m,mode=700 tmpfs "$T/small"
MJ_HOME=$T/small/home
export MJ_HOME
"$MJ" launch -- sh -c ': <"$T/go"; exit 4' 2>"$T/err" || { cat "$T/err"; exit 1; }
until grep -q 'status = RUNNING' "$MJ_HOME"/jobs/0000000001/record; do
	sleep 0.02
done
"$MJ" launch -- sleep 600 2>"$T/err" || { cat "$T/err"; exit 1; }
until grep -q 'status = RUNNING' "$MJ_HOME"/jobs/0000000002/record; do
	sleep 0.02
done
cat /dev/zero >"$T/small/fill" 2>/dev/null || :
before=$(ls "$MJ_HOME/jobs")
if "$MJ" launch -- true 2>"$T/err"; then
	echo "launch succeeded"
	exit 1
fi
grep -q 'No space left' "$T/err" || { cat "$T/err"; exit 1; }
[ "$(ls -A "$MJ_HOME/jobs")" = "$before" ] || { ls -A "$MJ_HOME/jobs"; exit 1; }
if "$MJ" cancel 2 2>"$T/err"; then
	"$MJ" wait --timeout 20 2 2>/dev/null && exit 1
else
	grep -q 'No space left' "$T/err" || { cat "$T/err"; exit 1; }
	! grep -q CANCEL "$MJ_HOME"/jobs/0000000002/record || exit 1
fi
: >"$T/go"
if "$MJ" wait --timeout 300ms 1; then
	echo "wait: it SUCCEEDED"
	exit 1
fi
rm "$T/small/fill"
status=0
"$MJ" wait --timeout 20 --exit-code 1 || status=$?
[ "$status" = 4 ] || { echo "wait: $status"; exit 1; }
"$MJ" launch --wait -- true 2>"$T/err" || { cat "$T/err"; exit 1; }
"$MJ" cancel --now 2 >"$T/err" 2>&1 || :
status=0
"$MJ" wait --timeout 20 2 2>/dev/null || status=$?
[ "$status" = 103 ] || { echo "wait for what was cancelled: $status"; exit 1; }
END
gate go

unshare -m sh "$T/inside.sh" >out 2>&1 || fail "$(cat out)"
