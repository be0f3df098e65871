#!/bin/sh
# DETAILS says that it was the setup that failed, and what the limit was, not when it
# was over.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

printf 'setup: exit 4\nrun: true\n' >setup.yaml
ends 100 "$(launch setup.yaml)"
contains "$(mj queue -a)" 'setup: exit 4'
settings '[scheduler]' 'grace = 500ms'
ends 100 "$(launch --timeout 200ms -- sh -c 'trap "" TERM; sleep 60; sleep 60')"
contains "$(mj queue -a)" 'timeout after 0.2s'
mj show 2 >shown
contains "$(cat shown)" '^    cause     timeout after 0.2s$'
contains "$(cat shown)" 'attempt 1: ended: timeout after 0.2s$'
contains "$(mj show 2 --json)" '"reason": "timeout after 0.2s", "started_at'
exits 0 mj launch --timeout 0 --wait -- true
