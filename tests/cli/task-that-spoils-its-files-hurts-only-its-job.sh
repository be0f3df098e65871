#!/bin/sh
# A task that puts FIFOs, directories and links where the files of its job or its next
# log should be keeps nobody waiting: passes, readers and other jobs go on, and no file
# that a symbolic link leads to is changed.  A hard link is the file itself: who may make
# one may write to it, and a home may be copied by links.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[scheduler]' 'grace = 100ms' '[recovery]' 'initial = 20ms' \
	'[pool local]' 'slots = 40'
echo mine >precious
echo mine >linked
cat >spoil.sh <<'END'
[ "$MJ_ATTEMPT" = 1 ] || exit 0
job=$MJ_HOME/jobs/$(printf %010d "$MJ_JOB_ID")
logs=$MJ_LOGS/managed_jobs/$(printf %010d "$MJ_JOB_ID")
case $2 in log) name=$logs/$MJ_TASK_NAME.2.log ;; *) name=$job/$2 ;; esac
: >"$T/spoilt.$MJ_JOB_ID"
rm -rf "$name"
case $1 in
fifo) mkfifo "$name" ;;
dir) mkdir "$name" ;;
hard) ln "$T/linked" "$name" ;;
link) ln -s "$T/precious" "$name" ;;
esac
exit 9
END
for what in fifo dir link hard; do
	for name in log record env argv controller.pid runner.sh.pid cancel ctl; do
		launch --recover-on 9 -- sh spoil.sh $what $name >/dev/null
	done
done
wait_for '[ "$(find . -name "spoilt.*" | wc -l)" = 32 ]'
exits 0 timeout 20 "$MJ_SCHEDULE" --once
launch -n good -- true >/dev/null
ends 0 good
timeout 20 "$MJ" queue -a -v >out 2>err || fail "queue: $? $(cat err)"
timeout 20 "$MJ" doctor >out 2>err || [ $? = 1 ] || fail "doctor: $(cat err)"
for job in $(seq 32); do
	status=0
	timeout 20 "$MJ" show "$job" >out 2>err || status=$?
	[ "$status" -lt 3 ] || fail "show $job: $status $(cat err)"
	timeout 20 "$MJ" logs --no-follow "$job" >out 2>err || status=$?
	[ "$status" -lt 3 ] || fail "logs $job: $status $(cat err)"
done

# Where the next runner would say who it is there is none: it is given up, and told why.
why="runner.sh.pid is not a file: remove it"
for job in 6 14; do
	wait_for "value $job 'run sh' error | grep -q '$why'"
done
timeout 30 "$MJ" cancel -a --now >out 2>err || :
is mine "$(cat precious)" "what links led to"
wait_for '! pgrep -f "$MJ_HOME job (6|14) task" >/dev/null'
contains "$(mj show 6)" "$why"
contains "$(mj show 14)" "$why"
