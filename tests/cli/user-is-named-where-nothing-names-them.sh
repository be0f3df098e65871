#!/bin/sh
# Where USER is not set, whoever submits, cancels and retries has the name of their uid.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

unset USER
name=$(id -un 2>/dev/null) || name=$(id -u)
job=$(launch --hold -- true)
is "$name" "$(value "$job" job user)" "who submitted"
mj cancel "$job" >/dev/null
contains "$(mj show "$job")" "cancelled by $name$"
USER=somebody
export USER
is somebody "$(value "$(launch --hold -- true)" job user)" "who submitted"
