#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every header compiles alone, and twice in a row.
set -eu
top=${srcdir:-.}
cc=${LINT_CC:-cc}
flags=${LINT_CFLAGS:--std=gnu11 -Wall -Wextra -D_GNU_SOURCE -I$top/src}

status=0
for header in $(cd "$top" && find src tests -name '*.h' | sort); do
	# shellcheck disable=SC2086 # both are lists of words
	if ! printf '#include "%s"\n' "$header" "$header" |
		$cc $flags -I"$top" -Werror -fsyntax-only -x c -; then
		echo "$header: does not compile alone"
		status=1
	fi
done
exit $status
