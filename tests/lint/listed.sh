#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every source, test, manual page and example is listed in Makefile.am: what is
# not is neither built, run nor distributed.
set -eu
cd "${srcdir:-.}"

listed=$(awk '{ gsub(/[\\]/, " "); for (i = 1; i <= NF; i++) print $i }' \
	Makefile.am)

status=0
for file in $(find src tests contrib man ! -path 'tests/data/*' -type f \
	\( -name '*.[ch1-8]' -o -name '*.sh' -o -name '*.awk' \
	-o -name '*.yaml' -o -name '*.txt' \) | sort); do
	if ! printf '%s\n' "$listed" | grep -qxF "$file"; then
		echo "$file: is not in Makefile.am"
		status=1
	fi
done
exit $status
