#!/bin/sh
# The first launch makes the home, each directory 0700 and each file 0600,
# whatever the umask.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

umask 0
launch -- true >/dev/null
ends 0 1

is 700 "$(stat -c %a "$MJ_HOME")" "mode of the home"
# a sticky bit says that a directory's name is on the disk
odd=$(find "$MJ_HOME" "$MJ_LOGS" -type d ! -perm 700 ! -perm 1700)
is '' "$odd" "a directory not 0700"
odd=$(find "$MJ_HOME" "$MJ_LOGS" -type f ! -perm 600)
is '' "$odd" "a file not 0600"
for name in home seq wake scheduler.pid queue jobs bad cache unique; do
	[ -e "$MJ_HOME/$name" ] || fail "no $name"
done
