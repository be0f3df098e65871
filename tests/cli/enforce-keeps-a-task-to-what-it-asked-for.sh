#!/bin/sh
# With enforce = yes a task has the cpus and the memory it asked for and no more: what needs more
# memory is killed with all of it, and that is the cause; a task that asks for none has no limit.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 9' 'enforce = yes'
launch --memory 64MB --cpus 0.5 -- sh -c '
	cd "/sys/fs/cgroup$(sed -n s/^0:://p /proc/self/cgroup)" && cat memory.max cpu.max || :' >/dev/null
ends 0 1
case $(mj pools) in
*' not enforced: '*) skip "$(mj pools | sed -n 's/.* not enforced: //p')" ;;
esac
is '67108864 50000 100000 ' "$(tr '\n' ' ' <"$(log_of 1 sh)")"
launch -- sh -c 'cat "/sys/fs/cgroup$(sed -n s/^0:://p /proc/self/cgroup)/memory.max"' >/dev/null
ends 0 2
is max "$(cat "$(log_of 2 sh)")"

# the shell, too, though it is its child that takes too much
launch --memory 32MB -- sh -c 'head -c 200000000 /dev/zero | tail >/dev/null; echo "and goes on"' >/dev/null
ends 100 3
is oom "$(value 3 "run sh" cause)"
contains "$(mj show 3)" 'out of memory: it needed more than it had asked for'
is "" "$(cat "$(log_of 3 sh)")"
wait_for '[ ! -e "$(value 3 "run sh" cgroup)" ]'
