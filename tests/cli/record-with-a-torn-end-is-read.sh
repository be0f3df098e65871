#!/bin/sh
# A block that was only half written is skipped; what came before and after
# counts.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold -- true >/dev/null
printf '\n[job]\nstatus = FAILED\nat = 2026-11' >>"$(job_dir 1)/record"
is PENDING "$(mj queue -a | awk 'NR == 2 { print $4 }')" status

mj release 1
ends 0 1
