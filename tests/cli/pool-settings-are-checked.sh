#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A pool of type command needs its programs, and one of this machine has none.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

refuses()
{
	printf '%s\n' "$2" >"$MJ_HOME/config.ini"
	exits 2 mj launch --hold -- true
	contains "$(cat "$T/err")" "$1"
}
refuses 'set submit, poll and cancel' '[pool a]
type = command
submit = /bin/true'
refuses "'submit' must be a path" '[pool a]
type = command
submit = true'
refuses "'submit' in \[pool a\] is not for a pool of type local" '[pool a]
submit = /bin/true'
refuses "'env.X' in \[pool a\] is not for a pool of type local" '[pool a]
env.X = 1'
refuses "'1X' cannot name a variable" '[pool a]
type = command
env.1X = 1'
refuses "'type' must be local" '[pool a]
type = magic'

# programs get the pool's variables, and the task too
cat >"$MJ_HOME/config.ini" <<END
[pool other]
type = command
submit = $T/programs/submit
poll = $T/programs/poll
cancel = $T/programs/cancel
logs = $T/programs/logs
env.SITE = there
END
echo 'echo "$SITE $MJ_NAME $MJ_POOL $MJ_CPUS $MJ_WORKDIR" >"$other/saw"' >"$T/other/submit.how"
id=$(launch --pool other --cpus 2 -- sh -c 'echo "$SITE ${MJ_POOL-none}"')
ends 0 "$id"
contains "$(cat "$T/other/saw")" "^there mj-[0-9a-f]*-$id-sh-1 other 2 $T\$"
is 'there none' "$(mj logs --no-follow "$id")" 'what the task saw'
