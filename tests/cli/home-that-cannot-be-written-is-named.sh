#!/bin/sh
# A home that cannot be written is named with the reason: by mj-schedule, which exits
# with 1, by hold and release, and by the doctor.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

[ "$(id -u)" != 0 ] || skip "root may write everything"
launch_held 1 -- true >/dev/null
wait_for no_pass
chmod -R a-w "$MJ_HOME"
exits 1 schedule
contains "$(cat err)" "mj-schedule: $MJ_HOME cannot be written: Permission denied"
exits 1 mj hold 1
exits 1 mj release 1
contains "$(cat err)" 'Permission denied'
exits 1 mj doctor
contains "$(cat out)" "home: $MJ_HOME cannot be written: Permission denied"
chmod -R u+w "$MJ_HOME"
mj release 1
ends 0 1
