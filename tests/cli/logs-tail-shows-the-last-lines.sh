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

# a line of 20 MB, and little memory
launch -- sh -c 'head -c 20000000 /dev/zero | tr "\0" x' >/dev/null
ends 0 3
(
	# the sanitizers reserve terabytes
	# shellcheck disable=SC3045 # every sh has it
	grep -q __asan_init "$MJ" || ulimit -v 32768
	is 20000000 "$(mj logs --tail 10 3 | wc -c)"
	is end "$(mj logs --tail 1 1)"
)
