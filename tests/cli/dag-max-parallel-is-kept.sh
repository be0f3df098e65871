#!/bin/sh
# max_parallel limits how many tasks of a job run at a time.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 8'
{
	printf 'name: narrow\nexecution: parallel\nmax_parallel: 2\n'
	for i in 1 2 3 4 5 6; do
		printf -- '---\nname: t%d\nrun: sh "$T/count.sh"\n' $i
	done
} >narrow.yaml
# the first two wait for each other; a third would be seen beside them
cat >count.sh <<'END'
mkdir "$T/in.$$"
ls -d "$T"/in.* | wc -l >>"$T/counts"
until [ -e "$T/two" ]; do
	[ "$(ls -d "$T"/in.* | wc -l)" -lt 2 ] || : >"$T/two"
done
sleep 0.05
rmdir "$T/in.$$"
END
launch narrow.yaml >/dev/null
ends 0 1

is 2 "$(sort -n counts | tail -n 1)" "the most at a time"
is 6 "$(wc -l <counts)" "tasks that ran"
