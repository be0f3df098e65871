#!/bin/sh
# A command that the kernel kills for want of memory says so.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq
[ "$(id -u)" = 0 ] || skip "a control group takes root"
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
	top=/sys/fs/cgroup limit=memory.max
else
	top=/sys/fs/cgroup/memory limit=memory.limit_in_bytes
fi
group=$top/mj-test-$$
mkdir "$group" 2>/dev/null || skip "no control group can be made"
cannot()
{
	rmdir "$group"
	skip "$@"
}
(echo 67108864 >"$group/$limit") 2>/dev/null || cannot "no limit can be set"
[ ! -e "$group/memory.swap.max" ] || echo 0 >"$group/memory.swap.max"

# the launch, and all that comes of it, within the limit
sh -c 'echo $$ >"$1/cgroup.procs" && exec "$MJ" launch -- tail /dev/zero' \
	sh "$group" >/dev/null 2>&1 || cannot "nothing can be put into it"
ends 100 1
is 'oom 9' "$(mj show --json 1 |
	jq -r '.tasks[0].attempts[0] | "\(.cause) \(.signal)"')"
contains "$(mj show 1)" 'cause .*out of memory: the kernel killed 1 of its control group'
contains "$(mj queue -a)" 'out of memory'

wait_for '! grep -q . "$group/cgroup.procs"' "an empty group"
rmdir "$group"
