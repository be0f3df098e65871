#!/bin/sh
# Who waits for a job that does not succeed reads on stderr why.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

exits 0 mj launch --wait -- true
is '' "$(cat err)" "what is said of a success"
exits 100 mj launch --wait -- sh -c 'exit 3'
contains "$(cat err)" '^mj: job 2 FAILED: exit 3$'
exits 100 mj launch -f -- sh -c 'echo out; kill -9 $$'
contains "$(cat err)" '^mj: job 3 FAILED: signal 9'
is '3
out' "$(cat out)" stdout
launch_held 1 -- true >/dev/null
exits 100 mj wait --timeout 0.01 1 2 3 4
is 'mj: job 2 FAILED: exit 3
mj: job 3 FAILED: signal 9 (Killed)
mj: job 4 has not ended: it is PENDING' "$(cat err)" "what wait says"
exits 100 mj logs 2
contains "$(cat err)" 'job 2 FAILED: exit 3'
