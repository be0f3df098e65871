#!/bin/sh
# Every command of mj-tutorial(7) works, typed in its order, and does what the page
# says.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

mkdir bin work
ln -s "$MJ" bin/mj
ln -s "$MJ_SCHEDULE" bin/mj-schedule
printf '#!/bin/sh\ncat >"$T/mail"\n' >bin/sendmail
chmod +x bin/sendmail
PATH=$T/bin:$PATH

# What stands in the displays, but for the lines of a timer.
{
	echo 'set -eu'
	awk '
	/^\.Ed/ { inside = 0 }
	inside && !/^(@reboot|\* \*|systemctl|loginctl)/ {
		gsub(/\\e/, "\\")
		gsub(/\\&/, "")
		print
	}
	/^\.Bd -literal/ { inside = 1 }' "$top_srcdir/man/mj-tutorial.7" |
		sed "s|/usr/share/mj|'$top_srcdir/contrib/notify'|"
} >typed
[ "$(grep -c '^mj ' typed)" -gt 25 ] || fail "commands: $(cat typed)"

# not /bin/sh alone: people type into bash
unset MJ_HOME MJ_LOGS
shell="sh"
! command -v bash >/dev/null || shell=bash
(cd work && "$shell" ../typed) >out 2>err </dev/null ||
	fail "exit $?: $(tail -n 20 out err)"
MJ_HOME=$T/work/home
MJ_LOGS=$T/work/logs

contains "$(cat out)" '^hello you$'
contains "$(cat out)" '^exit status 100$'
contains "$(cat out)" 'attempt 3 did it'
contains "$(cat out)" '^50 odd\|\[report\]  *50 odd'
contains "$(cat out)" '^\[job\]$'
contains "$(cat out)" 'managed_jobs/0000000001/sh\.1\.log$'
contains "$(cat mail)" '^Subject: mj: job [0-9]* (broken), task false: FAILED$'
