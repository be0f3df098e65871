#!/bin/sh
# mj-schedule --every can be process 1 of a container: what ends there becomes no zombie
# that stays, however many jobs have run.  JOBS says how many, 60 else.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

[ "$(id -u)" = 0 ] || skip "only root can make a PID namespace"
unshare -pf --mount-proc true 2>/dev/null || skip "no PID namespaces here"
jobs=${JOBS:-60}
limit=$((jobs / 5 + 60))
export jobs limit
settings '[scheduler]' 'max_alive = 4' 'max_launching = 4' '[pool local]' 'slots = 4'
gate over
cat >inside.sh <<'END'
"$MJ" launch --num-jobs "$jobs" -- true >"$T/numbers" 2>"$T/err"
"$MJ" wait --timeout "$limit" "1-$jobs" >"$T/out" 2>&1
echo $? >"$T/status"
# all of this namespace but what was fetched: the bound is the limit of controllers
zombies=5
for _ in $(seq 300); do
	zombies=$(cat /proc/[0-9]*/stat 2>/dev/null | sed 's/.*) //' | grep -c '^Z')
	[ "$zombies" -gt 4 ] || break
	sleep 0.1
done
echo "$zombies" >"$T/zombies"
echo >"$T/over"
END
# what is process 1 has started the jobs' shell before
unshare -pf --mount-proc sh -c 'sh "$T/inside.sh" & exec "$MJ_SCHEDULE" --every 1' \
	>passes 2>&1 &
space=$!
started $space
timeout $((limit + 40)) cat "$T/over" >/dev/null || :
# its only child is process 1: all of the namespace ends
read -r init <"/proc/$space/task/$space/children" || :
kill -KILL "${init% }" || :
wait $space 2>/dev/null || :
[ -s zombies ] || fail "it never came to its end: $(cat out err passes)"
is 0 "$(cat status)" "what wait says"
echo "$jobs jobs, $(cat zombies) zombies"
[ "$(cat zombies)" -le 4 ] || fail "$(cat zombies) zombies after $jobs jobs"
