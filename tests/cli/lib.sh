# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0
# What the black-box tests share: a home of their own that is cleared away
# whatever happens, waiting for conditions, and reading what was recorded.
# Only here is time passed by sleeping.
#
# The tests get MJ, MJ_SCHEDULE and top_srcdir from `make check`; by hand they
# are looked for in the working directory and above this one.
set -eu
LC_ALL=C
export LC_ALL
umask 022

here=$(cd "$(dirname "$0")" && pwd)
top_srcdir=${top_srcdir:-$(cd "$here/../.." && pwd)}
: "${MJ:=$PWD/mj}" "${MJ_SCHEDULE:=$PWD/mj-schedule}"
[ -x "$MJ" ] || MJ=$top_srcdir/mj
[ -x "$MJ_SCHEDULE" ] || MJ_SCHEDULE=$top_srcdir/mj-schedule

# As if a person had typed it: not inside a task, and no settings of theirs.
for name in $(env | sed -n 's/^\(MJ_[A-Z_]*\|SKYPILOT_[A-Z_]*\)=.*/\1/p'); do
	case $name in MJ_SCHEDULE) ;; *) unset "$name" ;; esac
done
unset PYTHONUNBUFFERED

# T is the test's own directory, for the tasks too.  Every test has to live with
# the space and the quote in its name.
base=$(mktemp -d "${TMPDIR:-/tmp}/mj-test.XXXXXX")
T="$base/it's here"
HOME="$T/home"
MJ_HOME="$HOME/.mj"
MJ_LOGS="$HOME/sky_logs"
export T HOME MJ_HOME MJ_LOGS MJ MJ_SCHEDULE top_srcdir
mkdir -p "$HOME"
cd "$T"

mj()
{
	"$MJ" "$@"
}

schedule()
{
	"$MJ_SCHEDULE" "$@"
}

# Processes of the test itself, to be ended with it.
started=
started()
{
	started="$started $1"
}

# The processes that pid files of the home name and whose title says so.
named_processes()
{
	for file in "$MJ_HOME"/jobs/*/*.pid; do
		[ -f "$file" ] && [ -s "$file" ] || continue
		pid=$(head -n 1 "$file")
		case $pid in '' | *[!0-9]*) continue ;; esac
		tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" |
			grep -qF "$MJ_HOME" && echo "$pid"
	done
	return 0
}

# The processes started with this test's T in their environment, but for us.
task_processes()
{
	for dir in /proc/[0-9]*; do
		pid=${dir#/proc/}
		[ "$pid" != $$ ] || continue
		tr '\0' '\n' 2>/dev/null <"$dir/environ" |
			grep -qxF "T=$T" && echo "$pid"
	done
	return 0
}

nothing_alive()
{
	[ -z "$(ls "$MJ_HOME/queue/alive" 2>/dev/null)" ]
}

clean_up()
{
	status=$?
	trap - EXIT
	trap '' INT HUP TERM
	set +e
	for pid in $started; do
		kill -CONT "$pid" 2>/dev/null
		kill -KILL "$pid" 2>/dev/null
	done
	if ! nothing_alive; then
		timeout 10 "$MJ" cancel -a --now >/dev/null 2>&1
		for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
			nothing_alive && break
			sleep 0.1
		done
		for pid in $(named_processes) $(task_processes); do
			kill -KILL "$pid" 2>/dev/null
		done
	fi
	cd /
	chmod -R u+w "$base" 2>/dev/null
	if [ -z "${KEEP-}" ]; then
		for _ in 1 2 3 4 5; do
			rm -rf "$base" 2>/dev/null && break
			sleep 0.1
		done
	else
		echo "kept: $base"
	fi
	exit "$status"
}
trap clean_up EXIT
trap 'exit 1' INT HUP TERM

# Say what is wrong and what was recorded, and end the test.
fail()
{
	exec >&2
	echo "FAIL: $*"
	[ ! -d "$MJ_HOME" ] || {
		timeout 20 "$MJ" queue -a -v || :
		find "$MJ_HOME/jobs" -name record -type f \
			-exec tail -n 30 {} + | tail -n 120 || :
	} 2>/dev/null
	exit 1
}

# skip WHY: this cannot be tested here.
skip()
{
	echo "skipped: $*"
	exit 77
}

needs()
{
	command -v "$1" >/dev/null || skip "$1 is not installed"
}

# wait_for 'CONDITION' [WHAT]: until it is true; half a minute at most.
wait_for()
{
	deadline=$(($(date +%s) + 30))
	until eval "$1"; do
		[ "$(date +%s)" -lt "$deadline" ] ||
			fail "never came true: ${2:-$1}"
		sleep 0.03
	done
}

# is EXPECTED ACTUAL [WHAT]
is()
{
	[ "$1" = "$2" ] || fail "${3:-it} is '$2', not '$1'"
}

# contains TEXT PATTERN: the text has a line that the basic expression matches.
contains()
{
	printf '%s\n' "$1" | grep -q -e "$2" || fail "no '$2' in: $1"
}

# exits STATUS COMMAND...: what it printed is in the files out and err.
exits()
{
	expected=$1
	shift
	status=0
	"$@" >"$T/out" 2>"$T/err" </dev/null || status=$?
	[ "$status" = "$expected" ] ||
		fail "exit $status, not $expected: $* $(cat "$T/out" "$T/err")"
}

# without CALL[:ERROR]... -- COMMAND...: as where these calls fail, tests/host/without.c.
without()
{
	"${top_builddir:-${MJ%/*}}/tests/host/without" "$@"
}

# terminal COLUMNS ROWS COMMAND... <STEPS: a command at a terminal of its own, and what is
# done and seen there (tests/cli/terminal.py).
terminal()
{
	needs python3
	(
		unset COLUMNS LINES NO_COLOR
		TERM=xterm
		export TERM
		exec python3 "$here/terminal.py" "$@"
	) >"$T/terminal.out" || fail "at the terminal: $(cat "$T/terminal.out")"
}

# launch ARG...: submit, print the number alone.
launch()
{
	mj launch "$@" 2>"$T/launch.err" || fail "launch: $(cat "$T/launch.err")"
}

# launch_held COUNT ARG...: submit that many jobs on hold.
launch_held()
{
	count=$1
	shift
	while [ "$count" -gt 0 ]; do
		launch --hold "$@"
		count=$((count - 1))
	done
}

# ends STATUS JOB...: `mj wait` gives that status.
ends()
{
	code=$1
	shift
	exits "$code" mj wait --timeout 30 "$@"
}

# settings LINE...: what config.ini holds from now on.
settings()
{
	[ -d "$MJ_HOME" ] || mkdir -m 700 "$MJ_HOME"
	(umask 077 && printf '%s\n' "$@" >"$MJ_HOME/config.ini")
}

job_dir()
{
	printf '%s/jobs/%010d' "$MJ_HOME" "$1"
}

# log_of JOB TASK [ATTEMPT]
log_of()
{
	printf '%s/managed_jobs/%010d/%s.%d.log' "$MJ_LOGS" "$1" "$2" "${3:-1}"
}

# value JOB SECTION KEY: the last one in the record; SECTION as 'job', 'task a',
# 'run a'.
value()
{
	awk -v section="[$2]" -v key="$3" '
	/^\[/ { inside = $0 == section }
	inside && index($0, key " = ") == 1 {
		last = substr($0, length(key) + 4)
	}
	END { print last }' "$(job_dir "$1")/record"
}

# values JOB SECTION KEY: all of them, a line each.
values()
{
	awk -v section="[$2]" -v key="$3" '
	/^\[/ { inside = $0 == section }
	inside && index($0, key " = ") == 1 {
		print substr($0, length(key) + 4)
	}' "$(job_dir "$1")/record"
}

# entries PLACE: the names below queue/PLACE, a line each.
entries()
{
	find "$MJ_HOME/queue/$1" -type f ! -name '.*' 2>/dev/null |
		sed 's|.*/||' | sort
}

# no_pass: none is at work and none is wanted.  The mark is cleared after the note
# was written, so look at them in this order.
no_pass()
{
	[ "$(stat -c %Y "$MJ_HOME/wake")" = 0 ] &&
		[ ! -s "$MJ_HOME/scheduler.pid" ]
}

# requeue: let what is held wait, with no pass that would start it.
requeue()
{
	wait_for no_pass
	mkdir -p "$MJ_HOME/queue/pool/local/running"
	for entry in "$MJ_HOME"/queue/held/*; do
		job=$(echo "${entry##*/}" | sed 's/^0*//; s/[.].*//')
		shard=$(value "$job" job shard 2>/dev/null) || :
		shard=$MJ_HOME/queue/pool/local/waiting/${shard:-1000.1/0000000}
		mkdir -p "$shard"
		mv "$entry" "$shard"
	done
}

# controller JOB, runner JOB TASK: their process numbers.
controller()
{
	head -n 1 "$(job_dir "$1")/controller.pid"
}

runner()
{
	head -n 1 "$(job_dir "$1")/runner.$2.pid"
}

# gone PID: no such process, or only what its parent has not fetched.
gone()
{
	state=$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -c 1)
	[ -z "$state" ] || [ "$state" = Z ] || [ "$state" = X ]
}

# all_gone FILE...: every process whose number is in them.
all_gone()
{
	cat "$@" | tr ' ' '\n' | while read -r pid; do
		gone "$pid" || fail "process $pid lives: $(
			tr '\0' ' ' <"/proc/$pid/cmdline")"
	done
}

# A gate holds back whoever runs `: <"$T/NAME"` until open_gate NAME.
gate_fd=9
gate()
{
	mkfifo "$T/$1"
}

open_gate()
{
	eval "exec $gate_fd<>\"\$T/$1\""
	gate_fd=$((gate_fd - 1))
}
