#!/bin/sh
# queue, show, wait and logs without a home say so and make none.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

exits 0 mj queue
exits 102 mj show 1
exits 102 mj wait 1
exits 102 mj logs 1

[ ! -e "$MJ_HOME" ] || fail "a home was made"
