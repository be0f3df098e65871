#!/bin/sh
# A job after another that ended otherwise, was cancelled or was set aside is
# SKIPPED with the reason, and so is all that comes after it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
gate go
launch -- sh -c ': <"$T/go"; exit 3' >/dev/null
launch -- true >/dev/null
launch -- true >/dev/null
launch --after 1 -- touch "$T/ran" >/dev/null
launch --after 4 --hold -- touch "$T/ran" >/dev/null
launch --after 5:any --after 2:any -- true >/dev/null
launch --after 2:fail -- touch "$T/ran" >/dev/null
launch --after 7 -- touch "$T/ran" >/dev/null
launch --after 3 -- touch "$T/ran" >/dev/null

mj cancel 2 >/dev/null
ends 100 7 8
contains "$(mj queue -a)" 'SKIPPED .* job 2 ended CANCELLED'
contains "$(mj queue -a)" 'SKIPPED .* job 7 ended SKIPPED'

printf 'rubbish' | dd of="$(job_dir 3)/record" conv=notrunc 2>/dev/null
open_gate go
ends 100 1 4 5 9
contains "$(mj show 4)" '^reason *job 1 ended FAILED'
contains "$(mj show 5)" '^reason *job 4 ended SKIPPED'
contains "$(mj show 9)" '^reason *job 3 is gone'
contains "$(mj show 4)" '  status *SKIPPED'
ends 0 6
[ ! -e ran ] || fail "a job that was skipped ran"
is "" "$(entries held)$(entries after)" "what is left"
[ ! -e "$(job_dir 5)/controller.pid" ] || fail "the lock file is left"
