#!/bin/sh
# A suspended job that is cancelled gets its TERM, is continued to act on it, and what
# does not is killed after the grace.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'grace = 500ms'
cat >deaf.sh <<'END'
trap 'echo heard >"$T/heard"; exit 0' TERM
(trap '' TERM; exec sleep 1000) &
echo "$! $$" >"$T/pids"
wait
END
launch -- bash deaf.sh >/dev/null
wait_for '[ -s "$T/pids" ]'
mj suspend 1 >/dev/null
wait_for '[ "$(value 1 "run bash" stopped)" = 1 ]'
mj cancel 1 >/dev/null
ends 103 1
is heard "$(cat heard)" "what the command heard"
all_gone pids
[ ! -e "$(job_dir 1)/suspend" ] || fail "the request was left"
