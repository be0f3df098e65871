#!/bin/sh
# A job launched inside a task that is suspended goes on: neither its controller nor a
# program of mj is stopped.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
cat >outer.sh <<'END'
MJ_LOGS="$T/logs" "$MJ" --home "$T/other" launch -- sh -c ': <"$T/go"' >"$T/inner"
echo $$ >"$T/outer"
"$MJ" wait 1
END
launch -- sh outer.sh >/dev/null
wait_for '[ -s "$T/outer" ]'
wait_for '"$MJ" --home "$T/other" queue | grep -q RUNNING'
mj suspend 1 >/dev/null
wait_for '[ "$(value 1 "run sh" stopped)" = 1 ]'
is T "$(sed 's/.*) //' "/proc/$(cat outer)/stat" | cut -c 1)" "the shell"
open_gate go
exits 0 mj --home "$T/other" wait --timeout 20 "$(cat inner)"
mj cancel --now 1 >/dev/null
ends 103 1
