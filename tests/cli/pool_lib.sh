# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0
# A little pool of type command for tests, made after lib.sh: `other`.  Its programs are
# in $T/programs and run what is submitted as detached processes; what they know of it is
# in $T/other/NAME.  Each can be told to misbehave by a file $T/other/PROGRAM.how whose
# text is run before anything else.
mkdir -p "$T/other" "$T/programs"

# program NAME: from standard input, below what all begin with.
program()
{
	{
		echo '#!/bin/sh'
		echo 'other=${0%/programs/*}/other'
		echo 'program=${0##*/}'
		echo 'echo "$program $*" >>"$other/calls"'
		echo 'if [ -e "$other/$program.how" ]; then . "$other/$program.how"; fi'
		cat
	} >"$T/programs/$1"
	chmod +x "$T/programs/$1"
}

program submit <<'END'
name=$1 script=$2
mkdir "$other/$name" || exit 1
setsid sh -c '
	trap : TERM
	cd "$1" && echo $$ >pid && exec >>out 2>&1 </dev/null
	sh "$2"
	echo "exit $?" >status.tmp && mv status.tmp status' \
	job "$other/$name" "$script" </dev/null >/dev/null 2>&1 &
while ! [ -s "$other/$name/pid" ]; do sleep 0.02; done
echo "id-${name##*-}-$(cat "$other/$name/pid")"
END

program poll <<'END'
dir=$other/$1
if ! [ -d "$dir" ]; then
	echo absent
elif [ -e "$dir/status" ]; then
	cat "$dir/status"
elif kill -0 "$(cat "$dir/pid")" 2>/dev/null; then
	echo running
else
	echo lost the machine went away
fi
END

# All that carries the mark of the attempt, however far it set itself apart, but us.
program cancel <<'END'
dir=$other/$1
[ -d "$dir" ] || exit 0
case $3 in
term) kill -s TERM -- "-$(cat "$dir/pid")" ;;
kill)
	tag=${MJ_TAG%:pool}
	for file in $(grep -lzx -e "MJ_TAG=$tag" -e "MJ_TAG=$tag:script" \
		/proc/[0-9]*/environ); do
		file=${file#/proc/}
		kill -s KILL "${file%/environ}"
	done
	kill -s KILL -- "-$(cat "$dir/pid")"
	echo signal 9 >"$dir/status" ;;
esac 2>/dev/null
exit 0
END

program logs <<'END'
[ ! -e "$other/$1/out" ] || tail -c "+$(($3 + 1))" "$other/$1/out"
END

schedule
cat >>"$MJ_HOME/config.ini" <<END
[pool other]
type = command
submit = $T/programs/submit
poll = $T/programs/poll
cancel = $T/programs/cancel
logs = $T/programs/logs
poll_every = 1s
END

# How often a program was called.
calls()
{
	grep -c "^$1 " "$T/other/calls" 2>/dev/null || :
}
