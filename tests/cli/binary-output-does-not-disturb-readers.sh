#!/bin/sh
# NUL, bytes that are no text and control characters pass through logs; show
# --json stays valid.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq
launch -n bin -- printf '\0\377\376\r\033[31m\303' >/dev/null
ends 0 1

printf '\0\377\376\r\033[31m\303' >expected
mj logs 1 >got
cmp expected got
mj show --json 1 | jq -e . >/dev/null || fail "show --json is not valid"
launch -- "$(printf './\377\033x')" >/dev/null
ends 100 2
mj show --json 2 | jq -e . >/dev/null || fail "show --json is not valid"
mj queue -a --json | jq -e . >/dev/null || fail "queue --json is not valid"

# followed while it is written, beside another task, and on a page
gate go
cat >two.yaml <<'END'
name: two
execution: parallel
---
name: a
run: cat "$T/expected"; read -r _ <"$T/go"; cat "$T/expected"
---
name: b
run: |
  cat "$T/expected"
END
launch two.yaml >/dev/null
mj logs -f 3 a >got &
follower=$!
started $follower
wait_for '[ -s got ]'
echo go >go
wait $follower
cat expected expected | cmp - got
{
	printf '[b] '
	cat expected
} >wanted
mj logs 3 >got
LC_ALL=C grep -aF "$(tr -d '\0' <wanted)" >/dev/null <<END || fail "no line of b"
$(tr -d '\0' <got)
END
mj logs --tail 1 3 b >got
cmp expected got
mj report 3 >page.html
iconv -f UTF-8 -t UTF-8 page.html >/dev/null || fail "the page is no UTF-8"
! LC_ALL=C grep -q "$(printf '[\033\r]')" page.html || fail "the page has escapes"
