#!/bin/sh
# A child that a task leaves behind with every descriptor open, and that is kept, holds
# no lock of ours: its job ends, passes run, the next job starts at once.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'leftovers = keep' '[pool local]' 'slots = 1'
launch -- sh -c 'sleep 600 & echo $! >"$T/new"; mv "$T/new" "$T/pid"; exit 0' >/dev/null
ends 0 1
pid=$(cat pid)
started "$pid"
kill -0 "$pid" || fail "the child was ended"

is '0 1 2' "$(find "/proc/$pid/fd" -mindepth 1 -printf '%f\n' | sort | tr '\n' ' ' |
	sed 's/ $//')" "what the child holds"
exits 0 schedule --once
! grep -q 'another pass' err || fail "the pass lock is held"
launch -- true >/dev/null
ends 0 2
exits 0 mj retry --all-tasks 1
wait_for '[ "$(value 1 "run sh" attempt)" = 2 ]'
ends 0 1
started "$(cat pid)"
kill -0 "$pid" || fail "the child was ended"
