#!/bin/sh
# run is a bash script without set -e: the exit status is the last command's.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >run.yaml <<'END'
run: |
  false
  [[ a == a ]] && echo bash
END
launch run.yaml >/dev/null
ends 0 1

is bash "$(cat "$MJ_LOGS"/managed_jobs/0000000001/*.log)"
