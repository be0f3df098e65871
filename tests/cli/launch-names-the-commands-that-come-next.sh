#!/bin/sh
# After a submit mj launch tells on stderr how to follow, look at and cancel the job.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

mj launch -n train -- true 2>hints
is 'job 1 (train) is submitted' "$(head -n 1 hints)"
is 4 "$(wc -l <hints)" "lines of hints"
contains "$(cat hints)" '^  mj logs 1  .*; with --controller '
for command in 'mj logs 1' 'mj logs 1 --controller' 'mj show 1' 'mj queue' 'mj cancel 1'; do
	contains "$(cat hints)" "${command% --*} "
	ends 0 1
	# shellcheck disable=SC2086 # words
	"$MJ" ${command#mj } >/dev/null || fail "$command"
done
mj launch --hold --num-jobs 3 -- true 2>hints
is 'jobs 2-4 (true) are submitted, on hold' "$(head -n 1 hints)"
contains "$(cat hints)" '^  mj release 2-4  '
contains "$(cat hints)" '^  mj cancel 2-4  '
mj launch --json -- true 2>hints
is "" "$(cat hints)" "hints with --json"
