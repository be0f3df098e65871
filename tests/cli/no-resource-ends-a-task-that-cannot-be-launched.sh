#!/bin/sh
# A task whose launches fail is tried again later with its place given back, and is
# FAILED_NO_RESOURCE when max_launch_retries says so.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
needs prlimit
[ "$(id -u)" != 0 ] || skip "no limit of processes binds root"
settings '[pool local]' 'slots = 1'

gate go
cat >chain.yaml <<'EOF'
name: chain
---
name: first
run: |
  : <"$T/go"
---
name: second
run: echo
job_recovery: {max_launch_retries: 0}
EOF
launch chain.yaml >/dev/null
wait_for '[ "$(value 1 "task first" status)" = RUNNING ]'
controller=$(controller 1)
limit=$(prlimit --pid "$controller" --nproc --noheadings --raw -o HARD)
prlimit --pid "$controller" --nproc=1:
open_gate go
# it can start no pass either
wait_for '[ -n "$(entries pool/local/waiting)" ]'
schedule --once
# nor its last process, so its log is what tells
wait_for 'mj logs --no-follow --controller 1 | grep -q FAILED_NO_RESOURCE'
prlimit --pid "$controller" --nproc="$limit":
ends 100 1
contains "$(value 1 job reason)" 'fork a runner.*max_launch_retries is reached: 0'
is "" "$(entries pool/local/running)$(entries launching)"
