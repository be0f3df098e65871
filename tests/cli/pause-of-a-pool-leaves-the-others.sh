#!/bin/sh
# A paused pool starts nothing while another one does; one that does not exist is
# refused with the list of those that do, and nothing is changed.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool night]' 'slots = 1'
exits 2 mj pause night nigth
contains "$(cat err)" '^mj: there is no pool nigth: there are local, night$'
exits 2 mj resume nigth
contains "$(mj resume night)" 'pool night is not paused'

mj pause night >/dev/null
launch --pool night -- touch "$T/night" >/dev/null
launch -- touch "$T/day" >/dev/null
ends 0 2
contains "$(mj queue)" '^pool night is paused since .*: mj resume night$'
contains "$(mj queue)" '^ *1 .*waiting: pool night is paused'
mj resume >/dev/null
schedule --once
[ ! -e night ] || fail "a paused pool started a job"
contains "$(mj resume night)" 'pool night is resumed'
ends 0 1
