#!/bin/sh
# on_failure graceful, the default: what runs goes on to its end, nothing new
# starts.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 8'
gate go
cat >fail.yaml <<'END'
name: fail
---
name: bad
run: |
  until [ -e "$T/running" ]; do sleep 0.02; done
  exit 3
---
name: sibling
run: |
  touch "$T/running"
  : <"$T/go"
---
name: after-sibling
depends_on: [sibling]
run: touch "$T/ran"
---
name: after-bad
depends_on: [bad]
run: touch "$T/ran"
END
launch fail.yaml >/dev/null

wait_for '[ "$(value 1 "task bad" status)" = FAILED ]'
wait_for '[ "$(value 1 "task after-bad" status)" = SKIPPED ]'
is RUNNING "$(value 1 'task sibling' status)" sibling
open_gate go
ends 100 1
is SUCCEEDED "$(value 1 'task sibling' status)" sibling
is SKIPPED "$(value 1 'task after-sibling' status)" after-sibling
is SKIPPED "$(value 1 'task after-bad' status)" after-bad
is 'because of task bad (on_failure: graceful)' \
	"$(value 1 'task after-sibling' reason)"
is 'because of task bad, on which it depends' "$(value 1 'task after-bad' reason)"
[ ! -e ran ] || fail "something new was started"
is FAILED "$(value 1 job status)" "the job"
