#!/bin/sh
# Each job that ends starts the pass that starts the next one, and none of these
# processes is exec'ed: the stack and the memory of one must not lie on the other's.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'slots = 1'
# A page or more for each process there was before would be more than this.
# shellcheck disable=SC3045 # dash and bash have it
ulimit -s 256

memory()
{
	wait_for "[ \"\$(value $1 'task sleep' status)\" = RUNNING ]"
	awk '/^VmData/ { print $2 }' "/proc/$(controller "$1")/status"
}

launch -- sleep 1000 >/dev/null
launch --num-jobs 40 -- sleep 0.01 >/dev/null
launch --priority -1 -- sleep 1000 >/dev/null
before=$(memory 1)
exits 0 mj cancel 1 --now
ends 0 2-41
after=$(memory 42)
# what the sanitizers keep of it is theirs
grep -q __asan_init "$MJ" || [ "$after" -lt $((before + 2000)) ] ||
	fail "a controller has $after KiB after 41 others, $before KiB at first"
mj cancel 42 --now
