#!/bin/sh
# The five-minute tour of README.md can be pasted as it stands, and shows what it
# says.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
needs bash

mkdir bin
ln -s "$MJ" bin/mj
ln -s "$MJ_SCHEDULE" bin/mj-schedule
PATH=$T/bin:$PATH
TMPDIR=$T
export TMPDIR

# Its blocks of shell, with a shorter wait.
{
	echo 'set -eu'
	awk '
	/^## / { inside = /five-minute tour/ }
	/^```$/ { block = 0 }
	inside && block
	inside && /^```sh$/ { block = 1 }' "$top_srcdir/README.md" |
		sed 's/sleep 6; echo/sleep 3; echo/'
	echo 'mj cancel -a --wait >/dev/null'
} >tour
[ "$(grep -c 'mj ' tour)" -gt 25 ] || fail "commands: $(cat tour)"

unset MJ_HOME MJ_LOGS
bash tour >out 2>err </dev/null || fail "exit $?: $(tail -n 20 out err)"
set -- "$T"/tmp.*
MJ_HOME=$1/home
MJ_LOGS=$1/logs

contains "$(cat out)" '^bye$'
contains "$(cat out)" '\[sum\] 500500$'
contains "$(cat out)" '^wait: 100$'
contains "$(cat out)" '^the program: 7$'
contains "$(cat out)" '^attempt 4 did it$'
contains "$(cat out)" 'waiting: pool local is full (2 of 2)'
contains "$(cat out)" '^still here$'
contains "$(cat out)" '^wait: 103$'
contains "$(cat out)" '^\[job\]$'
