#!/bin/sh
# log = split: errors go to TASK.N.err; mj logs shows both, or one of them.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'log = split'
launch -- sh -c 'echo out; echo err >&2; exit 3' >/dev/null
cat >joined.yaml <<'END'
name: j
log: joined
run: echo out; echo err >&2
END
launch joined.yaml >/dev/null
ends 100 1
ends 0 2

err=$(log_of 1 sh | sed 's/log$/err/')
is out "$(cat "$(log_of 1 sh)")" "the output"
is err "$(cat "$err")" "the errors"
is 600 "$(stat -c %a "$err")" "mode of the errors"
is 'err out' "$(mj logs --no-follow 1 | sort | tr '\n' ' ' | sed 's/ $//')"
is out "$(mj logs --no-follow --stdout 1)"
is err "$(mj logs --no-follow --stderr 1)"
is 'out err' "$(mj logs --no-follow --stdout 2 | tr '\n' ' ' | sed 's/ $//')"
is '' "$(mj logs --no-follow --stderr 2 2>err)"
contains "$(cat err)" 'log = joined'
mj show 1 | grep -qF "$err" || fail "show does not name $err"

# a task of a job says so itself, and its log is followed
settings '[scheduler]'
gate go
cat >split.yaml <<END
name: s
log: split
run: |
  echo first >&2
  : <"$T/go"
  printf 'last, no newline'; echo second >&2
END
launch split.yaml >/dev/null
mj logs -f 3 >followed &
started $!
wait_for 'grep -q first followed'
open_gate go
ends 0 3
wait_for 'grep -q second followed && grep -q "no newline" followed'
is 3 "$(wc -l <followed)" "lines that were followed"
