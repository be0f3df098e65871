#!/bin/sh
# All that reads works on a state directory and logs that are mounted read-only, and says
# the same as before; what would write says so and why.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

[ "$(id -u)" = 0 ] || skip "only root can mount"
unshare -m mount --bind "$T" "$T" 2>/dev/null || skip "cannot mount here"
launch -- echo hello >/dev/null
launch -- false >/dev/null
ends 0 1
ends 100 2
launch --hold -- true >/dev/null
wait_for no_pass

cat >look.sh <<'END'
for command in 'queue -s SUCCEEDED,FAILED -v' 'queue -s FAILED --json' 'show 1' 'show --json 2' 'logs 1' \
	'logs --controller 2' 'graph 1' 'wait 1' 'wait 2' 'config' 'pools'; do
	echo "== $command" # a held job is older each time: it is left out
	"$MJ" $command 2>&1
done
END
sh look.sh >before
contains "$(cat before)" '^hello$'
contains "$(cat before)" 'FAILED'
unshare -m sh -c 'mount --bind "$HOME" "$HOME" &&
	mount -o remount,ro,bind "$HOME" && cd "$T" && ! touch "$HOME/x" 2>/dev/null &&
	sh look.sh >after
	for command in "launch -- true" "cancel 3" "release 3"; do
		"$MJ" $command >out.w 2>err.w && echo "$command: done"
		grep -q "Read-only" err.w || cat err.w
	done' >wrote 2>&1 || :
cmp before after || fail "$(diff before after)"
is '' "$(cat wrote)" "what could not be done"
is '3' "$(mj queue -a --json | wc -l | tr -d ' ')" jobs
