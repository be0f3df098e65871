#!/bin/sh
# Each bad spec is refused with file:line:column, exit status 2, on one line,
# and nothing is stored.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

for spec in "$top_srcdir"/tests/data/spec/bad/*.yaml; do
	exits 2 mj launch "$spec"
	is 1 "$(wc -l <err)" "lines for $spec: $(cat err)"
	grep -q "^mj: .*/${spec##*/}:[0-9]*:[0-9]*: ." err ||
		fail "$spec: $(cat err)"
	[ ! -s out ] || fail "$spec: printed $(cat out)"
done

is '' "$(ls "$MJ_HOME/jobs" 2>/dev/null)" "what was stored"
