#!/bin/sh
# -y and --yes are accepted by every command, before and after its name.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

for command in $(mj help | sed -n 's/^  \([a-z-]*\)  .*/\1/p'); do
	mj "$command" -y --help >with
	mj -y "$command" --yes --help >both
	mj "$command" --help >without
	cmp with without
	cmp both without
done
schedule -y
schedule --yes --once
job=$(mj -y launch -y --yes -- true 2>hints)
exits 0 mj wait -y "$job"
exits 0 mj -y cancel -y -a
