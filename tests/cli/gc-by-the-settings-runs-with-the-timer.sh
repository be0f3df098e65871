#!/bin/sh
# keep in config.ini: the timer's pass removes what is older, and what a gc that was
# killed left in gone/.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'keep = 10d'
for _ in 1 2 3; do
	launch -- true >/dev/null
done
ends 0 1 2 3
wait_for no_pass
touch -d '11 days ago' "$(job_dir 1)/record"
mkdir "$MJ_HOME/gone"
mv "$(job_dir 2)" "$MJ_HOME/gone"

schedule --once -v 2>report
contains "$(cat report)" '^gc: 1 job that had ended is removed'
[ ! -e "$(job_dir 1)" ] || fail "job 1 is there"
is '' "$(ls "$MJ_HOME/gone")" "what is left in gone/"
is 0000000003 "$(ls "$MJ_LOGS/managed_jobs")" "whose logs are there"
mj queue -a | grep -q SUCCEEDED || fail "job 3 is gone"

# not with each pass
touch -d '11 days ago' "$(job_dir 3)/record"
launch -- true >/dev/null
ends 0 4
schedule --once
[ -d "$(job_dir 3)" ] || fail "again so soon"
touch -d '1 hour ago' "$MJ_HOME/gc"
schedule --once
[ ! -e "$(job_dir 3)" ] || fail "job 3 is there"
