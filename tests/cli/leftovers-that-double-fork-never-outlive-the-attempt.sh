#!/bin/sh
# Processes that fork another and exit, again and again, while their attempt is
# ended, are all ended with it, every time.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'grace = 20ms' '[pool local]' 'slots = 4'
cat >hop.sh <<'END'
trap '' TERM
echo $$ >>"$T/pids.$MJ_JOB_ID"
[ "$1" -gt 0 ] || exec sleep 600
sh "$T/hop.sh" $(($1 - 1)) &
END
launch --num-jobs 20 -- sh -c '(sh "$T/hop.sh" 20 &) & exit 0' >/dev/null
ends 0 1-20

is 20 "$(grep -l '^cause = exit' "$MJ_HOME"/jobs/*/record | wc -l)" ends
all_gone pids.*
