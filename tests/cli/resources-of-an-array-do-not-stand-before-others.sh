#!/bin/sh
# However many jobs of an array lack what they need, those behind it that need something else start.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 4' 'gpus = 1' 'cpus = 2'

gate go
launch --gpus 1 -- sh -c ': <"$T/go"' >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
launch --num-jobs 150 --gpus 1 -- true >/dev/null
launch --hold --cpus 1 -- true >/dev/null
wait_for no_pass
contains "$(mj queue)" '^ *151 .*pool local has 0 of 1 gpu free, it needs 1$'
contains "$(schedule --dry-run)" '^job 151: pool local has 0 of 1 gpu free, it needs 1$'
mj release 152 >/dev/null
ends 0 152
mj cancel 2-151 >/dev/null
open_gate go
ends 0 1
