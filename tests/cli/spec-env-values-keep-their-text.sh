#!/bin/sh
# Values of envs keep their source text: 0644, NO, 1e3, on, 12:30:45.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >env.yaml <<'END'
envs: {MODE: 0644, COUNTRY: NO, BIG: 1e3, SWITCH: on, TIME: 12:30:45, PN: 0510210600, Q: "a \"b\" $HOME", E: ""}
run: printf '%s|' "$MODE" "$COUNTRY" "$BIG" "$SWITCH" "$TIME" "$PN" "$Q" "$E"
END

launch env.yaml >/dev/null
ends 0 1

is '0644|NO|1e3|on|12:30:45|0510210600|a "b" $HOME||' \
	"$(cat "$MJ_LOGS"/managed_jobs/0000000001/*.log)"

# and so do names, of jobs, tasks and dependencies
while read -r name; do
	{
		printf 'name: x%s\n---\nname: %s\n' "$name" "$name"
		echo 'run: echo "$MJ_JOB_NAME $MJ_TASK_NAME"'
		printf -- '---\nname: last\nrun: "true"\ndepends_on: [%s]\n' "$name"
	} >name.yaml
	job=$(launch name.yaml)
	ends 0 "$job"
	is "x$name $name" "$(mj logs "$job" "$name")"
done <<'END'
NO
on
1e3
0x1F
1.50
2026-11-30
END
