#!/bin/sh
# A record that is empty, cut or zeroed is one bad record: it is set aside and
# named, all other jobs go on.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
launch_held 6 -- true >/dev/null
: >"$(job_dir 1)/record"
truncate -s 30 "$(job_dir 2)/record"
head -c 8192 /dev/zero >"$(job_dir 3)/record"
sed -i 's/^name = true$/name = tree/' "$(job_dir 4)/record"
rm "$(job_dir 5)/record"

mj release 1 2>/dev/null || :
requeue
schedule --once
ends 0 6
is '1 2 3 4' "$(find "$MJ_HOME/bad" -mindepth 1 -maxdepth 1 -type d |
	sed 's|.*/0*||' | sort | tr '\n' ' ' | sed 's/ $//')" "set aside"
mj queue -a >out 2>err
contains "$(cat err)" 'set aside'
exits 1 mj show 2
is 7 "$(launch --hold -- true)" "the next number"
