# SPDX-License-Identifier: Apache-2.0
# Print C sources as FILE:LINE:CODE without comments and without what stands in
# string and character literals.  #include lines are kept as they are.

function literal(s, quote,    i, c)
{
	for (i = 2; i <= length(s); i++) {
		c = substr(s, i, 1)
		if (c == "\\")
			i++
		else if (c == quote)
			break
	}
	return i + 1
}

function code(s,    out, c, end)
{
	out = ""
	while (s != "") {
		if (in_comment) {
			end = index(s, "*/")
			if (!end)
				return out
			in_comment = 0
			s = substr(s, end + 2)
			continue
		}
		c = substr(s, 1, 1)
		if (substr(s, 1, 2) == "/*") {
			in_comment = 1
			s = substr(s, 3)
		} else if (substr(s, 1, 2) == "//") {
			return out
		} else if (c == "\"" || c == "'") {
			out = out c c
			s = substr(s, literal(s, c))
		} else {
			out = out c
			s = substr(s, 2)
		}
	}
	return out
}

FNR == 1 { in_comment = 0 }
{ print FILENAME ":" FNR ":" (!in_comment && /^#include/ ? $0 : code($0)) }
