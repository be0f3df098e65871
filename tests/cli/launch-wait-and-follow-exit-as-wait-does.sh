#!/bin/sh
# launch --wait and launch -f end with the job, with wait's exit status.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

exits 0 mj launch --wait -- true
is 1 "$(cat out)"
exits 100 mj launch --wait -- false
exits 100 mj launch -f -- sh -c 'echo shown; exit 3'
contains "$(cat out)" shown
