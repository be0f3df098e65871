#!/bin/sh
# FIFOs and links in place of the files of the home and the log directory keep
# no command waiting, and nothing outside is changed by them; a home or a log directory of
# another user is refused behind a link, too.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- true >/dev/null
ends 0 1
wait_for no_pass
cp -R "$MJ_HOME" saved.home
cp -R "$MJ_LOGS" saved.logs
echo mine >precious

# try KIND FILE: commands end, well or not.
try()
{
	rm -rf "$2"
	case $1 in
	fifo) mkfifo "$2" ;;
		link) ln -s "$T/precious" "$2" ;;
		esac
	for words in 'queue -a' 'launch -- true' doctor 'cancel -a --now'; do
		status=0
		# shellcheck disable=SC2086 # words
		timeout 20 "$MJ" $words >out 2>err </dev/null || status=$?
		[ "$status" -lt 120 ] || fail "$words with $1 $2: $status $(cat err)"
	done
	status=0
	timeout 20 "$MJ_SCHEDULE" --once 2>err || status=$?
	[ "$status" -lt 120 ] || fail "a pass with $1 $2: $status $(cat err)"
	is mine "$(cat precious)" "what a link led to, with $2"
}
for kind in fifo link; do
	for file in "$MJ_HOME/config.ini" "$MJ_HOME/home" "$MJ_HOME/seq" \
		"$MJ_HOME/wake" "$MJ_HOME/scheduler.pid" "$MJ_LOGS/.mj-home" \
		"$MJ_LOGS/managed_jobs/0000000002" "$MJ_LOGS/jobs_controller"; do
		try $kind "$file"
		wait_for nothing_alive
		rm -rf "$MJ_HOME" "$MJ_LOGS"
		cp -R saved.home "$MJ_HOME"
		cp -R saved.logs "$MJ_LOGS"
	done
done

# Links to directories of one's own are no harm.
mv "$MJ_HOME" moved
ln -s "$T/moved" "$MJ_HOME"
launch -- true >/dev/null
ends 0 2

[ "$(id -u)" = 0 ] || exit 0
mkdir -m 700 foreign
chown 12345 foreign
rm "$MJ_HOME"
ln -s "$T/foreign" "$MJ_HOME"
exits 1 mj launch -- true
rm "$MJ_HOME"
rm -rf "$MJ_LOGS"
ln -s "$T/foreign" "$MJ_LOGS"
exits 1 mj launch -- true
contains "$(cat err)" "sky_logs"
is '' "$(ls foreign)" "what was made there"
