#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every manual page is clean under mandoc.
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
