#!/bin/sh
# mj pools: slots, resources, use, waiting and pauses of each pool.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

exits 0 mj pools
contains "$(cat out)" 'no pools yet'
[ ! -e "$MJ_HOME" ] || fail "a home was made"
settings '[pool local]' 'slots = 3' 'cpus = 4' 'memory = 8GB' 'gpus = 0,3' \
	'[pool plain]' 'slots = 2'
gate go
launch --cpus 1.5 --memory 1GB --gpus 1 -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
launch --cpus 3 -- true >/dev/null
launch --cpus 4 -- true >/dev/null
mj pause plain
pools=$(mj pools)
contains "$pools" '^POOL  *TYPE  *SLOTS  *CPUS  *MEMORY  *GPUS  *WAITING  *DETAILS$'
contains "$pools" '^local  *local  *1/3  *1.5/4  *1 GiB/8 GiB  *1/2  *2$'
contains "$pools" '^plain  *local  *0/2  *-  *-  *-  *0  *paused since '
json=$(mj pools --json)
contains "$json" '^{"pool": "local", "type": "local", "slots": 3, "slots_used": 1, "cpus": 4.0, "cpus_used": 1.5, "memory": 8589934592, "memory_used": 1073741824, "gpus": \[0, 3\], "gpus_used": \[0\], "waiting": 2}$'
contains "$json" '^{"pool": "plain", "type": "local", "slots": 2, "slots_used": 0, "waiting": 0, "paused_at": "'
mj resume plain >/dev/null
open_gate go
ends 0 1-3
