#!/bin/sh
# Another user can read nothing of the home and the logs, hold no lock of them, make,
# change and remove nothing there, and stop or end none of their processes; mj itself
# refuses them.  What runs goes on.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
[ "$(id -u)" = 0 ] || skip "only root can be another user"
needs setpriv
needs flock
umask 0

other()
{
	setpriv --reuid=12345 --regid=12345 --clear-groups --inh-caps=-all \
		env HOME=/ MJ_LOGS=/nowhere "$@"
}
other true 2>/dev/null || skip "cannot become another user"

# All that leads there is open, so that only their own modes keep others away.
chmod 755 "$base" "$T" "$HOME"
gate go
# shellcheck disable=SC2094 # it is a FIFO
SECRET=hidden launch --secret SECRET -n long -- sh -c ': <"$T/go"; echo on' >/dev/null
launch --hold -n held -- true >/dev/null
launch -n ended -- echo said >/dev/null
ends 0 3
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
wait_for no_pass
before=$(find "$MJ_HOME" "$MJ_LOGS" | sort)
contains "$before" '/runner.sh.pid$'

is '' "$(other find "$MJ_HOME" "$MJ_LOGS" -mindepth 1 2>/dev/null)" "what is seen"
find "$MJ_HOME" "$MJ_LOGS" -mindepth 1 | while IFS= read -r path; do
	! other test -e "$path" || fail "$path can be reached"
	! other touch "$path" 2>/dev/null || fail "$path can be touched"
done
! other flock -n "$MJ_HOME" true 2>/dev/null || fail "the home can be locked"
! other flock -n "$MJ_HOME/queue" true 2>/dev/null || fail "queue/ can be locked"
! other touch "$MJ_HOME/new" "$MJ_LOGS/new" 2>/dev/null || fail "files can be made"
! other mkdir "$MJ_HOME/queue/alive/x" 2>/dev/null || fail "entries can be made"
! other rm -rf "$MJ_HOME" 2>/dev/null || fail "the home can be removed"
! other mv "$MJ_HOME" "$HOME/moved" 2>/dev/null || fail "the home can be moved"
! other ln "$MJ_HOME/config.ini" /tmp/link.$$ 2>/dev/null || fail "links can be made"

controller=$(controller 1)
runner=$(runner 1 sh)
command=$(value 1 'run sh' pid)
for pid in "$controller" "$runner" "$command"; do
	for signal in STOP TERM KILL; do
		! other kill -s "$signal" "$pid" 2>/dev/null ||
			fail "$pid can be sent $signal"
	done
	for file in environ fd mem; do
		! other cat "/proc/$pid/$file" >/dev/null 2>&1 ||
			fail "/proc/$pid/$file can be read"
	done
	! other ls "/proc/$pid/fd" >/dev/null 2>&1 ||
		fail "the descriptors of $pid can be read"
	! other cat "/proc/$pid/cmdline" | grep -q hidden ||
		fail "the secret is shown by $pid"
done

if other "$MJ" --version >/dev/null 2>&1; then
	for words in queue 'show 1' 'logs 3' 'cancel -a' 'release 2' doctor gc \
		'retry 3' 'launch -- true'; do
		status=0
		# shellcheck disable=SC2086 # words
		other "$MJ" --home "$MJ_HOME" $words >out 2>err || status=$?
		[ "$status" != 0 ] || fail "$words succeeded: $(cat out)"
		contains "$(cat out err)" "^mj: .*$MJ_HOME"
		is 1 "$(cat out err | wc -l)" "lines of $words"
	done
	! other "$MJ_SCHEDULE" --home "$MJ_HOME" --once 2>/dev/null ||
		fail "a pass was run"
fi

is "$before" "$(find "$MJ_HOME" "$MJ_LOGS" | sort)" "what there is"
open_gate go
ends 0 1
is "$controller" "$(sed -n 's/^pid = //p' "$(job_dir 1)/record" | head -n 1)" \
	"the controller"
is on "$(cat "$(log_of 1 sh)")" "the log"
mj cancel 2
