#!/bin/sh
# A misspelt command, option or task suggests the right one, and so does the word
# that another program has for a command; an option that is far away, none.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# suggests STATUS WORD ARG...
suggests()
{
	code=$1
	word=$2
	shift 2
	exits "$code" mj "$@"
	contains "$(cat err)" "(did you mean '$word'?)"
	is 1 "$(wc -l <err)" "lines: $(cat err)"
}
suggests 2 launch lunch
suggests 2 launch help launh
suggests 2 queue qeue
suggests 2 --json queue --jsno
suggests 2 --follow launch --folow -- true
suggests 2 --pool launch --pol=x -- true
suggests 2 --home --hme=/ queue
suggests 2 --version --verison
suggests 2 launch submit x.yaml
suggests 2 launch sbatch
suggests 2 queue status
suggests 2 queue squeue
suggests 2 cancel kill 7
suggests 2 logs tail

suggests 2 --num-jobs launch --array 1-3 -- true
suggests 2 --after launch --dependency=afterok:1 -- true
suggests 2 --pool launch --partition gpu -- true
suggests 2 --pool launch -p gpu -- true
suggests 2 --status queue -t R
suggests 2 queue jobs queue
suggests 2 hold stash 1
suggests 2 release enqueue 1
suggests 2 tutorial help tutoral
echo 'command: true' >m.yaml
suggests 2 run launch m.yaml
suggests 2 m.yaml launch m
printf '%s\n' 'name: a' 'run: x' 'needs: b' >m.yaml
suggests 2 depends_on launch m.yaml
suggests 2 queue help squeue

exits 2 mj help nope
contains "$(cat err)" '^mj: no such command or topic: nope; mj help lists the commands, and the topics are tutorial migration '
contains "$(mj help)" '^topics: tutorial migration spec '

exits 2 mj frobnicate
contains "$(cat err)" '^mj: no such command: frobnicate; see mj help$'
exits 2 mj queue --frobnicate
contains "$(cat err)" '^mj: queue: no such option: --frobnicate; see mj help queue$'
exits 2 mj --json queue
contains "$(cat err)" 'option of commands and comes after their name'
exits 2 mj -a queue
contains "$(cat err)" '^mj: -a is an option of commands.*mj queue -a$'

cat >two.yaml <<'END'
name: two
---
name: prepare
run: exit 1
---
name: train
run: 'true'
END
settings '[pool gpu]' 'type = local' 'slots = 1'
suggests 2 gpu launch --pool gpuu -- true
job=$(launch --hold two.yaml)
suggests 2 local set "$job" pool=loca
suggests 102 train cancel "$job" --task trian
suggests 102 prepare logs "$job" prepar
exits 102 mj cancel "$job" --task evaluate
contains "$(cat err)" "^mj: job $job has no task evaluate; it has prepare, train$"
mj cancel "$job" >out
suggests 102 train retry "$job" --task tran
[ ! -e "$(job_dir "$job")/cancel.trian" ] || fail "a request was left"
exits 102 mj cancel all
is 'mj: no job is called all; mj cancel -a ends all active ones' "$(cat err)"
