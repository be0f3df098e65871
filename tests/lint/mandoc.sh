#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every manual page is clean under mandoc, and under groff where that is.
set -eu
cd "${srcdir:-.}"

if ! command -v mandoc >/dev/null; then
	echo "mandoc is not installed"
	exit 77
fi
set -- man/*.[1-8]
if [ ! -e "$1" ]; then
	echo "no manual pages"
	exit 77
fi
mandoc -T lint -W warning "$@"

status=0
if man --version 2>/dev/null | grep -q '^man [0-9]'; then
	for page; do
		warnings=$(MANWIDTH=80 man --warnings -E UTF-8 -l "$page" \
			2>&1 >/dev/null)
		if [ -n "$warnings" ]; then
			printf '%s: %s\n' "$page" "$warnings"
			status=1
		fi
	done
fi
exit $status
