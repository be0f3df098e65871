#!/bin/sh
# mj launch --workdir DIR -- CMD runs it there; a spec says so itself.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

mkdir there
launch --workdir there -- sh -c 'pwd; echo "$PWD"' >/dev/null
launch --workdir "$T/there" -- pwd >/dev/null
ends 0 1 2
is "$T/there $T/there" "$(tr '\n' ' ' <"$(log_of 1 sh)" | sed 's/ $//')"
is "$T/there" "$(cat "$(log_of 2 pwd)")"

exits 2 mj launch --workdir nowhere -- true
contains "$(cat err)" 'nowhere: No such file'
: >file
exits 2 mj launch --workdir file -- true
contains "$(cat err)" 'no directory'
echo 'run: true' >s.yaml
exits 2 mj launch --workdir there s.yaml
contains "$(cat err)" 'workdir: there'
is 2 "$(mj queue -a | grep -c SUCCEEDED)" jobs
