#!/bin/sh
# Tasks get ids of gpus of their own, as MJ_GPUS and CUDA_VISIBLE_DEVICES; jobs of an
# array too, and a command started by a new controller the same ones.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 9' 'gpus = 1,4,5'

cat >use.sh <<'EOS'
for id in $(echo "$MJ_GPUS" | tr , ' '); do
	mkdir "$T/gpu.$id" || exit 9
done
[ "$MJ_GPUS" = "$CUDA_VISIBLE_DEVICES" ] || exit 8
echo "$MJ_GPUS" >>"$T/seen"
[ -z "${1-}" ] || : <"$T/$1"
for id in $(echo "$MJ_GPUS" | tr , ' '); do
	rmdir "$T/gpu.$id"
done
EOS
gate go
launch --gpus 2 -- sh use.sh go >/dev/null
wait_for '[ -s seen ]'
is 1,4 "$(cat seen)"
is 1,4 "$(value 1 "run sh" gpus)"
contains "$(mj show 1)" '^ *gpus *1,4$'
contains "$(mj show --json 1)" '"gpus": "1,4"'
launch --gpus 1 -- sh use.sh go >/dev/null
wait_for '[ "$(wc -l <seen)" = 2 ]'
is 5 "$(tail -n 1 seen)"
launch --num-jobs 12 --gpus 1 -- sh use.sh >/dev/null
contains "$(mj queue)" 'pool local has 0 of 3 gpus free, it needs 1'

# a task of a live job
cat >two.yaml <<'EOF2'
name: two
---
name: a
run: "true"
---
name: b
run: sh use.sh
resources: {accelerators: "A100:3"}
EOF2
launch two.yaml >/dev/null
open_gate go
ends 0 1-15
is 1,4,5 "$(value 15 "run b" gpus)"
is "" "$(ls -d gpu.* 2>/dev/null)"

# none asked for, none told
launch -- sh -c '[ -z "${MJ_GPUS+set}" ]' >/dev/null
ends 0 16

# nor told to what is launched from a task that has some
launch --gpus 1 -- sh -c '"$MJ" launch -- sh -c '"'"'[ -z "${MJ_GPUS-}$CUDA_VISIBLE_DEVICES" ]'"'" >/dev/null
ends 0 17
ends 0 18
