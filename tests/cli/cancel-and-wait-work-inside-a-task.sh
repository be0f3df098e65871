#!/bin/sh
# mj cancel and mj wait work inside a task of the same home, on other jobs.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 2'
launch -- sleep 600 >/dev/null
wait_for '[ "$(value 1 "task sleep" status)" = RUNNING ]'
launch -- sh -c '"$MJ" cancel --now 1; "$MJ" wait --timeout 20 1
	[ $? = 103 ] && "$MJ" launch --wait -- true' >/dev/null

ends 0 2
ends 103 1
ends 0 3
