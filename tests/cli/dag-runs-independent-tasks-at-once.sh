#!/bin/sh
# Tasks that do not depend on each other run at the same time, as many as
# there are slots.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 4'
gate meet
echo 'touch "$T/here.$1"; : <"$T/meet"' >meet.sh
{
	printf 'name: wide\nexecution: parallel\n'
	for i in 1 2 3 4; do
		printf -- '---\nname: t%d\nrun: sh "$T/meet.sh" %d\n' $i $i
	done
} >wide.yaml
launch wide.yaml >/dev/null

wait_for '[ "$(find . -name "here.*" | wc -l)" = 4 ]'
open_gate meet
ends 0 1
