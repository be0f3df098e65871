#!/bin/sh
# The specs in contrib/examples/skypilot, as SkyPilot takes them, run unchanged: a
# task with setup, one that goes on at its checkpoint, a pipeline, a group, an array.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

examples=$top_srcdir/contrib/examples/skypilot
tried=0
# tried_dry NAME ARG...: it is understood, and what is ignored is said.
tried_dry()
{
	name=$1
	shift
	mj launch --dry-run "$examples/$name.yaml" "$@" >plan 2>notes ||
		fail "$name: $(cat notes)"
	contains "$(cat plan)" "^job $name: "
	! grep -v 'ignored$' notes || fail "$name: more than notes"
	tried=$((tried + 1))
}
# runs NAME: it succeeds; its output is in out.
runs()
{
	tried_dry "$1"
	exits 0 timeout 60 "$MJ" launch -f "$examples/$1.yaml"
}

runs hello
contains "$(cat out)" '^setup on '
contains "$(cat out)" '^hello, world$'
contains "$(cat err)" "'infra' means nothing to a local pool and is ignored"

runs checkpoint
is 'epoch 1 of 3
epoch 2 of 3
epoch 3 of 3
trained' "$(grep -v '^[0-9]*$' out)" 'of both attempts'
job=$(mj queue -a --json -n checkpoint | sed 's/.*"id": \([0-9]*\).*/\1/')
is 'epoch 3 of 3' "$(head -n 1 "$(log_of "$job" checkpoint 2)")" 'attempt 2'

runs pipeline
contains "$(cat out)" '^\[eval\] the model is 5050$'

runs group
contains "$(cat out)" '^\[trainer\] step 3$'
contains "$(cat out)" '^\[monitor\] watching '

TOKEN=secret
export TOKEN
tried_dry sweep --num-jobs 4 --env DATASET=digits --secret TOKEN
jobs=$(launch "$examples/sweep.yaml" --num-jobs 4 --env DATASET=digits \
	--secret TOKEN)
# shellcheck disable=SC2086
ends 0 $jobs
for job in $jobs; do
	cat "$(log_of "$job" sweep)"
done >all
is 'part 0 of 4: digits, rate 0.1
part 1 of 4: digits, rate 0.01
part 2 of 4: digits, rate 0.001
part 3 of 4: digits, rate 0.0001' "$(cat all)"

set -- "$examples"/*.yaml
is $# "$tried" 'the specs that were tried'
