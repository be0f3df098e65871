#!/bin/sh
# A bash at work completes commands, options, jobs, values behind = and :, and
# files, wherever the cursor is.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
needs bash
needs setsid

job=$(launch -n held --hold -- true)
mkdir bin
ln -s "$MJ" bin/mj
ln -s "$MJ_SCHEDULE" bin/mj-schedule
touch one.yaml two.txt variables.txt
cat >rc <<'END'
PATH=$T/bin:$PATH
. "$top_srcdir/contrib/completion/mj.bash"
. "$top_srcdir/contrib/completion/mj-schedule.bash"
words()
{
	echo "$*" >"$T/words"
}
END

# completes KEYS EXPECTED: type them; then go to the start (^A), so that the line
# becomes the arguments of `words`, and run it.
completes()
{
	rm -f words
	printf '%b\001words \n' "$1" |
		timeout 30 setsid bash --noprofile --rcfile rc -i >typed 2>&1 ||
		fail "$1: $(cat typed)"
	is "$2" "$(cat words)" "$1"
}
completes 'mj la\t' 'mj launch'
completes 'mj queue --js\t' 'mj queue --json'
completes 'mj cancel hel\t' 'mj cancel held'
completes "mj cancel $job --ta\\ttr\\t" "mj cancel $job --task true"
completes 'mj launch --pool=loc\t' 'mj launch --pool=local'
completes "mj launch --after $job:f\\t" "mj launch --after $job:fail"
completes 'mj launch o\t' 'mj launch one.yaml'
completes 'mj launch --env-file var\t' 'mj launch --env-file variables.txt'
completes 'mj launch --env-file=var\t' 'mj launch --env-file=variables.txt'
completes "mj set $job pri\\t5" "mj set $job priority=5"
completes 'mj launch -- setsi\t' 'mj launch -- setsid'
completes 'bin/mj hel\t' 'bin/mj help'
completes 'mj wai held\002\002\002\002\002\t' 'mj wait held'
completes 'mj-schedule --dr\t' 'mj-schedule --dry-run'
completes 'mj nonsen\t' 'mj nonsen'
