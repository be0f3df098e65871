#!/bin/sh
# Zeros that a task wrote are passed on, also from a log that was restored or is kept
# as a sparse file; they are not taken for what log_max removed.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >zeros.sh <<'END'
echo a
head -c 1000000 /dev/zero
echo b
END
sh zeros.sh >expected
launch -- sh "$T/zeros.sh" >/dev/null
ends 0 1
log=$(log_of 1 sh)
cmp expected "$log"

cp --sparse=always "$log" "$log.new"
mv "$log.new" "$log"
[ "$(stat -c %b "$log")" -lt 1000 ] || skip "no holes on this file system"
mj logs 1 >got
cmp expected got
is 1 "$(mj logs --tail 1 1 | tr -d '\0' | grep -c '^b$')"
