#!/bin/sh
# --begin says so when no timer has run a pass lately, and how to have one.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --begin +1h -- true >/dev/null
contains "$(cat launch.err)" 'no timer has ever run a pass'
contains "$(cat launch.err)" 'crontab -e (contrib/cron)'
contains "$(cat launch.err)" 'systemctl --user enable'

schedule --once
launch --begin +1h -- true >/dev/null
! grep -q timer launch.err || fail "warned although a timer is at work"
touch -d '1 day ago' "$MJ_HOME/timer"
launch --begin +1h -- true >/dev/null
contains "$(cat launch.err)" 'the last pass of a timer was 1d 0h ago'
