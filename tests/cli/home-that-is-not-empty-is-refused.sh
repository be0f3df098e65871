#!/bin/sh
# A directory with something else in it does not become a home; one with settings
# alone, or one whose making was cut short, does.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

mkdir -m 700 strange
echo text >strange/letter
exits 2 mj --home "$T/strange" launch -- true
contains "$(cat err)" 'letter is there'
exits 2 mj --home "$T/strange" queue
exits 2 schedule --home "$T/strange"
is letter "$(ls -A strange)" "what is there"
settings '[pool local]' 'slots = 2'
mkdir -m 700 "$MJ_HOME/queue" "$MJ_HOME/jobs"
ends 0 "$(launch -- true)"
