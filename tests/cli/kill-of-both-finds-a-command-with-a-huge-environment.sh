#!/bin/sh
# When controller and runner are killed, what has a few MiB of environment is found by it as any
# other, and ended before the next attempt.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
cat >huge.sh <<'EOF'
[ "$MJ_ATTEMPT" = 1 ] || exit 0
ulimit -s unlimited || { echo 'no stack for it' >out; exit 0; }
word=$(head -c 100000 /dev/zero | tr '\0' x)
i=0
while [ $((i += 1)) -le 50 ]; do
	eval "export HUGE$i=\$word"
done
setsid sh -c '[ ${#HUGE50} = 100000 ] && echo $$ >"$T/pid.new" && mv "$T/pid.new" "$T/pid"
	while [ -d "$T" ]; do sleep 0.2; done' <"$T/huge.sh" >out 2>&1 &
wait
EOF
launch -- sh huge.sh >/dev/null
wait_for '[ -s pid ] || [ -s out ]'
[ -s pid ] || skip "it cannot be that large: $(head -n 1 out)"
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
controller=$(controller 1)
runner=$(runner 1 sh)
kill -STOP "$controller"
kill -KILL "$runner" "$controller"
wait_for 'gone $controller && gone $runner'
schedule --once
ends 0 1
all_gone pid
