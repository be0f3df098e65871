#!/bin/sh
# help lists the commands and tells each one's options; version prints it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

mj help >out
for command in launch queue show logs cancel wait hold release; do
	contains "$(cat out)" "^  $command "
	mj help $command >one
	mj $command --help >two
	cmp one two
done
contains "$(mj --version)" '^mj [0-9]'
schedule --help >out
contains "$(cat out)" reap
