#!/bin/sh
# Callbacks, and the programs of a pool, get the environment of the submit, and its
# directory, umask and limits where they have one, whoever's pass starts them.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

cat >note.sh <<'END'
{
	env | grep -E '^(FOO|MINE|HOME|PATH|LD_BIND_NOW|LANG)=' | sort
	[ "$1" = submit ] || { pwd && umask && ulimit -S -n; }
} >"$T/$1.new"
mv "$T/$1.new" "$T/$1.$2"
END
echo 'sh "$T/note.sh" submit "$MJ_JOB_ID"' >"$T/other/submit.how"
cat >job.yaml <<'END'
name: tells
resources: {pool: other}
event_callback: '[ "$MJ_EVENT" != SUCCEEDED ] || sh "$T/note.sh" callback "$MJ_JOB_ID"'
run: sh "$T/note.sh" task "$MJ_JOB_ID"
END
mkdir 'a dir'
for _ in 1 2; do
	(
		MINE=mine
		export MINE
		umask 027
		# shellcheck disable=SC3045 # every sh has it
		ulimit -S -n 123
		cd 'a dir' && launch --hold ../job.yaml >/dev/null
	)
done

# by hand, so that no other pass starts it; the first from cron, the second by somebody
# with things of their own
wait_for no_pass
waiting=$MJ_HOME/queue/pool/other/waiting/1000.1/0000000
mkdir -p "$waiting" "$MJ_HOME/queue/pool/other/running"
mv "$MJ_HOME/queue/held/0000000001.1" "$waiting"
(umask 077 && cd / && env -i PATH=/usr/bin:/bin HOME=/ MJ_HOME="$MJ_HOME" \
	"$MJ_SCHEDULE" --once)
ends 0 1
wait_for '[ -e callback.1 ] && no_pass'
mkdir -p "$waiting"
mv "$MJ_HOME/queue/held/0000000002.1" "$waiting"
(umask 0 && cd / && FOO=leak MINE=other LD_BIND_NOW=1 LANG=xx "$MJ_SCHEDULE" --once)
ends 0 2
wait_for '[ -e callback.2 ]'

for what in submit task callback; do
	cmp $what.1 $what.2 || fail "$what: $(diff $what.1 $what.2)"
	contains "$(cat $what.1)" '^MINE=mine$'
	contains "$(cat $what.1)" "^HOME=$HOME$"
	contains "$(cat $what.1)" "^PATH=.*$PATH"
	! grep -q '^FOO=' $what.1 || fail "FOO leaked to $what"
done
is "$T/a dir 0027 123" "$(tail -n 3 callback.1 | tr '\n' ' ' | sed 's/ $//')"
