#!/bin/sh
# mj queue without active jobs says how those that have ended are seen, if there are any.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

is 'no active jobs' "$(mj queue)"
launch -- true >/dev/null
ends 0 1
is 'no active jobs; mj queue -a shows those that have ended, too' "$(mj queue)"
contains "$(mj queue -a)" '^ *1 .* SUCCEEDED '
