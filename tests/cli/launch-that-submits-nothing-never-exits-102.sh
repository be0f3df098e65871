#!/bin/sh
# A directory that is missing is no missing job: exit 1 when nothing was submitted.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

mkdir gone
cd gone
rmdir ../gone
exits 1 mj launch -- true
cd "$T"
contains "$(cat err)" 'No such file or directory'
exits 1 mj --home /proc/nothing/there launch -- true
MJ_LOGS=/proc/nothing/there
exits 1 mj launch -- true
is '' "$(ls "$MJ_HOME/jobs")" jobs
