#!/bin/sh
# contrib's reader, which has nothing but Python's configparser, sees in the records
# what mj show sees: statuses, attempts, retries, and no damaged block.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
needs python3
needs jq

reader=$top_srcdir/contrib/python/mj_records.py
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

cat >mixed.yaml <<'END'
name: mixed
on_failure: selective
---
name: good
run: 'true'
---
name: bad
depends_on: [good]
run: '[ "$MJ_ATTEMPT" -ge 3 ]'
job_recovery: {max_restarts_on_errors: 1, backoff: {initial: 10ms}}
---
name: after
depends_on: [bad]
run: kill -9 $$
END
mixed=$(launch mixed.yaml)
ends 100 "$mixed"
python3 "$reader" "$mixed" >one
is "$mixed mixed FAILED
  task good SUCCEEDED
    attempt 1 exit 0
  task bad FAILED
    attempt 1 exit 1
    attempt 2 exit 1
  task after SKIPPED" "$(cat one)"

mj retry "$mixed" >/dev/null
ends 100 "$mixed"
held=$(launch -n 'a.b-c' --hold -- true)
gone=$(launch --hold -- true)
mj cancel "$gone" >/dev/null
# somebody's text between the blocks, and one that is torn
printf 'rubbish\n\n[task good]\nstatus = FAILED\nend = 00000000\n\n[job]\nstat' \
	>>"$(job_dir "$mixed")/record"

python3 "$reader" --home "$MJ_HOME" >all
for job in "$mixed" "$gone"; do
	mj show --json "$job" | jq -r '
	"\(.id) \(.name) \(.status)",
	(.tasks[] | select(.attempts | length > 0) |
		"  task \(.name) \(.status)",
		(.attempts[] | "    attempt \(.attempt) " +
			if .signal then "signal \(.signal)"
			else "exit \(.exit_code)" end))'
done >expected
python3 "$reader" "$mixed" "$gone" >seen
diff expected seen || fail "not the same"
contains "$(cat seen)" '  task bad SUCCEEDED'
contains "$(cat seen)" '    attempt 1 signal 9'
contains "$(cat all)" "^$held a.b-c active$"
