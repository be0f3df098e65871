#!/bin/sh
# max_launching limits tasks that are still in setup, and a place is given
# back when it ends.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'max_launching = 1' '[pool local]' 'type = local' \
	'slots = 9'
gate setup
gate go
cat >s.yaml <<'END'
setup: ': <"$T/setup"'
run: ': <"$T/go"'
END
launch --num-jobs 3 s.yaml >/dev/null
wait_for '[ "$(entries launching | wc -l)" = 1 ]'

schedule --once
is 1 "$(entries launching | wc -l)" "launches"
is 1 "$(entries alive | wc -l)" "controllers"
contains "$(mj queue)" 'waiting: max_launching is reached (1 of 1)'
open_gate setup
wait_for '[ "$(entries pool/local/running | wc -l)" = 3 ]'
open_gate go
ends 0 1-3
