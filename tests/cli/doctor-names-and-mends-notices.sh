#!/bin/sh
# mj doctor names notices that are missing or nobody's and jobs that nothing keeps in
# held/, and a pass mends them.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
launch -- sh -c ': <"$T/go"' >/dev/null
launch --after 1 -- true >/dev/null
launch --begin +1h -- true >/dev/null
launch -- true >/dev/null
ends 0 4
wait_for no_pass
exits 0 mj doctor

rm "$MJ_HOME/queue/after/0000000001/0000000002"
rm "$MJ_HOME"/queue/begin/*.0000000003
mkdir "$MJ_HOME/queue/after/0000000003"
: >"$MJ_HOME/queue/after/0000000003/0000000004"
: >"$MJ_HOME/queue/begin/009999999999.0000000004"
: >"$MJ_HOME/queue/begin/soon"
exits 1 mj doctor
is 2 "$(grep -c 'notices are missing' out)" "jobs without notices"
is 2 "$(grep -c 'a notice of job 4' out)" "notices of job 4"
contains "$(cat out)" 'begin/soon: its name is none'
rm "$MJ_HOME/queue/begin/soon"
exits 0 mj doctor --repair
exits 0 mj doctor
open_gate go
ends 0 1 2
