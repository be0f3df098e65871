#!/bin/sh
# The lines of --env-file are taken as they stand: no quotes, no comments behind values,
# no export; what cannot be read is named with its line, and nothing is submitted.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

printf '%s\n' '# a comment' '' '  A="quoted $HOME" # no comment' 'B= spaced ' \
	"C='x'\\n=y" 'D=' 'FROM_HERE' >vars
printf 'E=dos\r\nF=last, with no newline' >>vars
FROM_HERE='its value' launch --env-file vars -- sh -c \
	'printf "[%s]\n" "$A" "$B" "$C" "${D-unset}" "$FROM_HERE" "$E" "$F"' >/dev/null
ends 0 1
cat >wanted <<'END'
["quoted $HOME" # no comment]
[ spaced ]
['x'\n=y]
[]
[its value]
[dos]
[last, with no newline]
END
cmp wanted "$(log_of 1 sh)" || fail "$(cat "$(log_of 1 sh)")"

# refused LINE TEXT
refused()
{
	printf 'GOOD=1\n%s\n' "$1" >vars
	exits 2 mj launch --env-file vars -- true
	contains "$(cat err)" "^mj: vars:2: --env-file.*$2"
	is '' "$(cat out)" "what it prints"
}
refused 'export K=V' "'export K' is no name"
refused 'K = V' "'K ' is no name"
refused '1K=V' "'1K' is no name"
refused NOT_SET_HERE 'it is not set here: give NOT_SET_HERE=VALUE'
printf 'GOOD=1\nBAD=a\0b\nLOST=1\n' >vars
exits 2 mj launch --env-file vars -- true
contains "$(cat err)" '^mj: vars:2: --env-file: a NUL byte'
exits 2 mj launch --env-file none -- true
contains "$(cat err)" 'none: No such file'
is 1 "$(mj queue -a --json | wc -l)" "the jobs"
