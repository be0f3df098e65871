#!/bin/sh
# PYTHONUNBUFFERED=1 is set unless the user has set it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- sh -c 'echo "$PYTHONUNBUFFERED"' >/dev/null
PYTHONUNBUFFERED='' "$MJ" launch -- sh -c 'echo "<$PYTHONUNBUFFERED>"' \
	>/dev/null 2>&1
launch --env PYTHONUNBUFFERED=0 -- sh -c 'echo "$PYTHONUNBUFFERED"' >/dev/null
ends 0 1-3

is 1 "$(cat "$(log_of 1 sh)")"
is '<>' "$(cat "$(log_of 2 sh)")"
is 0 "$(cat "$(log_of 3 sh)")"
