# SPDX-License-Identifier: Apache-2.0
# Print docs/states.md from src/model/state.c:
#	awk -f docs/states.awk src/model/state.c > docs/states.md

/^static const uint8_t next/ { in_table = 1; next }
in_table && /^};/ { in_table = 0 }
in_table && /\[STATUS_/ { status = cell($0, "STATUS_"); from[++rows] = status }
in_table && /\[EVENT_/ {
	event = cell($0, "EVENT_")
	target = $0
	sub(/.*TO\(/, "", target)
	sub(/\).*/, "", target)
	to[status, event] = target
}
/^\t\[STATUS_[A-Z_]*\] = "/ { statuses[++status_count] = cell($0, "STATUS_") }
/^\t\[EVENT_[A-Z_]*\] = "/ {
	events[++event_count] = cell($0, "EVENT_")
	text = $0
	sub(/^[^"]*"/, "", text)
	sub(/".*/, "", text)
	word[events[event_count]] = text
}

# What stands in [KIND_...] on a line, without KIND_.
function cell(line, kind)
{
	sub(".*\\[" kind, "", line)
	sub(/\].*/, "", line)
	return line
}

END {
	print "# The statuses of a task\n"
	print "Made from the table in `src/model/state.c` by `docs/states.awk`."
	print "A move that is not here is refused and logged by `live_move`"
	print "(`src/engine/live.c`). mj(1) says what each status means.\n"
	print "| status | event | next status |"
	print "|---|---|---|"
	for (i = 1; i <= rows; i++)
		for (k = 1; k <= event_count; k++)
			if ((from[i], events[k]) in to)
				printf "| %s | %s | %s |\n", from[i],
					word[events[k]],
					to[from[i], events[k]]
	printf "\nFinal, with no way out:"
	for (i = 1; i <= status_count; i++) {
		final = 1
		for (k = 1; k <= rows; k++)
			if (from[k] == statuses[i])
				final = 0
		if (final)
			printf "%s %s", n++ ? "," : "", statuses[i]
	}
	print "."
}
