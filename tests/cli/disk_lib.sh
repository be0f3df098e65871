# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0
# A home and logs on a file system of a given kind, in a mount namespace of its own.
# inside_mounts comes before lib.sh, on_disk COMMAND [ARG ...] after it: the command mounts at
# "$T/disk".  Then goes_through_a_life does there all that needs anything of a disk.

inside_mounts()
{
	[ -z "${INSIDE_MOUNTS-}" ] || return 0
	INSIDE_MOUNTS=1
	export INSIDE_MOUNTS
	unshare -m true 2>/dev/null || {
		echo "skipped: no mount namespace can be had"
		exit 77
	}
	exec unshare -m sh "$0"
}

leave_disk()
{
	status=$?
	trap - EXIT
	set +e
	[ ! -d "$MJ_HOME" ] || nothing_alive ||
		timeout 20 "$MJ" cancel -a --now >/dev/null 2>&1
	cd /
	while umount -l "$T/disk" 2>/dev/null; do :; done
	(exit "$status")
	clean_up
}

on_disk()
{
	mkdir -p "$T/disk"
	trap leave_disk EXIT
	"$@" 2>"$T/mount.err" || skip "$1: $(cat "$T/mount.err")"
	HOME=$T/disk/home
	MJ_HOME=$HOME/.mj
	MJ_LOGS=$HOME/logs
	mkdir "$HOME"
	export MJ_LOGS
	cd "$T/disk" || exit 1
}

goes_through_a_life()
{
	settings '[recovery]' 'initial = 20ms' '[pool local]' 'slots = 8'
	cat >spec.yaml <<'END'
name: graph
---
name: a
run: echo a
---
name: b
depends_on: [a]
log_max: 256K
run: |
  head -c 3000000 /dev/zero | tr '\0' x | fold -w 1000
  echo; echo end
---
name: c
depends_on: [a]
run: echo c; [ "$MJ_ATTEMPT" -ge 2 ] || exit 33
job_recovery: {recover_on_exit_codes: 33}
END
	launch spec.yaml >/dev/null
	ends 0 1
	[ "$(stat -c %b "$(log_of 1 b)")" -le 1024 ] || fail "log_max did not hold"
	is end "$(tail -n 1 "$(log_of 1 b)")" "the end of what is limited"

	launch --num-jobs 20 -- true >/dev/null
	ends 0 2-21
	for _ in 1 2 3 4 5 6 7 8; do
		mj launch -- sh -c 'exit 3' >>numbers 2>/dev/null &
	done
	wait_for '[ "$(sort -u numbers | wc -l)" = 8 ]'
	ends 100 22-29
	mj retry 22
	ends 100 22

	gate go
	launch -- sh -c ': <"$T/go"; echo on' >/dev/null
	wait_for '[ "$(value 30 "task sh" status)" = RUNNING ]'
	kill -KILL "$(controller 30)"
	# the runner brings the next one, as long as it is there
	wait_for '[ "$(value 30 job claim)" = 2 ]'
	open_gate go
	ends 0 30
	is on "$(cat "$(log_of 30 sh)")" "the log"

	mj gc --keep 0
	is '' "$(ls "$MJ_HOME/gone")" "what gc left"
	exits 0 mj doctor
}
