#!/bin/sh
# A gpu that a task has is nobody else's in any pool, whatever the settings say meanwhile: a pool
# that lists the same id, that got it from another, or whose own pool was removed.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 9' 'gpus = 0,1' '[pool other]' 'slots = 9' 'gpus = 1,2'

cat >use.sh <<'EOS'
for id in $(echo "$MJ_GPUS" | tr , ' '); do
	mkdir "$T/gpu.$id" || exit 9
done
echo "$MJ_GPUS" >"$T/has.$MJ_JOB_ID"
: <"$T/go"
for id in $(echo "$MJ_GPUS" | tr , ' '); do
	rmdir "$T/gpu.$id"
done
EOS
gate go
launch --gpus 2 -- sh use.sh >/dev/null
wait_for '[ -s has.1 ]'
launch --pool other --gpus 1 -- sh use.sh >/dev/null
wait_for '[ -s has.2 ]'
is 2 "$(cat has.2)"
launch --pool other --gpus 1 -- sh use.sh >/dev/null
contains "$(mj queue)" '^ *3 .*pool other has 0 of 2 gpus free, it needs 1$'
contains "$(mj pools)" '^other .* 2/2 '
contains "$(mj pools --json)" '"gpus": \[1, 2\], "gpus_used": \[1, 2\]'
is "" "$(mj doctor)"

# the pool is gone, and its ids are another's; one that no longer counts them
wait_for no_pass
settings '[pool other]' 'slots = 9' '[pool new]' 'slots = 9' 'gpus = 0,2,3'
launch --pool new --gpus 1 -- sh use.sh >/dev/null
launch --pool new --gpus 1 -- sh use.sh >/dev/null
wait_for '[ -s has.4 ]'
is 3 "$(cat has.4)"
wait_for no_pass
schedule --once
contains "$(mj queue)" '^ *5 .*pool new has 0 of 3 gpus free, it needs 1$'
open_gate go
ends 0 1-5
is "" "$(ls -d gpu.* 2>/dev/null)"
