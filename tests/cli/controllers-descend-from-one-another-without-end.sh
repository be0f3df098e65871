#!/bin/sh
# A controller's last pass starts the next one, which is forked from it; what the first one
# still had in memory does not hurt the second, nor the fifth.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq

settings '[pool local]' 'slots = 1'
gate go
# a real-time signal: the C library allocates its text, and keeps that
for n in 1 2 3 4 5 6; do
	launch -n "j$n" -- sh -c ': <"$0"; kill -40 $$' "$T/go" >/dev/null
done
open_gate go
for n in 1 2 3 4 5 6; do
	ends 100 "$n"
	is 40 "$(mj show --json "$n" | jq '.tasks[0].attempts[0].signal')"
	is 1 "$(mj show --json "$n" | jq '.tasks[0].attempts | length')"
	is 1 "$(mj logs --controller "$n" | grep -c ' claim ')"
done
