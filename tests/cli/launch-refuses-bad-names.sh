#!/bin/sh
# A name that cannot be a file name is refused at submit with the rule, job or
# task.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

for name in a/b .. -rf 'a b' "it's" '%s' "$(printf 'a\nb')" "$(printf 'a\tb')" \
	'ü' '' .hidden "$(printf '%065d' 0)"; do
	exits 2 mj launch "--name=$name" -- true
	contains "$(cat err)" "name"
	printf 'name: t\n---\nname: "%s"\nrun: "true"\n' \
		"$(printf %s "$name" | tr '\n\t' '\001\001')" >bad.yaml
	exits 2 mj launch bad.yaml
	contains "$(cat err)" "bad.yaml:3:"
done

is '' "$(ls "$MJ_HOME/jobs" 2>/dev/null)" "what was stored"
mj launch --hold -n "$(printf 'n%063d' 0)" -- true >/dev/null 2>&1 ||
	fail "64 bytes are allowed"
