#!/bin/sh
# metrics prints the text format of Prometheus, version 0.0.4, to the letter; promtool
# takes it, and the rules of contrib/prometheus only speak of what is there.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# What the format asks for: HELP and TYPE once, before the samples of a family, which
# stand together; names, labels and values as they must be; no sample twice.
strict()
{
	awk '
	function bad(what) { print FILENAME ":" NR ": " what ": " $0; errors++ }
	/^# HELP / {
		if ($3 in help) bad("a second HELP")
		help[$3] = 1
		if (NF < 4) bad("no text")
		next
	}
	/^# TYPE / {
		if ($3 in type) bad("a second TYPE")
		if (!($3 in help)) bad("TYPE before HELP")
		if ($4 != "gauge" && $4 != "counter") bad("an unknown type")
		if ($4 == "counter" && $3 !~ /_total$/) bad("a counter without _total")
		if ($4 == "gauge" && $3 ~ /_total$/) bad("_total without a counter")
		type[$3] = family = $3
		next
	}
	{
		name = $0
		sub(/[{ ].*/, "", name)
		if (name !~ /^mj_[a-z0-9_]+$/) bad("the name")
		if (name != family) bad("not with its family")
		value = $0
		sub(/.* /, "", value)
		if (value !~ /^-?[0-9]+(\.[0-9]+)?$/) bad("the value")
		labels = substr($0, length(name) + 1)
		sub(/ [^ ]*$/, "", labels)
		if (labels != "" &&
		    labels !~ /^\{[a-z_]+="([^"\\]|\\\\|\\"|\\n)*"(,[a-z_]+="([^"\\]|\\\\|\\"|\\n)*")*\}$/)
			bad("the labels")
		if ((name labels) in seen) bad("twice")
		seen[name labels] = 1
		count[name]++
	}
	END {
		for (name in type)
			if (!count[name]) { print name ": no samples"; errors++ }
		exit errors > 0
	}' "$1" || fail "not the format"
	[ -z "$(tail -c 1 "$1")" ] || fail "no newline at the end"
}

settings '[pool local]' 'type = local' 'slots = 1' 'cpus = 4' 'memory = 1G' \
	'[pool other]' 'type = local' 'slots = 3'
gate go
launch -- sh -c ': <"$T/go"' >/dev/null
launch -- true >/dev/null
wait_for '[ "$(value 1 "task sh" status)" = RUNNING ]'
mj metrics >file.prom
strict file.prom
open_gate go
ends 0 1 2
mj metrics >file.prom
strict file.prom

sed -n 's/.*expr:\(.*\)/\1/p' "$top_srcdir/contrib/prometheus/alerts.yml" |
	grep -o 'mj_[a-z_]*' >names
while read -r name; do
	grep -q "^# TYPE $name " file.prom || [ "$name" = mj_timer_age_seconds ] ||
		fail "there is no $name"
done <names

needs promtool
promtool check metrics <file.prom >lint 2>&1 || fail "promtool: $(cat lint)"
is '' "$(cat lint)" 'what promtool says'
promtool check rules "$top_srcdir/contrib/prometheus/alerts.yml" >/dev/null
