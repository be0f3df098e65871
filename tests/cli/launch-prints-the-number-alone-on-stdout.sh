#!/bin/sh
# launch prints the number on stdout and its hints on stderr.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

mj launch -- true >out 2>err

is 1 "$(cat out)" "stdout"
contains "$(cat err)" "mj logs 1"
