#!/bin/sh
# Documents without an order run one after another as they stand; after a
# failure the rest is SKIPPED.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >chain.yaml <<'END'
name: chain
---
run: echo 1 >>"$T/order"
---
run: echo 2 >>"$T/order"; exit 9
---
run: echo 3 >>"$T/order"
END
launch chain.yaml >/dev/null
ends 100 1

is '1 2' "$(tr '\n' ' ' <order | sed 's/ $//')"
mj queue -a -v >table
is 1 "$(grep -c ' SKIPPED ' table)" "count of skipped tasks"
