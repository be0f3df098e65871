#!/bin/sh
# An attempt that there is not is named as missing; a controller has none.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

ends 0 "$(launch -- echo hello)"
exits 0 mj logs 1 --attempt 1
is hello "$(cat out)" output
exits 102 mj logs 1 --attempt 7
contains "$(cat err)" 'job 1 has no attempt 7'
exits 102 mj logs 1 echo --attempt 7
exits 2 mj logs 1 --controller --attempt 1
