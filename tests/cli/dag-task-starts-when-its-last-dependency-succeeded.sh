#!/bin/sh
# A task starts the moment its own last dependency succeeded: no levels, no
# barriers.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 8'
gate slow
cat >dag.yaml <<'END'
name: dag
---
name: slow
run: ': <"$T/slow"'
---
name: a
run: "true"
---
name: b
depends_on: [a]
run: "true"
---
name: c
depends_on: [b]
run: touch "$T/c-ran"
---
name: end
depends_on: [c, slow]
run: touch "$T/end-ran"
END
launch dag.yaml >/dev/null

wait_for '[ -e c-ran ]' 'c, while slow runs'
[ ! -e end-ran ] || fail "end did not wait for slow"
is RUNNING "$(value 1 'task slow' status)" slow
open_gate slow
ends 0 1
[ -e end-ran ] || fail "end never ran"
