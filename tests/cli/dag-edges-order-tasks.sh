#!/bin/sh
# edges in the header order the tasks as depends_on does.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >edges.yaml <<'END'
name: edges
edges: [{source: one, target: two}, {source: two, target: three}]
---
name: three
run: echo three >>"$T/order"
---
name: two
run: echo two >>"$T/order"
---
name: one
run: echo one >>"$T/order"
END
launch edges.yaml >/dev/null
ends 0 1

is 'one two three' "$(tr '\n' ' ' <order | sed 's/ $//')"
