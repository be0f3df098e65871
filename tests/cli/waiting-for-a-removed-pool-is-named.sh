#!/bin/sh
# Jobs that wait in a pool that was taken out of the settings are named by
# mj-schedule -v and by the doctor.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool night]' 'slots = 1'
launch --pool night -- sleep 60 >/dev/null
wait_for '[ "$(value 1 "task sleep" status)" = RUNNING ]'
launch --pool night -- true >/dev/null
settings '[pool local]' 'slots = 1'
wait_for no_pass
exits 0 schedule -v
contains "$(cat err)" 'job 2 waits: .*night'
exits 1 mj doctor
contains "$(cat out)" 'job 2: it waits for pool night, which is not there'
mj cancel -a --now --wait >/dev/null
