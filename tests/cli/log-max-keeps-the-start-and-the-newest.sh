#!/bin/sh
# log_max: a log takes no more of the disk than that, its head and its end are kept,
# and readers say what was removed.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

dd if=/dev/zero of=punched bs=64k count=4 2>/dev/null
fallocate -p -o 65536 -l 65536 punched 2>/dev/null ||
	skip "holes cannot be made here"

cat >much.yaml <<'END'
name: much
log_max: 256K
run: seq 1 200000
END
launch much.yaml >/dev/null
ends 0 1
log=$(log_of 1 much)
seq 1 200000 >all

is "$(wc -c <all)" "$(wc -c <"$log")" "its size, with the hole"
used=$(($(stat -c '%b * %B' "$log")))
[ "$used" -le 393216 ] || fail "it takes $used bytes"
mj logs --no-follow 1 >shown
is "$(head -n 1000 all | cksum)" "$(head -n 1000 shown | cksum)" "the head"
is "$(tail -n 1000 all | cksum)" "$(tail -n 1000 shown | cksum)" "the end"
removed=$(sed -n 's/^\[mj: \([0-9]*\) bytes were removed here: log_max\]$/\1/p' shown)
is 1 "$(grep -c 'removed here' shown)" "lines that say so"
line=$(grep 'removed here' shown | wc -c)
is "$(wc -c <all)" "$(($(wc -c <shown) - line - 1 + removed))" "shown and removed"
tr -d '\0' <shown >without
cmp -s shown without || fail "zeros are shown"
is "$(tail -n 2000 all | cksum)" "$(mj logs --no-follow --tail 2000 1 | cksum)" tail
is 1 "$(mj logs --no-follow --tail 100000 1 | grep -c 'removed here')" \
	"lines that say so in a tail over the hole"

settings '[scheduler]' 'log_max = 100K'
exits 2 mj launch -- true
contains "$(cat err)" 'log_max.*256K'
settings '[scheduler]' 'log_max = 256K'
launch -- seq 1 200000 >/dev/null
ends 0 2
is 1 "$(mj logs --no-follow 2 | grep -c 'removed here')" "by the settings"
