#!/bin/sh
# A zsh at work completes commands, options, jobs, values behind = and :, and files.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
needs zsh

job=$(launch -n held --hold -- true)
mkdir bin
ln -s "$MJ" bin/mj
ln -s "$MJ_SCHEDULE" bin/mj-schedule
touch one.yaml two.txt variables.txt
cat >type.zsh <<'END'
# Type each line of the file keys into a zsh on a terminal of its own; then go to
# its start (^A), so that it becomes the arguments of `words`, and run it.
zmodload zsh/zpty || exit 77
zpty shell zsh -f -i
zpty -w shell ". $T:q/rc.zsh"
while IFS= read -r keys; do
	zpty -w -n shell "$keys"$'\001words \n'
done <$T/keys
zpty -w shell exit
while zpty -r shell line; do print -r -- $line; done
END
cat >rc.zsh <<'END'
path=($T/bin $path)
fpath=($top_srcdir/contrib/completion $fpath)
autoload -Uz compinit
compinit -u -D
words() { print -r -- "$*" >>$T/words }
END

# completes KEYS EXPECTED
completes()
{
	printf '%b\n' "$1" >>keys
	printf '%s\n' "$2" >>expected
}
completes 'mj la\t' 'mj launch'
completes 'mj queue --js\t' 'mj queue --json'
completes 'mj cancel hel\t' 'mj cancel held'
completes "mj cancel $job --task tr\\t" "mj cancel $job --task true"
completes 'mj launch --pool=loc\t' 'mj launch --pool=local'
completes "mj launch --after $job:f\\t" "mj launch --after $job:fail"
completes 'mj launch o\t' 'mj launch one.yaml'
completes 'mj launch --env-file=var\t' 'mj launch --env-file=variables.txt'
completes "mj set $job pri\\t5" "mj set $job priority=5"
completes 'mj launch -- setsi\t' 'mj launch -- setsid'
completes 'mj-schedule --dr\t' 'mj-schedule --dry-run'

status=0
TERM=vt100 timeout 120 zsh -f type.zsh >typed 2>&1 || status=$?
[ "$status" != 77 ] || skip "zsh has no module zpty"
[ -e words ] || fail "nothing was run: $(cat typed)"
sed -i 's/ *$//' words
diff expected words >differences || fail "$(cat differences)"
