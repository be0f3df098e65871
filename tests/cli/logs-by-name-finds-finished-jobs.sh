#!/bin/sh
# logs -n takes the newest active job whose name matches, else the newest of all.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

ends 0 "$(launch -n train-a -- echo first)"
ends 0 "$(launch -n train-b -- echo second)"
is second "$(mj logs -n 'train-*')" 'of the newest'
is first "$(mj logs --name train-a)" 'of the exact one'
is first "$(mj logs -n '*-a' echo)" 'with a task'

gate go
# shellcheck disable=SC2016
active=$(launch -n train-a -- sh -c 'echo third; : <"$T/go"')
ends 0 "$(launch -n train-c -- echo fourth)"
wait_for '[ "$(mj logs -n "train-*" --no-follow)" = third ]' 'the active one'
open_gate go
ends 0 "$active"
is fourth "$(mj logs -n 'train-*')" 'of the newest again'

exits 102 mj logs -n 'no-*'
contains "$(cat err)" 'no such job: no-\*; mj queue -a lists all'
exits 2 mj logs -n train-a echo more
