#!/bin/sh
# Text in scheduler.pid while queue/ is unlocked means the last pass died: the
# next one says so, with pid and time.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold -- true >/dev/null
wait_for no_pass
cat >"$MJ_HOME/scheduler.pid" <<'END'
4194000
start = 1
boot = 11111111-2222-3333-4444-555555555555
since = 2026-01-02T03:04:05.000Z
boottime = 1
END

exits 0 schedule --once
contains "$(cat err)" '4194000.*died.*2026-01-02T03:04:05'
exits 0 schedule --once
is '' "$(cat err)" "the second report"
