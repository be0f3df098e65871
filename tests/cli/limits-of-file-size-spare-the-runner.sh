#!/bin/sh
# A captured limit of file sizes cuts the log off and ends neither runner nor
# controller: the command ends as it would.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

(ulimit -f 100; launch -- sh -c 'yes | head -c 200000; exit 7' >/dev/null)
exits 7 mj wait --timeout 30 --exit-code 1

is 1 "$(value 1 'run sh' attempt)" attempts
is 1 "$(value 1 job claim)" claims
size=$(wc -c <"$(log_of 1 sh)")
[ "$size" -gt 10000 ] || fail "only $size bytes are in the log"
is "$(yes | head -c "$size" | cksum)" "$(cksum <"$(log_of 1 sh)")" "the log"
