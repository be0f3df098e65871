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
