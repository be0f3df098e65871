#!/bin/sh
# Who reads while jobs end, are cancelled at their very end, and lose their controllers,
# never sees a final status change, nor a job that is gone.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs python3
cat >look.py <<'END'
# Print what changed after it was final.
import json, os, subprocess, sys
final, seen, looks = {}, 0, 0
last = False
while not last:
    last = os.path.exists("stop")
    text = subprocess.run([sys.argv[1], "queue", "-a", "--json"],
                          capture_output=True, text=True)
    if text.returncode or text.stderr:
        print("queue:", text.returncode, text.stderr)
    rows = [json.loads(line) for line in text.stdout.splitlines()]
    looks += 1
    if len(rows) < seen:
        print("jobs are gone:", seen, len(rows))
    seen = len(rows)
    for row in rows:
        status, job = row["status"], row["id"]
        if job in final and final[job] != status:
            print("job", job, final[job], "became", status)
        if status in ("SUCCEEDED", "CANCELLED") or status.startswith("FAILED"):
            final[job] = status
print(looks, "looks", len(final), "ended", file=sys.stderr)
END
python3 look.py "$MJ" >changes 2>looks &
looker=$!
started $looker
for i in 1 2 3 4 5 6 7 8; do
	launch -- sh -c 'exit $((MJ_JOB_ID % 2))' >/dev/null
	launch -- sh -c 'sleep 0.1' >/dev/null
	job=$((i * 2))
	case $i in
	[123]) mj cancel $((job - 1)) >/dev/null 2>&1 || : ;;
	[456]) kill -KILL "$(controller $((job - 1)) 2>/dev/null)" 2>/dev/null || : ;;
	esac
	schedule --reap
done
mj wait --timeout 30 1-16 >/dev/null 2>&1 || :
for job in $(seq 16); do
	wait_for "mj wait --timeout 0 $job; [ \$? != 101 ]" 2>/dev/null
done
touch stop
wait $looker
is '' "$(cat changes)" "what changed"
contains "$(cat looks)" ' 16 ended'
