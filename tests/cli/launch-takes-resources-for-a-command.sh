#!/bin/sh
# launch --cpus, --memory and --gpus ask for a command what resources: asks for in a spec: taken of
# a pool that counts them, noted where none does; a spec says so itself.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

exits 0 mj launch --cpus 2 --memory 4GB --gpus 1 -- true
for name in cpus memory gpus; do
	contains "$(cat err)" "does not count $name (.*): that it needs some is ignored"
done
ends 0 1
exits 2 mj launch --cpus many -- true
contains "$(cat err)" '--cpus many: give a number'
echo 'run: "true"' >one.yaml
exits 2 mj launch --gpus 1 one.yaml
contains "$(cat err)" 'write resources: in the spec'

settings '[pool local]' 'slots = 9' 'cpus = 3' 'memory = 6GB' 'gpus = 2'
gate go
exits 0 mj launch --cpus 2 --memory 4GB --gpus 1 -- sh -c 'echo "gpu $MJ_GPUS"; : <"$T/go"'
! grep ignored err || fail 'counted, and said to be ignored'
wait_for '[ "$(value 2 "task sh" status)" = RUNNING ]'
pools=$(mj pools --json)
contains "$pools" '"cpus": 3.0, "cpus_used": 2.0'
contains "$pools" '"memory_used": 4294967296'
contains "$pools" '"gpus_used": \[0\]'
contains "$(mj launch --dry-run --gpus A100:2 -- true)" ', 2 gpus$'
contains "$(mj launch --dry-run --gpus A100:1 -- true)" ', 1 gpu$'
launch --cpus 2 -- true >/dev/null
contains "$(mj queue)" '^ *3 .*waiting: pool local has 1 of 3 cpus free, it needs 2$'
open_gate go
ends 0 2-3
is 'gpu 0' "$(cat "$(log_of 2 sh)")"
