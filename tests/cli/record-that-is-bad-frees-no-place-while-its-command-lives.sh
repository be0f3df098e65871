#!/bin/sh
# A record that goes bad under a living runner: the command is ended before the
# job is set aside, so that its place is free only when nobody has it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'grace = 300ms' '[pool local]' 'slots = 1'
cat >"$T/first" <<'E2'
trap 'sleep 0.2; echo end >>"$T/effects"; exit' TERM
echo begin >>"$T/effects"
while :; do sleep 0.05; done
E2
launch -- sh "$T/first" >/dev/null
wait_for '[ -s effects ]'
launch -- sh -c 'echo second >>"$T/effects"' >/dev/null
runner=$(runner 1 sh)
wait_for no_pass
printf '\0rubbish' | dd of="$(job_dir 1)/record" conv=notrunc 2>/dev/null
kill -KILL "$(controller 1)"
ends 0 2
wait_for "gone $runner"
is 'begin end second' "$(tr '\n' ' ' <effects | sed 's/ $//')" "what was done"
[ -d "$MJ_HOME/bad/0000000001" ] || fail "it is not set aside"
wait_for '[ -z "$(entries alive)$(entries pool)$(entries launching)" ]'
