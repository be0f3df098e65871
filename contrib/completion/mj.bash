# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Completion of mj for bash: `make install` puts it where bash-completion looks;
# without that, source it from ~/.bashrc.  What may come next, mj itself tells
# (mj complete), so every command, option, job, task and pool is known.

# The words up to the cursor as mj will get them, in the array words: bash takes
# them apart at = and : as well.
_mj_words()
{
	local rest=${COMP_LINE:0:COMP_POINT} piece i
	words=()
	for ((i = 0; i <= COMP_CWORD; i++)); do
		piece=${COMP_WORDS[i]}
		if [[ $i = 0 || $rest = [[:space:]]* ]]; then
			rest=${rest#"${rest%%[![:space:]]*}"}
			words+=("")
		fi
		[[ $i -lt $COMP_CWORD ]] || piece=$rest
		rest=${rest#"$piece"}
		words[-1]+=$piece
	done
	for i in "${!words[@]}"; do
		piece=${words[i]//[\'\"\\]/}
		[[ ${words[i]} != [~]/* ]] || piece=$HOME/${piece#??}
		words[i]=$piece
	done
}

# Names of files: those that end in one of the suffixes, and directories.
_mj_files()
{
	local found file suffix
	compopt -o filenames 2>/dev/null
	mapfile -t found < <(compgen -f -- "$1")
	shift
	for file in "${found[@]}"; do
		if [[ $# = 0 || -d ${file/#'~'/$HOME} ]]; then
			COMPREPLY+=("$file")
			continue
		fi
		for suffix; do
			[[ $file != *"$suffix" ]] || COMPREPLY+=("$file")
		done
	done
}

# The command behind `mj launch --`.
_mj_command()
{
	local i=1
	while [[ ${COMP_WORDS[i]} != -- ]]; do
		i=$((i + 1))
	done
	if declare -F _command_offset >/dev/null; then
		_command_offset $((i + 1))
	elif [[ $((i + 1)) = "$COMP_CWORD" ]]; then
		mapfile -t COMPREPLY < <(compgen -c -- "$1")
	else
		_mj_files "$1"
	fi
}

_mj()
{
	local words word line before mj=${COMP_WORDS[0]/#'~'/$HOME}
	COMPREPLY=()
	_mj_words
	word=${words[-1]}
	# what stands before the last = or : is typed already, says bash
	before=
	[[ $COMP_WORDBREAKS != *=* ]] || before=${word%"${word##*=}"}
	[[ $COMP_WORDBREAKS != *:* || $word != *:* ]] ||
		before=${word%"${word##*:}"}
	while IFS= read -r line; do
		case $line in
		:specs) _mj_files "${word#"$before"}" .yaml .yml ;;
		:files) _mj_files "${word#"$before"}" ;;
		:directories)
			compopt -o filenames 2>/dev/null
			mapfile -t COMPREPLY < \
				<(compgen -d -- "${word#"$before"}")
			;;
		:command) _mj_command "$word" ;;
		*)
			line=${line%%$'\t'*}
			COMPREPLY+=("${line#"$before"}")
			;;
		esac
	done < <("$mj" complete -- "${words[@]:1}" 2>/dev/null)
	# a setting and a list go on
	[[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] ||
		compopt -o nospace 2>/dev/null
}

complete -F _mj mj
