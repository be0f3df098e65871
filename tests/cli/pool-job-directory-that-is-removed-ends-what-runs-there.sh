#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# rm -rf jobs/ID of a job whose task runs elsewhere ends it there, whoever is left to see to it; where nobody is, its fence is taken away and its name told.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

sed -i '1i [scheduler]\ngrace = 300ms' "$MJ_HOME/config.ini"
cat >job.yaml <<'END'
resources: {pool: other}
run: |
  echo $$ >"$T/pid"
  while :; do sleep 0.1; done
END
for who in nobody runner both; do
	rm -f "$T/pid"
	id=$(launch job.yaml)
	wait_for '[ -s "$T/pid" ] && mj queue | grep -q " $id .*RUNNING"'
	wait_for no_pass
	controller=$(controller "$id")
	runner=$(runner "$id" task)
	rm -rf "$(job_dir "$id")"
	case $who in
	nobody) schedule --once ;;
	runner) kill -KILL "$runner" ;;
	both) # nobody notices, so the pass by hand is the first
		kill -STOP "$controller"
		kill -KILL "$runner" "$controller" ;;
	esac
	wait_for 'gone "$controller" && gone "$runner"'
	[ "$who" != both ] || schedule --reap
	wait_for 'gone "$(cat "$T/pid")"' "$who: the end of its command"
	wait_for '[ -z "$(entries alive)$(entries pool)$(entries launching)" ]' \
		"$who: no entry is left"
done

# one that has not begun there yet never will
rm "$T/pid"
cat >"$T/other/submit.how" <<'HOW'
cp "$2" "$other/late.sh"
touch "$other/waits"
echo id-late
exit
HOW
echo '[ ! -e "$other/waits" ] || { echo pending; exit; }' >"$T/other/poll.how"
id=$(launch job.yaml)
wait_for '[ "$(value "$id" "run task" remote)" = id-late ]'
wait_for no_pass
controller=$(controller "$id")
runner=$(runner "$id" task)
rm -rf "$(job_dir "$id")"
kill -STOP "$controller"
kill -KILL "$runner" "$controller"
wait_for 'gone "$controller" && gone "$runner"'
schedule --reap -v 2>"$T/said"
contains "$(cat "$T/said")" "job $id: its attempts in pool other are given up; if something called mj-.*-$id-\* is left there"
exits 121 sh "$T/other/late.sh"
[ ! -e "$T/pid" ] || fail 'it began'
is '' "$(entries alive)$(entries pool)$(entries launching)" 'what is left'
