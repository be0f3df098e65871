#!/bin/sh
# log_max on a file system that cannot free a part of a file: what comes after the limit
# is dropped; the log says so, and show how much.
# SPDX-License-Identifier: Apache-2.0
[ -n "${IN_NAMESPACE-}" ] || {
	unshare -m true 2>/dev/null || {
		echo "skipped: no mount namespace can be had"
		exit 77
	}
	IN_NAMESPACE=1 exec unshare -m sh "$0"
}
. "$(dirname "$0")/lib.sh"

needs jq
mkdir -p "$MJ_LOGS"
mount -t ramfs none "$MJ_LOGS" 2>/dev/null || skip "no ramfs can be mounted"
trap 'code=$?; set +e; umount -l "$MJ_LOGS"; (exit "$code"); clean_up' EXIT
chmod 700 "$MJ_LOGS"
: >"$MJ_LOGS/file"
! fallocate -p -o 0 -l 4096 "$MJ_LOGS/file" 2>/dev/null || skip "ramfs can"

settings '[scheduler]' 'log_max = 256K'
launch -- seq 1 200000 >/dev/null
ends 0 1
seq 1 200000 >all
log=$(log_of 1 seq)
size=$(wc -c <"$log")
[ "$size" -lt 400000 ] || fail "it grew to $size bytes"
is 1 "$(grep -c '^\[mj: log_max: this file system cannot free' "$log")" "lines"
head -c 200000 all | cmp -n 200000 - "$log" || fail "its start is not whole"
lost=$(mj show --json 1 | jq '.tasks[0].attempts[0].lost_bytes')
line=$(grep '^\[mj: log_max' "$log" | wc -c)
is "$(wc -c <all)" "$((size - line - 1 + lost))" "what is there and what is lost"
