#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A pool's program that cannot be run is named, by the doctor and by the task that waits for it; the task goes on when it is there.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

is '' "$(mj doctor)" 'what the doctor says of all of them'
mv "$T/programs/submit" "$T/away"
exits 1 mj doctor
contains "$(cat out err)" "pool other: submit cannot be run: $T/programs/submit: No such file"
contains "$(cat out err)" 'set submit in \[pool other\]'

cat >job.yaml <<'END'
resources: {pool: other}
job_recovery: {backoff: {initial: 200ms, factor: 1}}
run: "true"
END
id=$(launch job.yaml)
wait_for 'mj queue -v | grep "programs/submit cannot be started: No such file"'
mv "$T/away" "$T/programs/submit"
ends 0 "$id"
