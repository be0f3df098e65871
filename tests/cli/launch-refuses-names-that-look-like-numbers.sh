#!/bin/sh
# A name that could be a job's number or a range is refused, with the rule; one that
# only comes from a file's name is replaced.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

for name in 1 007 3-9; do
	exits 2 mj launch -n "$name" -- true
	contains "$(cat err)" 'put a letter into it'
done
printf 'name: 42\nrun: true\n' >spec.yaml
exits 2 mj launch spec.yaml
echo 'run: true' >7.yaml
is 1 "$(launch --hold 7.yaml)" number
is job "$(value 1 job name)" name
launch --hold -n 3-9a -- true >/dev/null
