#!/bin/sh
# Children that a task abandons and that end become no zombies while the task
# runs.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
cat >orphans.sh <<'END'
for i in 1 2 3 4 5 6 7 8 9 10; do
	(sh -c ':' & )
done
touch "$T/done"
: <"$T/go"
END
launch -- sh "$T/orphans.sh" >/dev/null
wait_for '[ -e done ]'

# all children of the runner but the task
others()
{
	for stat in /proc/[0-9]*/stat; do
		sed 's/ (.*) / /' "$stat" 2>/dev/null
	done | awk -v runner="$(runner 1 sh)" -v task="$(value 1 'run sh' pid)" \
		'$3 == runner && $1 != task { print $1 }'
}
wait_for '[ -z "$(others)" ]'
open_gate go
ends 0 1
