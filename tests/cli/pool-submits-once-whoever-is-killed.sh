#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Whoever is killed while a task is handed over, it is handed over once.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

cat >job.yaml <<'END'
resources: {pool: other}
run: echo "$MJ_ATTEMPT" >>"$T/ran"
END
kill_both()
{
	runner=$(runner "$id" task)
	controller=$(controller "$id")
	kill -KILL "$runner" "$controller"
	wait_for 'gone "$runner" && gone "$controller"'
	schedule --reap
}

# It was accepted and nobody heard so: the runner alone, then both.
for who in runner both; do
	rm -rf "$T"/other/mj-* "$T/other/calls" "$T/ran" "$T/handed"
	cat >"$T/other/submit.how" <<'END'
rm "$other/submit.how"
"$0" "$@" >/dev/null
touch "$other/../handed"
sleep 1000
END
	id=$(launch job.yaml)
	wait_for '[ -e "$T/handed" ]'
	case $who in
	runner) kill -KILL "$(runner "$id" task)" ;;
	both)
		kill_both
		;;
	esac
	ends 0 "$id"
	is 1 "$(wc -l <"$T/ran" | tr -d ' ')" "how often it ran ($who)"
	set -- "$T/other"/mj-*
	is 1 $# "how often it was taken on ($who)"
done

# It was under way and had come to nothing: it is done now.
rm -rf "$T"/other/mj-* "$T/ran"
cat >"$T/other/submit.how" <<'END'
rm "$other/submit.how"
touch "$other/../begun"
sleep 1000
END
id=$(launch job.yaml)
wait_for '[ -e "$T/begun" ]'
kill_both
ends 0 "$id"
is 1 "$(wc -l <"$T/ran" | tr -d ' ')" 'how often it ran'
