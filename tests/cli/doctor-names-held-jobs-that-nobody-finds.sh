#!/bin/sh
# doctor names a held job of an array, or of none, that is not where its record says.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold --num-jobs 2 -- true >/dev/null
launch --hold -- true >/dev/null
exits 0 mj doctor
dir=$(find "$MJ_HOME/queue/held" -mindepth 1 -type d)
mv "$MJ_HOME/queue/held/0000000003.1" "$dir/0000000001.1" "$T"
mv "$T/0000000001.1" "$MJ_HOME/queue/held"
mv "$T/0000000003.1" "$dir"
exits 1 mj doctor
contains "$(cat out)" 'queue/held/0000000001.1: it is not where the record'
contains "$(cat out)" "0000000003.1: .*move it to queue/held/0000000003.1"
mv "$MJ_HOME/queue/held/0000000001.1" "$dir/0000000003.1" "$T"
mv "$T/0000000001.1" "$dir"
mv "$T/0000000003.1" "$MJ_HOME/queue/held"
exits 0 mj doctor
exits 0 mj release 1-3
ends 0 1-3
