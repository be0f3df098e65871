#!/bin/sh
# The commands of mj in the examples of all manual pages, and those that
# mj-migration(7) puts beside others', exist, with the options that they are given.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# checked FILE: each line `COMMAND WORD...` of it; what follows -- is another's.
checked()
{
	while read -r command rest; do
		[ -e "help.$command" ] || mj "$command" --help \
			>"help.$command" 2>&1 || fail "$command $rest"
		for word in ${rest%%-- *}; do
			word=${word%%=*}
			case $word in
			'|' | '||' | '&&' | '>' | '$('*) break ;;
			-[a-z] | --[a-z]*)
				grep -qE -e "^ .*$word( |,|\$)" \
					"help.$command" ||
					fail "$command has no $word: $rest" ;;
			esac
		done
	done <"$1"
}

awk '
/^\.It .* Ta .*mj / {
	sub(/.* Ta /, "")
	n = split($0, part, ", ")
	for (i = 1; i <= n; i++)
		if (sub(/^mj /, "", part[i]))
			print part[i]
}' "$top_srcdir/man/mj-migration.7" >migration
[ "$(wc -l <migration)" -gt 60 ] || fail "commands: $(cat migration)"
checked migration

awk '
/^\.Bd -literal/ { display = 1 }
/^\.Ed/ { display = 0 }
display || sub(/^\.Dl /, "") {
	while (match($0, /(^|[ (])mj [a-z]/)) {
		$0 = substr($0, RSTART + RLENGTH - 1)
		line = $0
		sub(/\).*/, "", line)
		print line
	}
}' "$top_srcdir"/man/*.[1-8] >examples
[ "$(wc -l <examples)" -gt 60 ] || fail "examples: $(cat examples)"
checked examples
