#!/bin/sh
# A fish completes commands, options, jobs, values behind = and :, and files.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
needs fish

job=$(launch -n held --hold -- true)
mkdir bin
ln -s "$MJ" bin/mj
ln -s "$MJ_SCHEDULE" bin/mj-schedule
PATH=$T/bin:$PATH
touch one.yaml variables.txt

cat >ask.fish <<'END'
source $top_srcdir/contrib/completion/mj.fish
source $top_srcdir/contrib/completion/mj-schedule.fish
complete -C $LINE
END

# offers LINE EXPECTED: one of what fish would show.
offers()
{
	LINE=$1 timeout 30 fish --no-config ask.fish >offered 2>&1 ||
		fail "$1: $(cat offered)"
	cut -f 1 offered | grep -qxF -e "$2" || fail "$1: $(cat offered)"
}
offers 'mj la' launch
contains "$(cat offered)" 'submit a job'
offers 'mj queue --js' --json
offers 'mj cancel hel' held
offers "mj cancel $job --task tr" true
offers 'mj launch --pool=loc' --pool=local
offers "mj launch --after $job:f" "$job:fail"
offers 'mj launch on' one.yaml
offers 'mj launch --env-file=var' --env-file=variables.txt
offers 'mj launch -- setsi' setsid
offers 'mj-schedule --dr' --dry-run
