#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Processes are made in src/os/spawn.c and nowhere else.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "${srcdir:-.}"

find src -name '*.[ch]' ! -path src/os/spawn.c \
	-exec awk -f "$here/code.awk" {} + | awk '
/(^|[^A-Za-z0-9_>.])(v?fork|_Fork|clone3?|daemon|forkpty) *[(]/ ||
/(^|[^A-Za-z0-9_>.])(popen|system|posix_spawnp?) *[(]/ ||
/(SYS|__NR)_(v?fork|clone)/ {
	print $0 ": only src/os/spawn.c makes processes"
	errors++
}
END { exit errors > 0 }'
