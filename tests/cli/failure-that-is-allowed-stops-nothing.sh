#!/bin/sh
# A task with allow_failure may fail: what depends on it runs and the job
# SUCCEEDED.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >allow.yaml <<'END'
name: allow
---
name: may
allow_failure: true
run: exit 3
---
name: after
depends_on: [may]
run: touch "$T/ran"
END
launch allow.yaml >/dev/null
ends 0 1

is FAILED "$(value 1 'task may' status)"
[ -e ran ] || fail "what depends on it did not run"
