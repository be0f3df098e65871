#!/bin/sh
# --env goes before the spec's envs and these before the environment; --secret
# is never shown.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq
cat >env.yaml <<'END'
envs: {A: spec, B: spec, D: null}
secrets: {S: null}
run: echo "$A $B $C $D $S"
END
printf '# a comment\nC=file\n' >more.env
A=outside B=outside "$MJ" launch --env A=option --env-file more.env --env D=d \
	--secret S=hush env.yaml >/dev/null 2>&1
ends 0 1

is 'option spec file d hush' \
	"$(cat "$MJ_LOGS"/managed_jobs/0000000001/*.log)"
! mj show --json 1 | grep hush || fail "show tells the secret"
! grep -r hush "$MJ_HOME" --include=record --include=job.yaml ||
	fail "it is in the record"
is 600 "$(stat -c %a "$(job_dir 1)/env")" "mode of env"
