#!/bin/sh
# A task starts when its pool has the cpus and the memory that it asks for; what waits
# says what it waits for, and starts when that is given back.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 9' 'cpus = 4' 'memory = 8GB'

gate go
launch --cpus 3 --memory 2GB -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
launch --cpus 2 -- true >/dev/null
launch --memory 7GB -- true >/dev/null
launch -- true >/dev/null
wait_for '[ "$(value 4 job status)" = SUCCEEDED ]' 'what needs nothing starts'
contains "$(mj queue)" '^ *2 .*waiting: pool local has 1 of 4 cpus free, it needs 2$'
contains "$(mj queue)" '^ *3 .*waiting: pool local has 6 GiB of 8 GiB memory free, it needs 7 GiB$'
contains "$(schedule --dry-run)" 'job 2: pool local has 1 of 4 cpus free, it needs 2'
is "" "$(mj doctor)"
open_gate go
ends 0 1-3

# what a pool does not count is no obstacle, and said
wait_for no_pass
settings '[pool local]' 'slots = 9' 'cpus = 4'
exits 0 mj launch --memory 99GB --gpus 2 -- true
contains "$(cat err)" '^mj: task [a-z-]*: pool local does not count memory (memory = … below \[pool local\] in .*/config.ini would): that it needs some is ignored$'
contains "$(cat err)" 'pool local does not count gpus'
ends 0 5
wait_for no_pass
is "" "$(entries pool)"
