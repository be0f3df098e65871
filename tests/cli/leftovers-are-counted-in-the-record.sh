#!/bin/sh
# What a command left behind and was ended with its attempt is told by show.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq
ends 0 "$(launch -- sh -c 'sleep 60 & sleep 60 & exit 0')"
is 2 "$(mj show 1 --json | jq '.tasks[0].attempts[0].left_behind')" processes
contains "$(mj show 1)" '2 processes behind, which were ended'
ends 0 "$(launch -- true)"
is null "$(mj show 2 --json | jq '.tasks[0].attempts[0].left_behind')" none
