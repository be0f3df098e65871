#!/bin/sh
# A name that cannot be one is refused wherever a name is given: of a pool, of a key, of a
# variable, of a task; it is looked up nowhere, and nothing is stored.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold -- true >/dev/null
for name in a/b ../x 'a b' "it's" '%s' "$(printf 'a\nb')" "$(printf '\033[2J')" 'ü' ''; do
	for option in --pool --unique --after; do
		exits 2 mj launch "$option=$name" -- true
		is 1 "$(wc -l <err)" "lines about $option '$name'"
	done
	for option in --env --secret; do
		exits 2 mj launch "$option=$name=x" -- true
		contains "$(cat err)" "no name of a variable"
	done
	exits 2 mj pause "$name"
	exits 102 mj logs 1 "$name"
	exits 102 mj cancel --task "$name" 1
	exits 102 mj cancel -n "$name"
	! LC_ALL=C grep -q "$(printf '\033')" err || fail "a terminal would obey"
done
mj set 1 'pool=../x' 2>err && fail "set takes it"

for name in a/b .. 'a b' 'a"b' "it's" %s ü '' "$(printf '%070d' 0)"; do
	settings "[pool $name]" 'slots = 1'
	exits 2 mj launch -- true
	contains "$(cat err)" 'config.ini:1: .*cannot name a pool'
done
rm "$MJ_HOME/config.ini"
is 1 "$(mj queue -a --json | wc -l)" jobs
is '' "$(ls "$MJ_HOME/queue/pool")" "pools that were made"
