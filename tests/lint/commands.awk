# SPDX-License-Identifier: Apache-2.0
# Print shell scripts as FILE:LINE:<tab>COMMANDS without comments, without what
# stands in quotes and without here documents.

function commands(s,    out, c, before)
{
	out = ""
	before = " "
	while (s != "") {
		c = substr(s, 1, 1)
		if (quote != "") {
			if (c == "\\" && quote == "\"") {
				s = substr(s, 3)
				continue
			}
			if (c == quote)
				quote = ""
		} else if (c == "\\") {
			out = out "x"
			s = substr(s, 3)
			before = "x"
			continue
		} else if (c == "#" && before ~ /[ \t;]/) {
			return out
		} else if (c == "\"" || c == "'") {
			quote = c
			out = out "x"
		} else {
			out = out c
		}
		before = c
		s = substr(s, 2)
	}
	return out
}

FNR == 1 { quote = ""; mark = "" }

mark != "" {
	text = $0
	if (dash)
		sub(/^\t+/, "", text)
	if (text == mark)
		mark = ""
	next
}

{
	inside = quote
	text = commands($0)
	print FILENAME ":" FNR ":\t" (inside == "" ? text : "x" text)
	if (inside == "" && match($0, /<<-?[ \t]*\\?["']?[A-Za-z_][A-Za-z0-9_]*/) &&
	    text ~ /<</) {
		mark = substr($0, RSTART, RLENGTH)
		dash = mark ~ /^<<-/
		sub(/^<<-?[ \t]*\\?["']?/, "", mark)
	}
}
