#!/bin/sh
# Where a job's number is expected a range and a name do too; what does not
# exist is exit 102.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch_held 3 -n many -- true >/dev/null
launch --hold -n alone -- true >/dev/null

mj show alone >out
contains "$(cat out)" '^job 4'
mj show many >out
contains "$(cat out)" '^job 3'
exits 0 mj cancel 1-2 alone
ends 103 1 2 4
exits 102 mj show 99
exits 102 mj wait 90-95
exits 102 mj logs nobody
exits 102 mj cancel 99
is 1 "$(wc -l <err)" "lines about a missing job"
