#!/bin/sh
# logs of several tasks have a [task] prefix, those of one have none, and a
# last line without newline is kept.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >two.yaml <<'END'
name: two
---
name: one
run: printf 'a\nb'
---
name: two
run: echo c
END
launch two.yaml >/dev/null
ends 0 1

is '[one] a
[one] b
[two] c' "$(mj logs 1)"
is "$(printf 'a\nb')" "$(mj logs 1 one)"
exits 102 mj logs 1 three
