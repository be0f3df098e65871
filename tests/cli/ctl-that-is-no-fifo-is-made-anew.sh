#!/bin/sh
# A ctl that somebody replaced by a file or a directory: the controller makes it
# anew, and neither spins nor waits.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch_held 3 -- true >/dev/null
wait_for no_pass
for job in 1 2 3; do
	rm "$(job_dir "$job")/ctl"
done
: >"$(job_dir 1)/ctl"
mkdir "$(job_dir 2)/ctl"
: >"$(job_dir 2)/ctl/x"
ln -s /dev/null "$(job_dir 3)/ctl"
mj release 1 2 3 2>/dev/null
ends 0 1 2 3

gate go
launch -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 4 "task sh" status)" = RUNNING ]'
rm "$(job_dir 4)/ctl"
: >"$(job_dir 4)/ctl"
first=$(controller 4)
kill -KILL "$first"
wait_for '[ -p "$(job_dir 4)/ctl" ]'
wait_for '[ "$(controller 4)" != "$first" ]'
ticks()
{
	sed 's/.*) //' "/proc/$(controller 4)/stat" | awk '{print $12 + $13}'
}
before=$(ticks)
mj cancel 4 2>/dev/null
ends 103 4
[ "$before" -lt 50 ] || fail "the controller spins: $before ticks"
