#!/bin/sh
# The commands of mj that mj-migration(7) puts beside those of others exist, with
# the options that it gives them.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

awk '
/^\.It .* Ta .*mj / {
	sub(/.* Ta /, "")
	n = split($0, part, ", ")
	for (i = 1; i <= n; i++)
		if (sub(/^mj /, "", part[i]))
			print part[i]
}' "$top_srcdir/man/mj-migration.7" >commands
[ "$(wc -l <commands)" -gt 60 ] || fail "commands: $(cat commands)"
while read -r command rest; do
	mj "$command" --help >help 2>&1 || fail "$command $rest: $(cat help)"
	for word in ${rest%%-- *}; do
		case $word in
		-[a-z] | --[a-z]*) grep -qE -e "^ .*$word( |,|\$)" help ||
			fail "$command has no $word" ;;
		esac
	done
done <commands
