#!/bin/sh
# A task has a session of its own, no terminal, an empty stdin, descriptors 0
# 1 2 only and default signals.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >look.sh <<'END'
read -r _ _ _ _ group session tty _ <"/proc/$$/stat"
[ "$session" = $$ ] && [ "$group" = $$ ] && [ "$tty" = 0 ] && echo session
(: </dev/tty) 2>/dev/null || echo 'no terminal'
[ -z "$(cat)" ] && [ "$(readlink /proc/$$/fd/0)" = /dev/null ] && echo stdin
# the C library may start programs with two signals of its own ignored
grep -E '^Sig(Blk|Ign):' /proc/self/status | tr -d '\t' |
	sed 's/0000000180000000$/0000000000000000/'
END
trap '' USR2
launch -- sh -c 'exec bash "$T/look.sh"' >/dev/null
# whatever descriptors the launcher had
launch -- sh -c 'ls /proc/$$/fd; exit' 7<"$T/look.sh" >/dev/null
ends 0 1 2

cat >expected <<'END'
session
no terminal
stdin
SigBlk:0000000000000000
SigIgn:0000000000000000
END
cmp expected "$(log_of 1 sh)" || fail "$(cat "$(log_of 1 sh)")"
is '0 1 2' "$(tr '\n' ' ' <"$(log_of 2 sh)" | sed 's/ $//')" descriptors
