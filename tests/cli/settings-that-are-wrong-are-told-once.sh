#!/bin/sh
# Wrong settings are one line: what is wrong and that nothing new starts.  A shell that
# is not there is told by launch and by the doctor.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[scheduler]' 'grace = soon'
for command in 'mj launch -- true' schedule; do
	# shellcheck disable=SC2086 # words
	exits 2 $command
	is 1 "$(wc -l <err)" "lines of $command: $(cat err)"
	contains "$(cat err)" 'config.ini:2: .*mended'
done
contains "$(cat err)" '^mj-schedule: '
exits 0 mj queue
contains "$(cat err)" 'nothing new is started until it is mended'

settings '[scheduler]' 'shell = /nonexistent/sh'
echo 'run: true' >spec.yaml
exits 0 mj launch --hold spec.yaml
contains "$(cat err)" 'warning: shell = /nonexistent/sh'
exits 0 mj launch --hold -- true
is 0 "$(grep -c warning err)" "warnings for a command"
exits 1 mj doctor
contains "$(cat out)" 'config.ini: shell = /nonexistent/sh: No such file'
exits 0 schedule --version
contains "$(cat out)" '^mj-schedule '
