#!/bin/sh
# A retry that cannot read what its first task needs is refused, and owes nothing: what cannot be
# read is not taken for nothing.  Once it can be read again, the job is tried again.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 4' 'cpus = 4'
cat >job.yaml <<'EOF'
name: needy
resources: {cpus: 3}
run: '[ -e "$T/good" ]'
EOF
launch job.yaml >/dev/null
ends 100 1
spec=$(job_dir 1)/job.yaml
mv "$spec" kept
refused()
{
	exits "$1" mj retry 1
	contains "$(cat err)" "^mj: .*$2"
	is '' "$(entries .)" 'what is owed'
	ends 100 1
	is '' "$(find "$(job_dir 1)" -name '.*' -type f)" 'what is left'
}
refused 102 'job 1: '
mkdir "$spec"
refused 1 'job.yaml'
rmdir "$spec"
echo 'run: [' >"$spec"
refused 2 'job.yaml:2:'
touch good
mj pause >/dev/null
mv kept "$spec"
exits 0 mj retry 1
contains "$(cat "$MJ_HOME"/queue/pool/local/waiting/*/*/*1.2)" '^cpus = 3$'
mj resume >/dev/null
ends 0 1
