#!/bin/sh
# rm -rf jobs/ID while the job runs: its processes end, also without a
# controller, and its entries go; its place is free only then.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'grace = 300ms' '[pool local]' 'slots = 1'
cat >"$T/first" <<'E2'
echo $$ >"$T/pid"
while :; do sleep 0.05; done
E2
for who in controller runner both; do
	rm -f pid
	job=$(launch -- sh "$T/first")
	wait_for '[ -s pid ] && [ "$(value $job "task sh" status)" = RUNNING ]'
	wait_for no_pass
	controller=$(controller "$job")
	runner=$(runner "$job" sh)
	rm -rf "$(job_dir "$job")"
	case $who in
	controller) schedule --once ;; # it is told by a pass
	runner) kill -KILL "$runner" ;; # or sees an end of its own
	both) kill -KILL "$controller" ;; # or is not there to be told
	esac
	for pid in "$controller" "$runner" "$(cat pid)"; do
		wait_for 'gone $pid' "$who: the end of $pid"
	done
	wait_for '[ -z "$(entries alive)$(entries pool)$(entries launching)" ]' \
		"$who: no entry is left"
done
ends 0 "$(launch -- true)"
is '' "$(mj doctor)" "what doctor says"
