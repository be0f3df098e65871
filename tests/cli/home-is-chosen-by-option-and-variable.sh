#!/bin/sh
# MJ_HOME names the home, --home goes before it, and without both it is ~/.mj.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

hold()
{
	# a log directory is that of one home
	MJ_LOGS=$(mktemp -d "$T/logs.XXXXXX") \
		"$MJ" "$@" launch --hold -- true >/dev/null 2>&1 || fail "launch $*"
}

(unset MJ_HOME && hold)
(MJ_HOME=$T/by-variable && export MJ_HOME && hold)
(MJ_HOME=$T/by-variable && export MJ_HOME && hold --home "$T/by-option")

for dir in "$HOME/.mj" by-variable by-option; do
	is 1 "$(find "$dir/jobs" -name job.yaml -o -name argv | wc -l)" \
		"count of jobs in $dir"
done
