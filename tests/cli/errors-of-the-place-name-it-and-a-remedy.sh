#!/bin/sh
# What may be wrong with the place where mj works, its state directory, its logs,
# its settings or its disk, is one line that names it and says what to do.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# says STATUS PATTERN COMMAND...: one line on stderr that the pattern matches.
says()
{
	code=$1
	pattern=$2
	shift 2
	exits "$code" "$@"
	is 1 "$(wc -l <err)" "lines of $*: $(cat err)"
	contains "$(cat err)" "^mj\(-schedule\)\?: $pattern"
	is '' "$(cat out)" "stdout of $*"
}

# the state directory
echo text >file
mkdir -m 700 full
touch full/letters
says 1 "open $T/file: Not a directory; give another state directory with --home or MJ_HOME$" \
	mj --home "$T/file" launch -- true
says 1 ".*Not a directory; give another state directory" \
	mj --home "$T/file/home" queue
says 2 "$T/full is no state directory of mj, and not empty (letters is there): give another one with --home or MJ_HOME$" \
	mj --home "$T/full" launch -- true
says 2 '--home needs a value: DIR$' mj --home
mkdir -m 777 open
chmod 777 open
says 1 "others may write $T/open: chmod go-w it$" mj --home "$T/open" launch -- true
if [ "$(id -u)" != 0 ]; then
	mkdir -m 500 closed
	says 1 "create the directory $T/closed/home: Permission denied; give another" \
		mj --home "$T/closed/home" launch -- true
fi

# the logs
ends 0 "$(launch -- true)"
says 1 "$MJ_LOGS.*" mj --home "$T/second" launch -- true
contains "$(cat err)" 'MJ_LOGS'

# the settings
settings '[scheduler]' 'max_alife = 3'
says 2 "$MJ_HOME/config.ini:2: unknown key 'max_alife' in \[scheduler\] (did you mean 'max_alive'?); nothing is submitted until it is mended$" \
	mj launch -- true
says 2 "$MJ_HOME/config.ini:2: unknown key" schedule
settings

# where the command runs
says 2 'workdir nodir: No such file or directory$' mj launch --workdir nodir -- true

# the output
[ ! -e /dev/full ] || {
	status=0
	mj queue -a >/dev/full 2>err || status=$?
	is 1 "$status" 'the status of a full output'
	is 'mj: cannot write the output: No space left on device' "$(cat err)"
}

# no terminal
says 2 'queue: --watch needs a terminal: without it the list is printed once$' \
	mj queue --watch
[ ! -x "${MJ%/*}/mj-top" ] ||
	says 2 'top: it needs a terminal; mj queue prints the same; see mj help top$' mj top

# the disk
[ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null || exit 0
mkdir small
cat >inside.sh <<'END'
mount -t tmpfs -o size=256k,mode=700 tmpfs "$T/small" || exit 77
MJ_HOME=$T/small/home
MJ_LOGS=$T/small/logs
export MJ_HOME MJ_LOGS
"$MJ" launch --wait -- true >out 2>err || exit 1
cat /dev/zero >"$T/small/fill" 2>/dev/null
exec "$MJ" launch -- true >out 2>err
END
status=0
unshare -m sh "$T/inside.sh" || status=$?
[ "$status" != 77 ] || exit 0
is 1 "$status" "the status on a full disk: $(cat err)"
is 1 "$(wc -l <err)" "lines: $(cat err)"
contains "$(cat err)" '^mj: .*No space left on device; make room there$'
