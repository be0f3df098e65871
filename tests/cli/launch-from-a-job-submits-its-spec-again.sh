#!/bin/sh
# launch --from submits a job's spec, variables, directory and options as a new job;
# what is given now goes before.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 2' \
	'[pool other]' 'type = local' 'slots = 2'
cat >job.yaml <<'EOF'
name: first
envs:
  A: from-spec
  B: from-spec
run: 'echo "$A $B $S $(basename "$PWD")"'
EOF
mkdir work else
(cd work && launch --env B=two --secret S=three --pool other --priority 7 \
	--timeout 100 -n named ../job.yaml >/dev/null)
ends 0 1
rm job.yaml
is 2 "$(cd else && launch --from 1)" "the number"
ends 0 2
is 'from-spec two three work' "$(cat "$(log_of 2 first)")" "its output"
cmp "$(job_dir 1)/job.yaml" "$(job_dir 2)/job.yaml" || fail "another spec"
for key in name pool only_pool priority timeout_ms shard; do
	is "$(value 1 job $key)" "$(value 2 job $key)" "$key"
done

launch --from named --env A=now --env S=plain --pool local --priority -1 \
	--timeout 5 -n again >/dev/null
ends 0 3
is 'now two plain work' "$(cat "$(log_of 3 first)")" "its output"
is again "$(value 3 job name)"
is local "$(value 3 job only_pool)"
is -1 "$(value 3 job priority)"
is 5000 "$(value 3 job timeout_ms)"

# a command is submitted in the same way
launch -- sh -c 'echo "$1|$2"' x 'a  b' '' >/dev/null
launch --from 4 >/dev/null
ends 0 5
is 'a  b|' "$(cat "$(log_of 5 sh)")" "its output"
contains "$(mj launch --from 1 --dry-run)" '^job named: 1 task, priority 7'

exits 102 mj launch --from 99
contains "$(cat err)" 'no such job: 99'
exits 2 mj launch --from 1 job.yaml
exits 2 mj launch --from 1 -- true
is '' "$(entries .)" "what is owed"
