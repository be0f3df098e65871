#!/bin/sh
# `mj doctor` remarks that on_event runs a program that is not there, and that the last
# callback failed; neither is a fault of the state directory.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch -- true >/dev/null
ends 0 1
wait_for no_pass
exits 0 mj doctor
is '' "$(cat out err)" "without callbacks"

settings '[scheduler]' "on_event = \"$T/bin/tell\" --mail x"
launch -- true >/dev/null
ends 0 2
wait_for '[ "$(value 2 event event)" = SUCCEEDED ]'
exits 0 mj doctor
is '' "$(cat out)"
contains "$(cat err)" "remark: on_event in .*/config.ini runs $T/bin/tell: No such file"
contains "$(cat err)" 'remark: callbacks fail: the last was told of SUCCEEDED of task true of job 2: on_event: exit 127; its output is in .*/0000000002.log$'
contains "$(cat "$(sed -n 's/.*its output is in //p' err)")" 'bin/tell'

mkdir bin
printf '#!/bin/sh\n[ "$2" = x ]\n' >bin/tell
chmod +x bin/tell
launch -- true >/dev/null
ends 0 3
wait_for '[ "$(value 3 event event)" = SUCCEEDED ]'
exits 0 mj doctor
is '' "$(cat out err)" "when they work again"
tilde='~'
for line in 'no-path --x' '$HOME/bin/none' 'if true; then true; fi' "$tilde/none | cat; true"; do
	settings '[scheduler]' "on_event = $line"
	mj doctor 2>>remarks || :
done
is 1 "$(grep -c 'on_event in .* runs .*/home/none: No such file' remarks)"
is 1 "$(wc -l <remarks)" "remarks of what is plainly a path"
