#!/bin/sh
# A seq that holds rubbish is rebuilt, also from records set aside.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch_held 3 -- true >/dev/null
mv "$(job_dir 3)" "$MJ_HOME/bad/"

printf 'last = x\n' >"$MJ_HOME/seq"

is 4 "$(launch --hold -- true)"
