#!/bin/sh
# launch -- CMD hands each argument on as it is: no shell reads it again.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >show.sh <<'END'
for word in "$@"; do printf '<%s>\n' "$word"; done
END

launch -- sh show.sh 'a b' '"q"' "it's" '$HOME' '*' '' '-n' '--' '\n' 'two
lines' '%s' '`id`' 'ü' ';' '#' >/dev/null
ends 0 1

cat >expected <<'END'
<a b>
<"q">
<it's>
<$HOME>
<*>
<>
<-n>
<-->
<\n>
<two
lines>
<%s>
<`id`>
<ü>
<;>
<#>
END
cmp expected "$(log_of 1 sh)" || fail "$(cat "$(log_of 1 sh)")"
