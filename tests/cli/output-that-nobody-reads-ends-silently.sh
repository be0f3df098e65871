#!/bin/sh
# A reader of our output that went away is nothing to complain of: 141, as PIPE does.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

ends 0 "$(launch -- seq 100000)"
for command in 'logs 1' 'help launch' 'show 1' 'queue -a'; do
	mkfifo pipe
	{
		exec 3>pipe
		wait_for '[ -e closed ]'
		status=0
		# shellcheck disable=SC2086 # words
		mj $command >&3 2>err || status=$?
		echo "$status" >status
	} &
	: <pipe
	: >closed
	wait
	is 141 "$(cat status)" "status of $command"
	is '' "$(cat err)" "stderr of $command"
	rm pipe closed
done
