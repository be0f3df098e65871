#!/bin/sh
# A job of --unique that is tried again takes its key again, and is refused while another
# job has it.  gc removes the files of keys whose jobs have ended.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch --unique night -- sh -c '[ "$MJ_ATTEMPT" -gt 1 ] && : <"$T/go"' \
	>/dev/null
ends 100 1
launch --unique night -- sh -c ': <"$T/go"' >/dev/null
exits 1 mj retry 1
contains "$(cat err)" 'its key night is with job 2, which has not ended'
mj cancel 2
ends 103 2
exits 0 mj retry 1
exits 4 mj launch --unique night -- true
is 1 "$(cat out)" "who has the key"
mj gc --keep 1d
[ -e "$MJ_HOME/unique/night" ] || fail "the key of a living job is gone"
open_gate go
ends 0 1
mj gc --keep 1d
[ ! -e "$MJ_HOME/unique/night" ] || fail "the key of an ended job is left"
