#!/bin/sh
# complete offers the jobs, names and tasks that a command can be about, and only
# what goes on with what was typed; it never fails and writes nothing.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# offers LINE...: the candidates, in one line.
offers()
{
	mj complete -- "$@" | cut -f 1 | tr '\n' ' ' | sed 's/ $//'
}

is :specs "$(offers launch '')" 'an operand of launch'
[ ! -e "$MJ_HOME" ] || fail "a home was made"
is '' "$(offers cancel '')" 'jobs without a home'
is local "$(offers launch --pool '')" 'pools without a home'

cat >two.yaml <<'END'
name: two
---
name: first
run: exit 3
---
name: second
run: 'true'
END
failed=$(launch two.yaml)
ends 100 "$failed"
good=$(launch -n good -- true)
ends 0 "$good"
held=$(launch -n kept --hold -- true)
wait_for '[ ! -e "$(job_dir "$failed")/ctl" ] && [ ! -e "$(job_dir "$good")/ctl" ]'
wait_for no_pass
find "$MJ_HOME" "$MJ_LOGS" -printf '%p %T@ %s\n' | sort >before

is "$held kept" "$(offers release '')" release
is "$held kept" "$(offers cancel '')" cancel
is "$failed two" "$(offers retry '')" retry
is '' "$(offers suspend '')" suspend
is "$held kept $good good $failed two" "$(offers show '')" show
is good "$(offers logs g)" 'the beginning of a name'
is 'first second' "$(offers logs two '')" 'the tasks of a job by name'
is second "$(offers retry "$failed" --task s)" '--task'
is '--task=first' "$(offers retry "$failed" --task=f)" '--task='
is "$good:fail" "$(offers launch --after "$good:f")" 'what is wanted'
is 'good' "$(offers queue -n g)" 'names of queue'
is 'RUNNING,CANCELLING RUNNING,CANCELLED' \
	"$(offers queue -s RUNNING,CANC)" 'a list'
is 'id,-status id,-submitted' "$(offers queue --sort id,-s)" 'columns'
for column in $(offers queue --sort ''); do
	mj queue --sort "$column" >sorted
done
is 'auto always' "$(offers queue --color a)" 'words that the help names'
is 'pool= priority=' "$(offers set "$held" p | tr ' ' '\n' | sort |
	tr '\n' ' ' | sed 's/ $//')" 'settings'
is 'pool=local' "$(offers set "$held" pool=l)" 'a setting'
is :command "$(offers launch -n x -- s)" 'behind the dashes'
is '' "$(offers launch --timeout '')" 'what nobody can know'
is '' "$(offers nonsense '')" 'an unknown command'
is '--home --yes --help --version' "$(offers -)" 'before the command'
is 'launch logs' "$(offers --home "$MJ_HOME" -y l)" 'after them'
is '' "$(offers --home "$T/none" cancel '')" 'another home'
is :directories "$(offers --home '')" 'a home'
contains "$(mj complete -- show '')" "^$good	good, SUCCEEDED"

find "$MJ_HOME" "$MJ_LOGS" -printf '%p %T@ %s\n' | sort | cmp before -
