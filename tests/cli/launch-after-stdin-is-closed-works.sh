#!/bin/sh
# launch works with its descriptors 0, 1 and 2 closed and writes into no file
# of its own by mistake.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

"$MJ" launch -- echo fine <&- >&- 2>&- || :
wait_for '[ "$(value 1 job status)" = SUCCEEDED ]'

is fine "$(cat "$(log_of 1 echo)")"
