#!/bin/sh
# The likeliest mistakes in specs and on the command line of launch: each is one
# line that names the thing and what to do, with exit status 2, and stores nothing.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# wrong TEXT ARG...: launch ARG... prints just this on stderr.
wrong()
{
	text=$1
	shift
	exits 2 mj launch "$@"
	is "mj: $text" "$(cat err)" "of launch $*"
	is '' "$(cat out)" "stdout of launch $*"
}

# spec LINE...: what job.yaml says.
spec()
{
	printf '%s\n' "$@" >job.yaml
}

# which file
wrong 'open nofile.yaml: No such file or directory; give the path of a spec, see mj-spec(5)' nofile.yaml
spec 'run: true'
wrong "open jib.yaml: No such file or directory (did you mean 'job.yaml'?)" jib.yaml
mkdir dir none
cp job.yaml dir
wrong 'read dir: Is a directory; give a spec in it, such as dir/job.yaml' dir
wrong "open dir/jobs.yaml: No such file or directory (did you mean 'dir/job.yaml'?)" dir/jobs.yaml
wrong 'read none: Is a directory; give the path of a spec' none
wrong 'open make: No such file or directory; for a command give mj launch -- make' make
wrong 'give one spec, or -- before a command: mj launch -- sleep 5' sleep 5
wrong 'give one spec, or -- before a command: mj launch -- python train.py …' python train.py now
wrong 'give one spec (mj launch SPEC.yaml, or - for stdin) or a command (mj launch -- CMD ARG…)'
wrong 'give one spec (mj launch SPEC.yaml, or - for stdin) or a command (mj launch -- CMD ARG…)' --
if [ "$(id -u)" != 0 ]; then
	chmod 0 job.yaml
	wrong 'open job.yaml: Permission denied; make it readable for you' job.yaml
	rm -f job.yaml
fi
: >empty.yaml
wrong "empty.yaml:1:1: no tasks: write at least 'run: COMMAND'" empty.yaml
wrong "stdin:1:1: no tasks: write at least 'run: COMMAND'" -

# what it says
spec 'run: |' '  echo' 'envs:' '	A: b'
wrong 'job.yaml:4:1: tabs cannot indent YAML: use spaces' job.yaml
spec 'name: a' '  run: true'
wrong 'job.yaml:2:6: mapping values are not allowed in this context: check indentation, colons and quotes' job.yaml
spec 'name: a' 'envs: {B: c'
wrong "job.yaml:3:1: did not find expected ',' or '}' while parsing a flow mapping that starts on line 2: check indentation, colons and quotes" job.yaml
spec 'runn: true'
wrong "job.yaml:1:1: unknown key 'runn' in a task (did you mean 'run'?)" job.yaml
spec 'name: a'
wrong "job.yaml:1:1: task 'a' has neither run nor setup: add a 'run'" job.yaml
spec 'name: two words' 'run: true'
wrong "job.yaml:1:7: 'two words' cannot be the name: use 1 to 40 of letters, digits, '.', '_' and '-', the first neither '.' nor '-'" job.yaml
spec 'run: true' 'timeout: soon'
wrong "job.yaml:2:10: 'timeout' must be a duration such as 90, 1.5s, 12h or 2d, not 'soon'" job.yaml
spec 'run: true' 'resources: {memory: lots}'
wrong "job.yaml:2:21: 'memory' must be memory such as 8 (GB), 8+, 4GB or 512MB, not 'lots'" job.yaml
spec 'run: true' 'resources: {pool: gpu}'
wrong "job.yaml: there is no pool 'gpu': add [pool gpu] to $MJ_HOME/config.ini" job.yaml
spec 'name: j' '---' 'name: a' 'depends_on: [b]' 'run: true'
wrong "job.yaml:4:14: no task is called 'b': add one or remove the name here" job.yaml
spec 'name: j' '---' 'name: train' 'run: true' '---' 'depends_on: [trian]' 'run: true'
wrong "job.yaml:6:14: no task is called 'trian' (did you mean 'train'?)" job.yaml

# options
wrong "--pool: there is no pool 'gpu': add [pool gpu] to $MJ_HOME/config.ini" --pool gpu -- true
wrong '--timeout soon: give a duration such as 90, 1.5s or 12h, or 0 for none' --timeout soon -- true
wrong '--memory lots: give memory such as 8 (GB), 8+, 4GB or 512MB' --memory lots -- true
wrong '--priority high: give -1000 to 1000' --priority high -- true
wrong '--begin tomorrow: give a time such as 2026-12-01T02:00 (UTC), 2026-12-01T02:00+01:00, 2026-12-01 02:00 (local) or +2h' --begin tomorrow -- true
wrong '--num-jobs 0: give 1 to 100000' --num-jobs 0 -- true
wrong "--name 7 cannot name a job: it would be taken for a job's number; put a letter into it" -n 7 -- true
wrong "--env: '1A' is no name of a variable: use letters, digits and '_', no digit first" --env 1A=2 -- true
wrong '--env-file: open nofile: No such file or directory' --env-file nofile -- true
wrong 'launch: --name needs a value: NAME; see mj help launch' --name

[ ! -d "$MJ_HOME/jobs" ] || is '' "$(ls -A "$MJ_HOME/jobs")" jobs
