# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Completion of mj-schedule for bash, from its own help.

_mj_schedule()
{
	local program=${COMP_WORDS[0]/#'~'/$HOME}
	mapfile -t COMPREPLY < <(compgen -W "$("$program" --help 2>/dev/null |
		sed -n 's/^  .*\(--[a-z-]*\).*/\1/p')" -- \
		"${COMP_WORDS[COMP_CWORD]}")
}

complete -F _mj_schedule mj-schedule
