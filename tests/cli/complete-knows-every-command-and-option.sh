#!/bin/sh
# complete, which feeds the shells, knows each command and each of its options.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

mj help | sed -n 's/^  \([a-z-]*\)  .*/\1/p' >commands
[ "$(wc -l <commands)" -gt 15 ] || fail "commands: $(cat commands)"
mj complete -- '' | cut -f 1 | sort >offered
sort commands | cmp - offered || fail "offered: $(cat offered)"

while read -r command; do
	mj "$command" --help >help
	sed -n 's/^  \(.., \|    \)\(--[a-z-]*\).*/\2/p' help | sort >options
	[ -s options ] || fail "$command has no options"
	mj complete -- "$command" -- | cut -f 1 | sort >offered
	cmp options offered || fail "$command: offered: $(cat offered)"
	sed -n 's/^  \(-[a-z]\).*/\1/p' help >letters
	while read -r letter; do
		is "$letter" "$(mj complete -- "$command" "$letter" |
			cut -f 1)" "$command $letter"
	done <letters
done <commands

# Where a value is expected, something is known of it.
while read -r command; do
	mj "$command" --help | sed -n "s/^  .*\(--[a-z-]* [^ ]*\)  .*/$command \1/p"
done <commands | grep -E ' (JOB.*|TASK|POOL|FILE|DIR|GLOB|LIST)$' >values
[ "$(wc -l <values)" -gt 20 ] || fail "values: $(cat values)"
settings '[pool night]' 'slots = 1'
job=$(launch -n held --hold -- true)
while read -r command option value; do
	case $value in
	JOB*) expected=$job ;;
	TASK) expected=true ;;
	POOL) expected=night ;;
	FILE) expected=:files ;;
	DIR) expected=:directories ;;
	GLOB) expected=held ;;
	LIST) expected=RUNNING ;;
	esac
	mj complete -- "$command" "$job" "$option" '' | cut -f 1 >offered
	grep -qxF -e "$expected" offered ||
		fail "$command $option: $(cat offered)"
done <values
