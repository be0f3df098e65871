#!/bin/sh
# mj launch submits a command whose program is not there, as it may come, but says so; a
# whole line for a shell is told from it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold -- 'echo hi | wc' >/dev/null
is "mj: warning: there is no program 'echo hi | wc': for a command line give mj launch -- sh -c 'echo hi | wc'" \
	"$(head -n 1 "$T/launch.err")"
launch --hold -- "echo 'it' is" >/dev/null
contains "$(cat "$T/launch.err")" "sh -c \"echo 'it' is\"\$"
# whatever is in it, a shell gives it on as it was
for line in "echo 'it' \$HOME" "echo '\"' !x" 'echo `date` ; :' "a'b"'\c d'; do
	launch --hold -- "$line" >/dev/null
	hint=$(head -n 1 "$T/launch.err")
	is "$line" "$(sh -c "printf %s ${hint##*-- sh -c }")" "the line after $hint"
done
exits 2 mj launch 'touch hurt;x'
contains "$(cat err)" "mj launch -- sh -c 'touch hurt;x'"
launch --hold -- no-such-program 1 >/dev/null
contains "$(cat "$T/launch.err")" '^mj: warning: there is no program no-such-program in PATH: '
launch --hold -- ./no-such-file >/dev/null
contains "$(cat "$T/launch.err")" '^mj: warning: ./no-such-file: No such file '
printf '#!/bin/sh\n' >'it is; here'
launch --hold -- './it is; here' >/dev/null
contains "$(cat "$T/launch.err")" "there is no program './it is; here'"

# what is there is no matter for a warning, wherever it is looked for
chmod +x 'it is; here'
launch --hold -- './it is; here' >/dev/null
contains "$(launch --hold -- 'it is; here'; cat "$T/launch.err")" warning
mkdir bin
mv 'it is; here' bin/here
launch --hold --env PATH="$T/bin" -- here >/dev/null
! grep warning "$T/launch.err" || fail "a warning of --env PATH"
launch --hold --workdir bin -- ./here >/dev/null
! grep warning "$T/launch.err" || fail "a warning of --workdir"
launch --hold -- true 'a | b' >/dev/null
! grep warning "$T/launch.err" || fail "a warning of what is there"
is 14 "$(mj queue --json | wc -l)" "jobs submitted all the same"
