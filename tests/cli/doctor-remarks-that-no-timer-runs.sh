#!/bin/sh
# `mj doctor` remarks that no timer has run a pass for a day and how to have one; that
# is no fault.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- true >/dev/null
ends 0 1
wait_for no_pass
exits 0 mj doctor
is '' "$(cat out err)" "what it says of a home that is new"

touch -d '2 days ago' "$MJ_HOME/home"
exits 0 mj doctor
is '' "$(cat out)" "what is wrong"
contains "$(cat err)" 'remark: no timer has ever run a pass here, in 2d 0h'
contains "$(cat err)" 'crontab -e (contrib/cron)'
contains "$(cat err)" 'systemctl --user enable --now mj-schedule.timer'
exits 0 mj doctor --json
is '' "$(cat out)" "what is wrong"

schedule --once
exits 0 mj doctor
is '' "$(cat out err)" "what it says when a timer is at work"

touch -d '23 hours ago' "$MJ_HOME/timer"
exits 0 mj doctor
is '' "$(cat out err)" "what it says of a night"
touch -d '3 days ago' "$MJ_HOME/timer"
exits 0 mj doctor
contains "$(cat err)" 'remark: the last pass of a timer was 3d 0h ago'

# What is wrong is still told, and counts.
mkdir "$MJ_HOME/jobs/rubbish"
exits 1 mj doctor
contains "$(cat out)" 'rubbish'
contains "$(cat err)" 'remark: '
