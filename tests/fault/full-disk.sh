#!/bin/sh
# A home, then a log directory, of 1 MiB runs full and has room again: submitting fails
# clearly, what runs goes on, nothing is lost that was promised, and all of it ends by
# itself once there is room.
# SPDX-License-Identifier: Apache-2.0
set -eu
[ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null || {
	echo "skipped: only root can mount a small file system"
	exit 77
}
# what is mounted goes with the name space, whatever happens
[ -n "${FULL_DISK_ALONE-}" ] ||
	FULL_DISK_ALONE=1 exec unshare -m --propagation private -- sh "$0"
. "$(dirname "$0")/../cli/lib.sh"

disk=$T/disk
mkdir "$disk"
mount -t tmpfs -o size=1m,mode=0700 none "$disk" ||
	skip "a tmpfs cannot be mounted"

release_disk()
{
	status=$?
	trap - EXIT
	rm -f "$disk"/fill* || :
	: >"$T/go"
	timeout 10 "$MJ" cancel -a --now >/dev/null 2>&1 || :
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		nothing_alive && break
		sleep 0.3
	done
	umount -l "$disk"
	(exit "$status") || :
	[ "$status" = 0 ] || set +e
	clean_up_with "$status"
}

# lib.sh's own, with the status from before.
clean_up_with()
{
	(exit "$1")
	clean_up
}
trap release_disk EXIT

room()
{
	df --output=avail "$disk" | tail -n 1 | tr -d ' '
}

# A pass that ends may give a page back: then once more.
fill()
{
	for n in 1 2 3 4 5; do
		cat /dev/zero >"$disk/fill.$n" 2>/dev/null || :
		[ "$(room)" != 0 ] || return 0
	done
	fail "the disk is not full: $(room) KiB are free"
}

# pad JOB: so that the next block of its record needs a page of its own.
pad()
{
	record=$(job_dir "$1")/record
	size=$(stat -c %s "$record")
	head -c "$(((4096 - size % 4096) % 4096))" /dev/zero |
		tr '\0' '\n' >>"$record"
}

make_room()
{
	rm -f "$disk"/fill*
}

cpu()
{
	# user and system, in ticks, of the processes that the home's pid files name
	for pid in $(named_processes); do
		sed 's/.*) //' "/proc/$pid/stat" 2>/dev/null
	done | awk '{ ticks += $12 + $13 } END { print ticks + 0 }'
}

new_home()
{
	MJ_HOME=$1
	MJ_LOGS=$2
	rm -f "$T/go" "$T/a" "$T/b" "$T/talking" "$T/full" "$T/talked"
}

cat >two.yaml <<'END'
name: two
---
name: a
run: |
  echo start >>"$T/a"
  until [ -e "$T/go" ]; do sleep 0.02; done
  echo end >>"$T/a"
---
name: b
run: echo once >>"$T/b"
END

# The home is full while the first task runs and ends.
new_home "$disk/home.1" "$T/logs.1"
launch two.yaml >/dev/null
wait_for '[ "$(value 1 "task a" status)" = RUNNING ]'
pad 1
fill
exits 1 mj launch two.yaml
[ -s "$T/err" ] || fail "launch fails without a word"
is '' "$(cat "$T/out")" "the output of a launch that failed"
exits 0 mj queue -a
exits 0 mj show 1
: >"$T/go"
wait_for '[ "$(tail -n 1 "$T/a")" = end ]'
before=$(cpu)
sleep 2
spent=$(($(cpu) - before))
[ "$spent" -le 20 ] || fail "$spent ticks of CPU in 2 s of a full disk"
is '' "$(value 1 'run a' ended)" "the end of the first task"
[ ! -e "$T/b" ] || fail "the second task started without a note of the first"
kill -0 "$(controller 1)" || fail "the controller is gone"
make_room
ends 0 1
is 'start end' "$(tr '\n' ' ' <"$T/a" | sed 's/ $//')" "the first task"
is once "$(cat "$T/b")" "the second task"
is '' "$(entries .)" "what is still owed"
ends 0 "$(launch -- true)"
echo "ok: a home that is full while a task runs"

# A cancel is asked for while it is full: it takes effect, at the latest with room.
new_home "$disk/home.2" "$T/logs.2"
launch two.yaml >/dev/null
wait_for '[ "$(value 1 "task a" status)" = RUNNING ]'
pad 1
fill
exits 0 mj cancel 1
wait_for 'gone "$(value 1 "run a" pid)"'
make_room
ends 103 1
[ ! -e "$T/b" ] || fail "the second task ran"
is '' "$(entries .)" "what is still owed"
echo "ok: a cancel when the home is full"

# The logs are full: the task goes on, and the log says what is lost.
new_home "$T/home.3" "$disk/logs.3"
cat >talk.yaml <<'END'
name: talk
run: |
  echo first
  : >"$T/talking"
  until [ -e "$T/full" ]; do sleep 0.02; done
  head -c 300000 /dev/zero | tr '\0' x
  : >"$T/talked"
  until [ -e "$T/go" ]; do sleep 0.02; done
  echo last
END
launch talk.yaml >/dev/null
wait_for '[ -e "$T/talking" ]'
wait_for 'grep -q first "$(log_of 1 talk)"'
fill
: >"$T/full"
wait_for '[ -e "$T/talked" ]' "the task goes on though its log is full"
make_room
: >"$T/go"
ends 0 1
grep -q '^first$' "$(log_of 1 talk)" || fail "the first line is lost"
grep -q '^last$' "$(log_of 1 talk)" || fail "the last line is lost"
grep -q 'bytes of output are lost here' "$(log_of 1 talk)" ||
	fail "the log does not say what is lost"
kept=$(tr -cd x <"$(log_of 1 talk)" | wc -c)
lost=$(sed -n 's/.*mj: \([0-9]*\) bytes.*/\1/p' "$(log_of 1 talk)" |
	awk '{ n += $1 } END { print n + 0 }')
is 300000 "$((kept + lost))" "bytes kept and lost"
echo "ok: logs that are full for a while"

# It is still full at the end: the end waits for nothing but is noted.
new_home "$T/home.4" "$disk/logs.4"
launch talk.yaml >/dev/null
wait_for '[ -e "$T/talking" ]'
fill
: >"$T/full"
: >"$T/go"
ends 0 1
make_room
echo "ok: logs that stay full"

# The home is full when the command ends and its runner is killed before that is noted:
# the controller has its exit status, and notes it with room.
new_home "$disk/home.5" "$T/logs.5"
cat >ends.yaml <<'END'
name: ends
run: |
  until [ -e "$T/go" ]; do sleep 0.02; done
  exit 7
END
launch ends.yaml >/dev/null
wait_for '[ "$(value 1 "task ends" status)" = RUNNING ]'
pad 1
fill
: >"$T/go"
wait_for 'gone "$(value 1 "run ends" pid)"'
is '' "$(value 1 'run ends' ended)" "the end of the command"
kill -KILL "$(runner 1 ends)"
wait_for 'gone "$(runner 1 ends)"'
is '' "$(value 1 'run ends' ended)" "the end of the command"
make_room
ends 100 1
is 7 "$(value 1 'run ends' exit)" "its exit status"
is 1 "$(value 1 'run ends' attempt)" "its attempt"
is '' "$(entries .)" "what is still owed"
echo "ok: a runner killed before the end could be noted"

# setup is over and reaped, and the command has no room for its first note: when the
# runner is killed then, nothing is known of the attempt, and another one follows.
new_home "$disk/home.6" "$T/logs.6"
cat >steps.yaml <<'END'
name: steps
setup: |
  echo setup >>"$T/a"
  until [ -e "$T/go" ]; do sleep 0.02; done
run: echo run >>"$T/a"
END
launch steps.yaml >/dev/null
wait_for '[ "$(value 1 "run steps" step)" = setup ] && [ -s "$T/a" ]'
pad 1
fill
# shellcheck disable=SC2034 # the condition uses it
setup=$(value 1 'run steps' pid)
: >"$T/go"
wait_for '[ ! -e "/proc/$setup" ]' "setup is reaped"
before=$(runner 1 steps)
kill -KILL "$before"
wait_for 'gone "$before"'
make_room
ends 0 1
is 2 "$(value 1 'run steps' attempt)" "the attempt that succeeded"
grep -q 'its first process had ended' "$(job_dir 1)/record" ||
	fail "the record does not say how the first one was lost"
is 'setup setup run ' "$(tr '\n' ' ' <"$T/a")" "what ran"
is '' "$(entries .)" "what is still owed"
echo "ok: a runner killed between setup and a command that cannot be noted"

# Suspend and continue are asked for while it is full: they take effect when there is
# room, with nobody asking again.
new_home "$disk/home.7" "$T/logs.7"
launch two.yaml >/dev/null
wait_for '[ "$(value 1 "task a" status)" = RUNNING ]'
command=$(value 1 'run a' pid)
standing()
{
	case $(sed 's/.*) //' "/proc/$command/stat") in T*) true ;; *) false ;; esac
}
pad 1
fill
exits 0 mj suspend 1
before=$(cpu)
sleep 1.5
spent=$(($(cpu) - before))
[ "$spent" -le 20 ] || fail "$spent ticks of CPU in 1.5 s of a full disk"
! standing || fail "it was stopped before that was noted"
make_room
wait_for standing "it is stopped once there is room"
pad 1
fill
exits 0 mj continue 1
wait_for '! standing' "it goes on"
make_room
: >"$T/go"
ends 0 1
is '' "$(entries .)" "what is still owed"
echo "ok: suspend and continue when the home is full"

# One task is cancelled, and a job held and released, while it is full.
new_home "$disk/home.8" "$T/logs.8"
launch two.yaml >/dev/null
wait_for '[ "$(value 1 "task a" status)" = RUNNING ]'
launch --hold -- sh -c ': >"$T/b"' >/dev/null
wait_for no_pass
pad 1
pad 2
fill
exits 0 mj cancel --task a 1
wait_for 'gone "$(value 1 "run a" pid)"'
exits 1 mj release 2
[ -s "$T/err" ] || fail "release fails without a word"
exits 1 mj hold 1
make_room
ends 103 1
[ ! -e "$T/b" ] || fail "a held job ran"
exits 0 mj release 2
ends 0 2
[ -e "$T/b" ] || fail "the released job did not run"
is '' "$(entries .)" "what is still owed"
echo "ok: a task is cancelled when the home is full"
