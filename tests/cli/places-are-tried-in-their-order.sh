#!/bin/sh
# A task with several places starts in the first that has room now; when none has, in the
# one that has room first.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 1' '[pool b]' 'slots = 1' '[pool a]' 'slots = 1'

gate go
gate stop
cat >places.yaml <<'EOF'
name: places
---
name: one
run: ": <$T/stop"
resources: {ordered: [{pool: a}, {pool: b}]}
---
name: two
run: "true"
EOF
sed -i 's|: <$T|: <\\"$T\\"|; s|T\\"/|T/|; s|stop"|stop\\""|' places.yaml
launch places.yaml >/dev/null
wait_for '[ "$(value 1 "task one" status)" = RUNNING ]'
is 0000000001.one "$(entries pool/a/running)"
launch places.yaml >/dev/null
wait_for '[ "$(value 2 "task one" status)" = RUNNING ]'
is 0000000002.one "$(entries pool/b/running)"
contains "$(mj queue -v)" '↳.*one.*RUNNING.* b '

# both are full: its request waits in the first, a hint of it in the second
launch places.yaml >/dev/null
is 0000000003.1 "$(entries pool/a/waiting)"
is 0000000003.1~2 "$(entries pool/b/waiting)"
contains "$(mj queue)" 'pool a is full (1 of 1)'
is "" "$(mj doctor)"
mj cancel 2
wait_for '[ "$(value 3 "task one" status)" = RUNNING ]'
is 0000000003.one "$(entries pool/b/running)"
is "" "$(entries pool/a/waiting)$(entries pool/b/waiting)"

# a hold takes the hints along, a release brings them back
launch --hold places.yaml >/dev/null
mj release 4
is 0000000004.1~2 "$(entries pool/b/waiting)"
mj hold 4
mj cancel 4
open_gate stop
ends 0 1
ends 0 3
wait_for no_pass
schedule --once
is "" "$(entries pool/a/waiting)$(entries pool/b/waiting)"
