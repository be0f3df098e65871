#!/bin/sh
# A captured limit above what the pass may set is applied as far as it goes,
# noted in the log, and stops nothing.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

[ "$(id -u)" != 0 ] || skip "root may raise every limit"
launch --hold -- sh -c 'ulimit -n' >/dev/null
requeue
(
	# shellcheck disable=SC3045 # every sh has it
	ulimit -n 60
	schedule --once
)
ends 0 1

contains "$(cat "$(log_of 1 sh)")" '^\[mj: limit'
contains "$(cat "$(log_of 1 sh)")" '^60$'
