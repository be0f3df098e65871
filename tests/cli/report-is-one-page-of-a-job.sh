#!/bin/sh
# report prints one page that is all there is of a job: attempts, their use of the
# machine, the graph, the story and the ends of its logs; nothing in it is run or loaded.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[recovery]' 'initial = 0'
printf '%s\n' 'name: paged' --- 'name: one' 'run: "true"' --- \
	'name: two' 'depends_on: [one]' \
	'job_recovery: {max_restarts_on_errors: 1}' 'run: |' \
	'  for i in $(seq 200); do echo line $i; done' \
	'  printf "</pre><img src=http://evil.example/x onerror=alert(1)>\n\377\033[31m&\n"' \
	'  exit 3' >dag.yaml
launch dag.yaml >/dev/null
ends 100 1

mj report 1 >page.html
is 3 "$(grep -c '<rect class="attempt ' page.html)" bars
is 2 "$(grep -c '<g class="node ' page.html)" nodes
contains "$(cat page.html)" 'data-of="memory">[0-9.]* [KMG]iB'
contains "$(cat page.html)" 'right after attempt 1 ended\|after attempt 1 ended'
contains "$(cat page.html)" 'line 200'
! grep -q 'line 100$' page.html || fail "the whole log is shown"
contains "$(cat page.html)" '^&lt;/pre&gt;&lt;img src=http'
contains "$(cat page.html)" '^�&amp;$'
! grep -i '<script\|<img\|@import\|url(' page.html || fail "something is loaded"

launch --hold -- true >/dev/null
mj report 2 >held.html
contains "$(cat held.html)" 'held: mj release 2'
is 0 "$(grep -c '<rect class="attempt ' held.html)" bars
mj report -o all.html
is 1 "$(grep -c '<rect class="attempt ' all.html)" 'bars of all'
is 2 "$(grep -c '<tr><td class="num" data-of="job">' all.html)" jobs
mj report -l 1 >newest.html
is 1 "$(grep -c '<tr><td class="num" data-of="job">' newest.html)" 'jobs of one'
contains "$(cat newest.html)" 'there are more'
exits 102 mj report 9
exits 2 mj report 1 2
exits 2 mj report -l x
