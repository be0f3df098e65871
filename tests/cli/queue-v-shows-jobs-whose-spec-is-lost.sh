#!/bin/sh
# queue -v shows an active job whose spec cannot be read, as queue does.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -n lost --hold -- true >/dev/null
launch -n whole --hold -- true >/dev/null
rm "$(job_dir 1)/argv"
for options in '' '-v' '-av'; do
	# shellcheck disable=SC2086 # words, or none
	is '2 1 ' "$(mj queue $options | awk '$1 ~ /^[0-9]+$/ { print $1 }' |
		tr '\n' ' ')" "jobs of queue $options"
done
is lost "$(mj queue -v --json | jq -r 'select(.id == 1) | .name')" 'its name'
