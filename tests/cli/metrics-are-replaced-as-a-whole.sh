#!/bin/sh
# metrics -o replaces a file as a whole, leaves nothing beside it, and leaves the old
# one where it cannot; what is no file is written to.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- true >/dev/null
ends 0 1
mkdir dir
echo old >dir/mj.prom
exec 3<dir/mj.prom
mj metrics -o dir/mj.prom
is old "$(cat <&3)" 'what a reader has open'
grep -q '^mj_info' dir/mj.prom || fail "nothing was written"
is mj.prom "$(ls -A dir)" 'the directory'
is 644 "$(stat -c %a dir/mj.prom)" 'the mode'

is "$(mj metrics | grep -c '^# TYPE')" "$(mj metrics -o /dev/stdout | grep -c '^# TYPE')" stdout
[ -c /dev/null ] && mj metrics -o /dev/null && [ -c /dev/null ] ||
	fail "/dev/null was replaced"
# where a link leads to, one such as /dev/stdout too
mkdir links
ln -s ../dir/mj.prom links/mj.prom
echo old >dir/mj.prom
mj metrics -o links/mj.prom
[ -h links/mj.prom ] || fail "a link was replaced"
grep -q '^mj_info' dir/mj.prom || fail "nothing is where the link leads to"
ln -s /proc/self/fd/1 links/stdout
mj metrics -o links/stdout >dir/mj.prom
[ -h links/stdout ] || fail "the link to stdout was replaced"
grep -q '^mj_info' dir/mj.prom || fail "nothing went to the file that is stdout"
exits 1 mj metrics -o dir
exits 1 mj metrics -o missing/file
[ ! -e missing ] || fail "a directory was made"
is mj.prom "$(ls -A dir)" 'the directory'
