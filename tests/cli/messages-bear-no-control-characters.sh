#!/bin/sh
# What is said on stderr is one line without control characters, whatever is in it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

escape=$(printf '\033')
newline='
'
for word in "${escape}[2J" "a${newline}b" "$(printf '\302\233x')"; do
	for command in show logs help; do
		"$MJ" $command "$word" >out 2>err && fail "mj $command found it"
		is 1 "$(wc -l <err)" "lines of mj $command"
		! LC_ALL=C tr -d '\n' <err | LC_ALL=C grep -q '[[:cntrl:]]' ||
			fail "mj $command says: $(cat -v err)"
	done
done
exits 2 mj -
is 'mj: no such option: -; see mj --help' "$(cat err)"

# who cancelled, says who did
job=$(launch --hold -- true)
USER="${escape}[2J" mj cancel "$job" >out
"$MJ" wait "$job" >out 2>err && fail "it was not cancelled"
! grep -q "$escape" out err || fail "a name came through: $(cat -v out err)"
