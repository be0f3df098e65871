#!/bin/sh
# One task of a job stands still while another one runs; a task that is pending does
# not start while it or its job is suspended.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'slots = 3'
gate go
cat >spec.yaml <<'END'
name: several
---
name: still
depends_on: []
run: echo $$ >"$T/still"; until [ -e "$T/over" ]; do :; done
---
name: other
depends_on: []
run: ': <"$T/go"'
---
name: after
depends_on: [other]
run: touch "$T/after"
---
name: last
depends_on: [after]
run: touch "$T/last"
END
launch spec.yaml >/dev/null
wait_for '[ -s "$T/still" ] && [ "$(value 1 "task other" status)" = RUNNING ]'
exits 102 mj suspend --task nobody 1
contains "$(mj suspend --task still 1)" '^task still of job 1 is being suspended$'
mj suspend --task after 1 >/dev/null
wait_for '[ "$(value 1 "run still" stopped)" = 1 ]'
is T "$(sed 's/.*) //' "/proc/$(cat still)/stat" | cut -c 1)" "its shell"
contains "$(mj queue -v)" 'still .*suspended since'
open_gate go
wait_for '[ "$(value 1 "task other" status)" = SUCCEEDED ]'
exits 1 mj suspend --task other 1
schedule --once
contains "$(mj queue -v)" 'after .*PENDING .*suspended since'
is "" "$(entries pool/local/waiting)" "requests"

# the whole job, and one of its tasks cannot go on alone
mj suspend 1 >/dev/null
exits 1 mj continue --task after 1
contains "$(cat err)" 'suspended as a whole: mj continue 1'
mj continue 1 >/dev/null
wait_for '[ -e "$T/last" ]'
touch over
ends 0 1
