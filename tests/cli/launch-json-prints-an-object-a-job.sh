#!/bin/sh
# launch --json prints one valid object for each job.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq
mj launch --json --num-jobs 2 -n named -- true >out

is '1 named
2 named' "$(jq -r '"\(.id) \(.name)"' out)"
