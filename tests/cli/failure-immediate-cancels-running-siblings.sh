#!/bin/sh
# on_failure immediate: running siblings are cancelled, the job is FAILED.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 8'
cat >fail.yaml <<'END'
name: fail
on_failure: immediate
execution: parallel
---
name: bad
run: until [ -e "$T/pid" ]; do sleep 0.02; done; exit 3
---
name: sibling
run: |
  sleep 600 &
  echo $! >"$T/new" && mv "$T/new" "$T/pid"
  wait
END
launch fail.yaml >/dev/null
ends 100 1

is CANCELLED "$(value 1 'task sibling' status)" sibling
contains "$(value 1 'task sibling' reason)" bad
is FAILED "$(value 1 job status)" "the job"
gone "$(cat pid)" || fail "the sibling's child lives"
