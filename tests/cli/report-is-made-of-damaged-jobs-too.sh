#!/bin/sh
# report shows what there is of a job whose spec is lost, of one whose logs are gone, and
# of names and reasons of any bytes.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -n first -- sh -c 'exit 1' >/dev/null
launch -n second -- sh -c 'echo hello' >/dev/null
ends 100 1
ends 0 2
rm -f "$(job_dir 1)/argv" "$(job_dir 1)/job.yaml"
rm -rf "$MJ_LOGS/managed_jobs"
exits 0 mj report 1
is 1 "$(grep -c '<rect class="attempt ' out)" bars
exits 0 mj report 2
contains "$(cat out)" '(nothing)'
exits 0 mj report

USER=$(printf '<i>\377"') launch -n third -- true >/dev/null
ends 0 3
exits 0 mj report 3
! grep -q '<i>' out || fail "a name is not escaped"
contains "$(cat out)" '&lt;i&gt;'
