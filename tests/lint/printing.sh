#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Only src/cli prints; the layers below return a struct err.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "${srcdir:-.}"

find src -name '*.[ch]' ! -path 'src/cli/*' \
	-exec awk -f "$here/code.awk" {} + | awk '
/(^|[^A-Za-z0-9_])(stdout|stderr|STDOUT_FILENO|STDERR_FILENO) *[,)]/ &&
/print|put[cs]|write/ ||
/(^|[^A-Za-z0-9_])v?printf *[(]/ && !/format[(]printf|__printf__/ ||
/(^|[^A-Za-z0-9_])(puts|putchar|perror|warnx?|errx?) *[(]/ {
	print $0 ": only src/cli prints"
	errors++
}
END { exit errors > 0 }'
