#!/bin/sh
# A command that kills its runner and ends in the same moment: the controller
# gets its exit status, and nothing is run a second time.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'slots = 8'
launch --num-jobs 24 -- sh -c 'kill -KILL $PPID; exit 7' >/dev/null
ends 100 1-24
for job in $(seq 24); do
	is 7 "$(values "$job" 'run sh' exit)" "the exit status of job $job"
	is 1 "$(values "$job" 'run sh' pid | wc -l)" "how often job $job ran"
done
