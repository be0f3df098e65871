#!/bin/sh
# The cases of tests/cases.md that are too slow for the suite, at their full size, with
# their figures: make check-cases-full.  Some minutes; with words such as A13, only those.
# SPDX-License-Identifier: Apache-2.0
. "${0%/*}/../cli/lib.sh"

now_ms()
{
	echo $(($(date +%s%N) / 1000000))
}

# A13: the end of a long log
end_of_long_logs()
{
	launch -n lines -- seq 1000000 >/dev/null
	launch -n line -- sh -c 'head -c 20000000 /dev/zero | tr "\0" x' >/dev/null
	mj wait --timeout 120 1 2 || fail "the logs were not written"
	start=$(now_ms)
	is 999991 "$(mj logs --tail 10 1 | head -n 1)"
	echo "A13: the last 10 of 1000000 lines: $(($(now_ms) - start)) ms"
	start=$(now_ms)
	is 20000000 "$(mj logs --tail 10 2 | wc -c)"
	echo "A13: a line of 20 MB: $(($(now_ms) - start)) ms"
}

# A22: 2,000 submits by 50 at once, a pass each second, at most 8 running
many_submits()
{
	settings '[scheduler]' 'max_alive = 8' '[pool local]' 'slots = 8'
	cat >count.sh <<'END'
mkdir "$T/in.$MJ_JOB_ID"
ls -d "$T"/in.* | wc -l >>"$T/counts"
rmdir "$T/in.$MJ_JOB_ID"
END
	cat >client.sh <<'END'
for _ in $(seq 40); do
	start=$(date +%s%N)
	number=$("$MJ" launch -- sh "$T/count.sh" 2>>"$T/launch.errors") || echo failed
	echo "$start $(($(date +%s%N) - start)) $number"
done
END
	"$MJ_SCHEDULE" --every 1 >passes 2>&1 &
	passes=$!
	started $passes
	clients=
	for i in $(seq 50); do
		sh client.sh >"from.$i" &
		clients="$clients $!"
	done
	for pid in $clients; do
		wait "$pid"
	done
	sort -n from.* >submits
	is 2000 "$(awk '{ print $3 }' submits | sort -un | wc -l)" "different numbers"
	mean()
	{
		awk '{ sum += $2 } END { printf "%d", sum / NR / 1000 }'
	}
	echo "A22: a submit: $(head -n 100 submits | mean) us, of the first 100;" \
		"$(tail -n 100 submits | mean) us, of the last 100"
	first=$(awk '{ print $3 }' submits | sort -n | head -n 1)
	mj wait --timeout 600 "$first-$((first + 1999))" >/dev/null ||
		fail "not all have succeeded"
	kill "$passes"
	is 2000 "$(wc -l <counts)" "jobs that ran"
	most=$(sort -n counts | tail -n 1)
	[ "$most" -le 8 ] || fail "$most at a time"
	echo "A22: 2000 jobs, at most $most at a time"
}

# A24: 5,000 dependencies of one task
many_dependencies()
{
	rm -f "$MJ_HOME/config.ini"
	{
		echo 'name: wide'
		for i in $(seq 5000); do
			printf -- '---\nname: t%d\nrun: ":"\n' "$i"
		done
		printf -- '---\nname: last\nrun: echo last\ndepends_on: ['
		seq -s ', ' -f 't%.0f' 5000 | tr -d '\n'
		echo ']'
	} >wide.yaml
	start=$(now_ms)
	job=$(launch wide.yaml)
	echo "A24: a task with 5000 dependencies: submitted in $(($(now_ms) - start)) ms"
	mj wait --timeout 3600 "$job" || fail "it did not succeed"
	is last "$(mj logs "$job" last)"
	echo "A24: 5001 tasks have run after $(($(now_ms) - start)) ms"
}

# A26: 3,000 short jobs below a process 1 of ours
many_ends()
{
	start=$(now_ms)
	if JOBS=3000 sh "$here/../cli/schedule-every-reaps-as-process-1.sh" >reaps; then
		echo "A26: $(cat reaps), $(($(now_ms) - start)) ms"
	else
		case $? in 77) echo "A26: $(cat reaps)" ;; *) fail "$(cat reaps)" ;; esac
	fi
}

[ $# -gt 0 ] || set -- A13 A22 A24 A26
for case; do
	case $case in
	A13) end_of_long_logs ;;
	A22) many_submits ;;
	A24) many_dependencies ;;
	A26) many_ends ;;
	*) fail "no such case here: $case" ;;
	esac
done
