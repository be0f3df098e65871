#!/bin/sh
# A run text of 200 KB runs all the same.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

{
	echo 'name: long'
	echo 'run: |'
	i=0
	while [ $i -lt 2000 ]; do
		echo "  : $(printf '%096d' $i)"
		i=$((i + 1))
	done
	echo '  echo the end'
} >long.yaml
launch long.yaml >/dev/null
ends 0 1

is 'the end' "$(cat "$MJ_LOGS"/managed_jobs/0000000001/*.log)"
