#!/bin/sh
# A line that is drawn over itself with \r does not garble the output of several tasks on
# a terminal: what is seen last is printed, with its prefix.  Elsewhere, and of one task,
# it is what the task wrote, byte for byte.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >two.yaml <<'END'
name: a
run: 'printf "1%%\r22%%\r\r333%%\nafter\r\n\rlast\r"'
---
name: b
run: 'printf "b\rover\n"'
END
launch two.yaml >/dev/null
ends 0 1
terminal 60 12 "$MJ" logs 1 <<'END'
sees ^\[a\] 333%$
sees ^\[a\] after$
sees ^\[a\] last$
sees ^\[b\] over$
lacks 22
ended 0
END
terminal 60 12 "$MJ" launch -f --logs two.yaml <<'END'
sees ^\[a\] 333%$
sees ^\[b\] over$
lacks 22
ended 0
END
mj logs 1 >prefixed
printf '[a] 1%%\r22%%\r\r333%%\n[a] after\r\n[a] \rlast\r\n[b] b\rover\n' >expected
cmp prefixed expected || fail "the bytes in a file"
mj logs 1 a >raw
cmp raw "$(log_of 1 a)" || fail "the bytes of one task"
