#!/bin/sh
# cancel -n GLOB ends the active jobs of that name, cancel -a all of them.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 2'
launch -n train-a -- sleep 600 >/dev/null
launch -n train-b --hold -- true >/dev/null
launch -n other -- sleep 600 >/dev/null
launch -n queued -- true >/dev/null

mj cancel -n 'train-*' --now
ends 103 1 2
ends 0 4
exits 101 mj wait --timeout 10ms 3
launch -n more --hold -- true >/dev/null
mj cancel -a --now
ends 103 3
ends 103 5
launch -- true >/dev/null
ends 0 6
