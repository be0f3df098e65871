#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A pool of type command runs a task as this machine would: its steps, words, place, environment, output and end.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

mkdir "$T/a dir"
cat >job.yaml <<'END'
name: steps
resources: {pool: other}
workdir: a dir
envs: {GREETING: "it's $HOME"}
secrets: {TOKEN: hidden}
setup: |
  echo "setting up in $PWD"
run: |
  echo "$GREETING $TOKEN $MJ_JOB_ID $MJ_TASK_NAME $MJ_ATTEMPT $(umask)"
  echo trouble >&2
  exit 3
END
id=$(launch job.yaml)
ends 100 "$id"
is "setting up in $T/a dir
it's \$HOME hidden $id steps 1 0022
trouble" "$(mj logs --no-follow "$id")" "what it printed"
contains "$(mj show "$id")" 'cause *exit 3'
contains "$(mj show "$id")" 'pool *other'
is 1 "$(calls submit)" 'how often it was submitted'

# nothing of it is left where its script and marks were
is '' "$(find "$MJ_LOGS/managed_jobs" -name 'mj-*')" 'what is left'

# words are given as they are, not to a shell
id=$(launch --pool other -- sh -c 'printf "<%s>" "$@"; kill -9 $$' x 'a  b' "c'd" '$e' '')
ends 100 "$id"
is "<a  b><c'd><\$e><>" "$(mj logs --no-follow "$id")" 'its words'
contains "$(mj show "$id")" 'cause *signal 9'

# a setup that fails is one that fails
printf 'resources: {pool: other}\nsetup: exit 4\nrun: echo never\n' >bad.yaml
id=$(launch bad.yaml)
ends 100 "$id"
contains "$(mj show "$id")" 'status *FAILED_SETUP'
is '' "$(mj logs --no-follow "$id")" 'what ran after it'

# what succeeds
id=$(launch --pool other -- true)
ends 0 "$id"
