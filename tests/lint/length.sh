#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# No function is over 60 lines (from '{' to '}' in the first column), no source
# file over 500.
set -eu
cd "${srcdir:-.}"

find src tests -name '*.[ch]' -exec awk '
FNR == 1 { name = "" }
/^[A-Za-z_].*[(]/ { name = $0; sub(" *[(].*", "", name); sub(".*[ *]", "", name) }
/^[{]/ { start = FNR }
/^[}]/ && start {
	if (FNR - start + 1 > 60) {
		printf "%s:%d: %s has %d lines, over 60\n",
			FILENAME, start, name, FNR - start + 1
		errors++
	}
	start = 0
}
FNR == 501 {
	print FILENAME ": over 500 lines"
	errors++
}
END { exit errors > 0 }' {} +
