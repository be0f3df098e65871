#!/bin/sh
# Renaming or deleting the log of a running task does not disturb it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
for i in 1 2; do
	launch -- sh -c 'echo before; : <"$T/go"; echo after; exit 5' >/dev/null
	# shellcheck disable=SC2034 # the condition uses it
	log=$(log_of $i sh)
	wait_for 'grep -q before "$log" 2>/dev/null'
done

mv "$(log_of 1 sh)" moved
rm "$(log_of 2 sh)"
open_gate go
ends 100 1
ends 100 2

is 'before after' "$(tr '\n' ' ' <moved | sed 's/ $//')"
is 5 "$(value 2 'run sh' exit)"
