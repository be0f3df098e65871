#!/bin/sh
# queue shows active jobs; -a all, -s by status, -n by name, -l so many.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -n good -- true >/dev/null
launch -n bad -- false >/dev/null
ends 0 1
ends 100 2
launch -n held --hold -- true >/dev/null

listed()
{
	mj queue "$@" | awk 'NR > 1 { print $1 }' | tr '\n' ' '
}
is '3 ' "$(listed)"
is '3 2 1 ' "$(listed -a)"
is '1 ' "$(listed -a -s SUCCEEDED)"
is '2 1 ' "$(listed -a -s FAILED,SUCCEEDED)"
is '2 ' "$(listed -a -n 'ba*')"
is '3 2 ' "$(listed -a -l 2)"
exits 2 mj queue -s WRONG
exits 2 mj queue -s ' ,'
contains "$(cat err)" 'list of statuses is empty'
