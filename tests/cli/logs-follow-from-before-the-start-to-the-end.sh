#!/bin/sh
# logs -f of a waiting job waits for its start, follows task after task, loses
# no line and ends as wait does.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
gate go
gate more
launch -- sh -c ': <"$T/go"' >/dev/null
cat >two.yaml <<'END'
name: two
---
name: one
run: 'echo first; : <"$T/more"; printf last'
---
name: two
run: echo then; exit 4
END
launch two.yaml >/dev/null
mj logs -f 2 >followed 2>followed.err &
follower=$!
started $follower

[ ! -s followed ] || fail "something before the start"
open_gate go
wait_for 'grep -q first followed'
open_gate more
status=0
wait $follower || status=$?

is 100 "$status" "exit status of logs -f"
is '[one] first
[one] last
[two] then' "$(cat followed)"
