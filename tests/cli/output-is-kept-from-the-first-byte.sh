#!/bin/sh
# Both outputs are in the log in order, from the first byte to the last
# without a newline.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >out.yaml <<'END'
name: out
run: |
  echo one
  echo two >&2
  echo three > /dev/stderr
  echo four > /dev/stdout
  (echo five)
  printf six
END
launch out.yaml >/dev/null
ends 0 1

printf 'one\ntwo\nthree\nfour\nfive\nsix' >expected
cmp expected "$MJ_LOGS"/managed_jobs/0000000001/*.log
