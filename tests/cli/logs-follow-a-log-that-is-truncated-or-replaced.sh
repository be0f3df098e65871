#!/bin/sh
# A log that is truncated, removed or renamed from outside while it is followed is
# followed on, in the new one if there is one, and that is said.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# A job that writes before, between and end, as gates are opened; follow it.
begin()
{
	job=$1
	for name in one two; do
		gate "$name.$job"
	done
	launch -- sh -c 'echo before; : <"$T/one.$MJ_JOB_ID"; echo between
		: <"$T/two.$MJ_JOB_ID"; printf end' >/dev/null
	log=$(log_of "$job" sh)
	mj logs -f "$job" >followed 2>told &
	follower=$!
	started $follower
	wait_for 'grep -q before followed'
}

finish()
{
	open_gate "two.$job"
	wait $follower
}

begin 1
: >"$log"
wait_for 'grep -q "was cut" told'
open_gate one.1
wait_for 'grep -q between followed'
finish
is 'before between end' "$(tr '\n' ' ' <followed)"

begin 2
rm "$log"
open_gate one.2
wait_for 'grep -q between followed'
finish
is 'before between end' "$(tr '\n' ' ' <followed)"
contains "$(cat told)" 'the log of sh was replaced'

# as logrotate does it: another empty one is made, the output goes on in the old
begin 3
mv "$log" moved
: >"$log"
open_gate one.3
wait_for 'grep -q between followed'
finish
is 'before between end' "$(tr '\n' ' ' <followed)"

# renamed, and then who writes it is another
begin 4
mv "$log" moved
kill -KILL "$(runner 4 sh)"
open_gate one.4
wait_for 'grep -q between followed'
finish
is 'before between end' "$(tr '\n' ' ' <followed)"
