#!/bin/sh
# A plain `touch jobs/ID/cancel` is a cancel that the next pass carries out.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
launch -- sleep 600 >/dev/null
launch -- touch "$T/ran" >/dev/null
wait_for '[ -n "$(value 1 "run sleep" pid)" ]'

touch "$(job_dir 2)/cancel"
schedule --once
ends 103 2
touch "$(job_dir 1)/cancel"
schedule --once
ends 103 1
[ ! -e ran ] || fail "it ran"
