#!/bin/sh
# The jobs of an array share their files, and one directory, renamed in, commits them.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

waiting=$MJ_HOME/queue/pool/local/waiting
launch --hold -- true >/dev/null
: >"$MJ_HOME/queue/paused"
launch --num-jobs 300 --max-parallel 3 -- true >numbers
is 300 "$(wc -l <numbers)" "numbers"
is 300 "$(find "$waiting" -type f | wc -l)" "entries"
is 1 "$(find "$waiting" -mindepth 2 -type d | wc -l)" "directories"
for file in env argv; do
	is "$(stat -c %i "$(job_dir 2)/$file")" \
		"$(stat -c %i "$(job_dir 301)/$file")" "the file $file"
done
is 301 "$(mj queue --json | wc -l)" "active jobs"
contains "$(mj queue -l 1)" '301 .*waiting: everything is paused'
