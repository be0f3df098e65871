#!/bin/sh
# The timeout of an attempt begins with its setup.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'grace = 100ms'
cat >slow.yaml <<'END'
name: t
timeout: 200ms
setup: sleep 600
run: touch "$T/ran"
END
launch slow.yaml >/dev/null
ends 100 1

task=$(sed -n 's/^root = //p' "$(job_dir 1)/record")
is timeout "$(value 1 "run $task" cause)"
is FAILED_SETUP "$(value 1 job status)"
[ ! -e ran ] || fail "run was started"
