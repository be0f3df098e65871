#!/bin/sh
# logs --tail N shows the last N lines, of a long log and of one long line
# too.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- sh -c 'seq 200000; printf end' >/dev/null
launch -- sh -c 'head -c 3000000 /dev/zero | tr "\0" x' >/dev/null
ends 0 1 2

is '199999
200000
end' "$(mj logs --tail 3 1)"
is '' "$(mj logs --tail 0 1)"
is 3000000 "$(mj logs --tail 1 2 | wc -c)"
