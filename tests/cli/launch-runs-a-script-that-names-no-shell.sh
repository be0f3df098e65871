#!/bin/sh
# A script without #! is read by sh, with its words, as a shell does it; what is neither a script
# nor a program cannot be started, and that is said.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
mkdir bin
printf 'echo "$0: $# words, the first $1"\nexit 3\n' >'bin/a script'
chmod +x 'bin/a script'
launch -- './bin/a script' 'one two' three >/dev/null
ends 100 1
is 3 "$(value 1 'run a-script' exit)"
is './bin/a script: 2 words, the first one two' "$(cat "$(log_of 1 a-script)")"

PATH=$T/bin:$PATH launch -- 'a script' >/dev/null 2>&1
ends 100 2
is "$T/bin/a script: 0 words, the first " "$(cat "$(log_of 2 a-script)")"

printf '\177NOT\0a program\n' >bin/none
chmod +x bin/none
launch -- ./bin/none >/dev/null
ends 100 3
contains "$(mj show 3)" 'could not start run: ./bin/none: Exec format error'
