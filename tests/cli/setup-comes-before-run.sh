#!/bin/sh
# setup runs before run in a shell of its own; if it fails the task is
# FAILED_SETUP and run never starts.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >setup.yaml <<'END'
name: s
execution: parallel
---
name: good
setup: echo one; X=lost; cd /
run: echo "two <$X> $PWD"
---
name: bad
setup: echo three; exit 7
run: touch "$T/ran"
END
launch setup.yaml >/dev/null
ends 100 1

is "one
two <> $T" "$(cat "$(log_of 1 good)")"
is FAILED_SETUP "$(value 1 'task bad' status)"
is FAILED_SETUP "$(value 1 job status)" "the job"
is 7 "$(value 1 'run bad' exit)"
[ ! -e ran ] || fail "run was started"
