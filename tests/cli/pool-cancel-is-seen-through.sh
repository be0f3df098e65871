#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A cancelled task elsewhere is asked to end, then ended, and CANCELLED only when it is gone.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

id=$(launch --pool other -- sh -c 'trap "echo told; exit 5" TERM; touch "$T/up1"; while :; do sleep 0.1; done')
wait_for '[ -e "$T/up1" ]'
mj cancel "$id" 2>/dev/null
ends 103 "$id"
contains "$(mj logs --no-follow "$id")" '^told$'
is 1 "$(calls cancel)" 'how often it was told'

# one that does not listen, also where it set itself apart
cat >deaf.sh <<'END'
trap '' TERM
setsid sh -c 'trap "" TERM; echo $$ >"$T/apart"; while :; do sleep 0.2; done' &
echo $$ >"$T/deaf"
while :; do sleep 0.2; done
END
id=$(launch --pool other -- sh "$T/deaf.sh")
wait_for '[ -s "$T/deaf" ] && [ -s "$T/apart" ]'
mj cancel --grace 1s "$id" 2>/dev/null
ends 103 "$id"
contains "$(cat "$T/other/calls")" '^cancel .* kill$'
gone "$(cat "$T/deaf")" || fail 'it lives'
wait_for 'gone "$(cat "$T/apart")"' 'the end of what set itself apart'

# while it cannot be asked whether it is gone, it is not said to be
echo 'exit 1' >"$T/other/poll.how"
rm "$T/up1"
id=$(launch --pool other -- sh -c 'touch "$T/up1"; sleep 1000')
wait_for '[ -e "$T/up1" ]'
mj cancel --grace 0 "$id" 2>/dev/null
wait_for 'mj queue -v | grep "no answer from other"' 'a reason'
contains "$(mj queue)" CANCELLING
rm "$T/other/poll.how"
ends 103 "$id"

# what was not submitted yet is not submitted any more
echo 'sleep 1000' >"$T/other/submit.how"
# shellcheck disable=SC2034 # in what is waited for
before=$(calls submit)
id=$(launch --pool other -- true)
wait_for '[ "$(calls submit)" -gt "$before" ]'
mj cancel --grace 0 "$id" 2>/dev/null
ends 103 "$id"
