#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The manual tells of everything there is, and of nothing else: every command and
# option in mj.1 and mj-schedule.8, every key of a spec in mj-spec.5, every setting
# in mj.conf.5, every key of a record in mj-files.7, every name of an object in
# mj-json.7.  What ARCHITECTURE.md calls `layer/file.c:function` is there.
set -eu
cd "${srcdir:-.}"

status=0

# differ WHAT: complain of each line of $work/code that $work/page lacks, and of
# each that it has too many.
differ()
{
	if ! [ -s "$work/code" ]; then
		echo "$1: none were found in the sources"
		status=1
	fi
	sort -u "$work/code" >"$work/code.sorted"
	sort -u "$work/page" >"$work/page.sorted"
	if ! diff "$work/code.sorted" "$work/page.sorted" >"$work/diff"; then
		sed -n "s/^</$1: not in the page:/p; s/^>/$1: only in the page:/p" \
			"$work/diff"
		status=1
	fi
}

# The options of the tables in some files, as `COMMAND --name` and `COMMAND -x`;
# the command is $only, or that of the file.
options_in_code()
{
	awk -v only="${only-}" '
	FNR == 1 { n = 0 }
	/^static const struct cli_option [a-z_]*\[\] = \{/ { in_table = 1; next }
	in_table && /^};/ { in_table = 0 }
	in_table && /\{/ {
		sub(/^[^{]*\{/, "")
		if (/^\047/)
			list[++n] = "-" substr($0, 2, 1)
		sub(/^[^,]*, */, "")
		if (sub(/^"/, "") && sub(/".*/, ""))
			list[++n] = "--" $0
	}
	/^\t\.name = "/ {
		sub(/^[^"]*"/, "")
		sub(/".*/, "")
		print
		for (i = 1; i <= n; i++)
			print $0, list[i]
	}
	END {
		for (i = 1; only != "" && i <= n; i++)
			print only, list[i]
	}' "$@"
}

# The options that a page describes: those of .It lines, with the command of the
# .Ss they are in, or the one given.
options_in_page()
{
	awk -v command="$2" '
	/^\.Sh / { inside = /COMMANDS|DESCRIPTION/; section = command }
	/^\.Ss / && inside { section = $2; print section }
	/^\.It Fl / && inside {
		for (i = 3; i <= NF; i++)
			if ($i != "Fl" && $(i - 1) == "Fl")
				print section, ($(i - 2) == "Fl" ? "--" : "-") $i
			else if ($i ~ /^[a-z]$/ && $(i - 1) == ",")
				print section, "-" $i
	}' "$1"
}

# keys_in_code PATTERN FILE...: what stands first in the entries of the tables
# that the pattern matches.
keys_in_code()
{
	table=$1
	shift
	# not by -v, in which each awk reads a backslash as it likes
	table=$table awk '
	$0 ~ ENVIRON["table"] { in_table = 1; next }
	in_table && /^[[:space:]]*};/ { in_table = 0 }
	in_table && /\{(\.name = )?"/ {
		sub(/^[^"]*"/, "")
		sub(/".*/, "")
		print
	}' "$@"
}

keys_in_page()
{
	awk '
	/^\.Sh / { shown = ($0 !~ /EXAMPLES/) }
	shown && /^\.It Ic / || shown && /^\.Ic / && before ~ /^\.It$/ {
		for (i = 2; i <= NF; i++)
			if ($i ~ /^[a-z_]+$/)
				print $i
	}
	{ before = $0 }' "$1"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
	options_in_code src/cli/cmd_*.c
	only=common options_in_code src/cli/cli.c
	printf 'common -y\ncommon -h\n'
} >"$work/code"
options_in_page man/mj.1 common >"$work/page"
differ "mj.1"

options_in_code src/cli/main_schedule.c | grep ' ' >"$work/code"
only=mj-schedule options_in_code src/cli/cli.c >>"$work/code"
printf 'mj-schedule -y\nmj-schedule -h\n' >>"$work/code"
options_in_page man/mj-schedule.8 mj-schedule >"$work/page"
differ "mj-schedule.8"

keys_in_code '^[[:space:]]*static const struct key [a-z_]*\[\]|^#define (IGNORED|NEEDS)' \
	src/store/keys*.c >"$work/code"
keys_in_page man/mj-spec.5 >"$work/page"
differ "mj-spec.5"

keys_in_code '^static const struct setting [a-z_]*\[\]' src/store/config.c \
	src/store/config_pool.c >"$work/code"
keys_in_page man/mj.conf.5 >"$work/page"
differ "mj.conf.5"

{
	sed -n 's/.*FIELD([a-z_]*, "\([a-z_]*\)".*/\1/p' src/model/record.c
	printf 'status\nat\nend\nby\nto\nwant\n'
} >"$work/code"
keys_in_page man/mj-files.7 >"$work/page"
differ "mj-files.7"

# Every command has an example, in a display or in one line.
awk '
/^\.Sh / { inside = /COMMANDS/ }
/^\.S[hs] / {
	if (command != "" && !shown) {
		print "mj.1: " command " has no example"
		wrong = 1
	}
	command = inside && /^\.Ss/ ? $2 : ""
	shown = 0
	display = 0
}
/^\.Bd -literal/ { display = 1 }
/^\.Ed/ { display = 0 }
(display || /^\.Dl /) && command != "" &&
	$0 ~ "(^|[ (])mj " command "( |$)" { shown = 1 }
END { exit wrong }' man/mj.1 || status=1

cat src/cli/*.c | tr -s '\n\t' '  ' |
	grep -o 'json_put[a-z_]*([a-z_]*, *"[a-z_]*"' |
	sed 's/.*"\(.*\)"/\1/' >"$work/code"
grep -o '\<Ic [a-z_]*' man/mj-json.7 | sed 's/^Ic //' >"$work/page"
differ "mj-json.7"

# listed PAGE MACRO: complain of each name of $work/code that the page has no line for.
listed()
{
	[ -s "$work/code" ] || { echo "$1: nothing to look for"; status=1; }
	while read -r name; do
		if ! grep -q "^\.It $2.*\<$name\>" "$1"; then
			echo "$1: $name is not in the page"
			status=1
		fi
	done <"$work/code"
}

# The environment of tasks, the statuses, the exit statuses.
sed -n 's/.*\(env_put\|put_number\)([^"]*"\([A-Z_]*\)".*/\2/p' \
	src/engine/command.c >"$work/code"
listed man/mj-spec.5 'Ev '
sed -n 's/.*\(env_put\|put_number\)([^"]*"\(MJ_[A-Z_]*\)".*/\2/p' \
	src/engine/pool.c src/engine/program.c >"$work/code"
listed man/mj-pool.5 'Ev '
sed -n 's/^\t\[STATUS_.*\] = "\(.*\)",/\1/p' src/model/state.c >"$work/code"
listed man/mj.1 'Sy '
sed -n 's/^\tCLI_[A-Z_]* = \([0-9]*\),.*/\1/p' src/cli/cli.h >"$work/code"
listed man/mj.1 ''

grep -o '[a-z]*/[a-z_]*\.[ch]:[a-z_]*' ARCHITECTURE.md >"$work/code"
while IFS=: read -r file function; do
	if ! grep -q "^$function(" "src/$file"; then
		echo "ARCHITECTURE.md: there is no $file:$function"
		status=1
	fi
done <"$work/code"

if ! awk -f docs/states.awk src/model/state.c | cmp -s - docs/states.md; then
	echo "docs/states.md: make it anew, docs/states.awk says how"
	status=1
fi
exit $status
