#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The time limit of a task elsewhere counts while it runs and ends it.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

id=$(launch --pool other --timeout 1s -- sh -c 'sleep 1000')
ends 100 "$id"
contains "$(mj show "$id")" 'timeout after 1'
contains "$(cat "$T/other/calls")" '^cancel .* term$'
