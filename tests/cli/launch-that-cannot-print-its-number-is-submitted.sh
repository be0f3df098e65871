#!/bin/sh
# A number that cannot be printed is no failure once the job is submitted: exit 0
# and a line on stderr; with --wait and -f the status of the job.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

[ -w /dev/full ] || skip "there is no /dev/full"
status=0
mj launch -- true >/dev/full 2>err || status=$?
is 0 "$status" "status with a full disk"
contains "$(cat err)" 'job 1 is submitted, but its number could not be written'
status=0
mj launch -- true >&- 2>err || status=$?
is 0 "$status" "status without stdout"
contains "$(cat err)" 'job 2 is submitted, but'
ends 0 1 2

status=0
mj launch --wait -- sh -c 'exit 3' >/dev/full 2>err || status=$?
is 100 "$status" "status with --wait"
status=0
mj launch -f -- sh -c 'echo out; exit 3' >/dev/full 2>err || status=$?
is 100 "$status" "status with -f"
contains "$(cat err)" 'job 4 FAILED: exit 3'

# nobody reads any more: it leaves, and the job goes on
gate go
{
	status=0
	mj launch -f -- sh -c 'echo one; : <"$T/go"; echo two' \
		2>err || status=$?
	echo "$status" >status
} | head -n 1 >out &
wait_for '[ "$(value 5 "task sh" status)" = RUNNING ]'
wait_for '[ -s out ]'
open_gate go
wait_for '[ -s status ]'
case $(cat status) in 0 | 101) ;; *) fail "status $(cat status)" ;; esac
ends 0 5
