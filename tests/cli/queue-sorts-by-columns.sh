#!/bin/sh
# mj queue --sort orders the rows by columns, upwards or downwards, before -l counts.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

for name in middle last first first; do
	launch --hold -n $name -- true >/dev/null
done
mj cancel 2 >/dev/null

numbers()
{
	mj queue -a "$@" | awk 'NR > 1 { print $1 }' | tr '\n' ' '
}
is '4 3 2 1 ' "$(numbers)"
is '1 2 3 4 ' "$(numbers --sort id)"
is '4 3 2 1 ' "$(numbers --sort name)"
is '3 4 2 1 ' "$(numbers --sort name,id)"
is '1 2 4 3 ' "$(numbers --sort -name)"
is '2 4 3 1 ' "$(numbers --sort -STATUS)"
is '1 2 ' "$(numbers --sort submitted -l 2)"
exits 2 mj queue --sort age
contains "$(cat err)" 'give at most three of id, name'
