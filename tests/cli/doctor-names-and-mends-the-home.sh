#!/bin/sh
# `mj doctor` names what is wrong with the home itself: numbers, directories,
# marks, modes, settings, a pass that died, jobs set aside; --repair mends what
# is safe to mend.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# wrong PATTERN MENDED: that alone is found, and mended.
wrong()
{
	exits 1 mj doctor
	contains "$(cat out)" "^mj: $1"
	is 1 "$(wc -l <out)" "findings in $(cat out)"
	exits 0 mj doctor --repair
	contains "$(cat out)" "^mj: $1.*; mended: $2"
	exits 0 mj doctor
	is '' "$(cat out)" "what is left"
}

# named PATTERN: it is found, and not to be mended.
named()
{
	exits 1 mj doctor --repair
	contains "$(cat out)" "^mj: $1"
	is 1 "$(wc -l <out)" "findings in $(cat out)"
}

for _ in 1 2 3; do
	launch --hold -- true >/dev/null
done
wait_for no_pass
exits 0 mj doctor

printf 'last = 0000000001\ncancelled_upto = 0000000000\n' >"$MJ_HOME/seq"
wrong 'seq: it says 1, and 3 was given out' raised
rm "$MJ_HOME/seq"
wrong 'seq: it is lost or cannot be read, and job 3 is there' raised
is 4 "$(launch --hold -- true)" "the next number"
wait_for no_pass

rm -r "$MJ_HOME/queue/launching"
exits 0 mj doctor --repair
contains "$(cat out)" '^mj: queue/launching: the directory is missing; mended'
contains "$(cat out)" '^mj: queue/launching/.wanted: the file is missing; mend'
rm "$MJ_HOME/wake"
wrong 'wake: the file is missing' made
rmdir "$MJ_HOME/queue/alive"
wrong 'queue/alive: the directory is missing' made
mkdir "$MJ_HOME/queue/paused"
launch -- true >/dev/null
wait_for no_pass
rmdir "$MJ_HOME/queue/pool/local/running"
wrong 'queue/pool/local/running: the directory is missing' made
touch "$MJ_HOME/wake"
wrong 'wake: a pass is wanted, and none is at work' 'a pass was run'
cat >"$MJ_HOME/scheduler.pid" <<'END'
4194000
start = 1
boot = 11111111-2222-3333-4444-555555555555
since = 2026-01-02T03:04:05.000Z
boottime = 1
END
wrong 'scheduler.pid: the last pass, process 4194000, died' 'a pass was run'
touch -d '1 hour ago' "$MJ_HOME/scheduler.pid"
wrong 'timer: the last pass was at .*: no timer runs passes' 'a pass was run'

chmod 620 "$MJ_HOME/seq"
wrong 'seq: its mode is 0620, and should be 0600' 'its mode was set'
chmod 644 "$(job_dir 1)/env"
wrong 'jobs/0000000001/env: its mode is 0644, and should be 0600' 'its mode'
mkdir -p "$MJ_LOGS"
chmod g+w "$MJ_LOGS"
named "$MJ_LOGS: others may write the logs"
chmod g-w "$MJ_LOGS"

settings '[nothing]'
named 'config.ini: .*1'
rm "$MJ_HOME/config.ini"
mkdir "$MJ_HOME/jobs/other"
named 'jobs/other: it is no job'
rmdir "$MJ_HOME/jobs/other"
sed -i 's/^id = .*/id = 12/' "$MJ_HOME/home"
named 'home: its id'
sed -i 's/^id = .*/id = 0123456789abcdef/' "$MJ_HOME/home"
sed -i.kept 's/^machine = .*/machine = other/' "$MJ_HOME/home"
exits 1 mj doctor
contains "$(cat out)" '^mj: home: it is used on another machine'
mv "$MJ_HOME/home.kept" "$MJ_HOME/home"

: >"$(job_dir 2)/record"
exits 1 mj doctor
contains "$(cat out)" '^mj: job 2: its record has no sound first block'
exits 1 mj doctor --repair
contains "$(cat out)" 'job 2: .*; mended: set aside'
contains "$(cat out)" '^mj: bad/0000000002: set aside: '
rm -r "$MJ_HOME/bad/0000000002"
exits 0 mj doctor

chmod g+w "$MJ_HOME"
exits 1 mj doctor
contains "$(cat out)" "^mj: home: others may write $MJ_HOME"
chmod g-w "$MJ_HOME"
