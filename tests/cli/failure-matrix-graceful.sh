#!/bin/sh
# What becomes of a job with on_failure graceful in every shape after every event is as
# the table in tests/matrix says.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
needs python3

python3 "$top_srcdir/tests/matrix/matrix.py" graceful
