#!/bin/sh
# A retry waits for, and in, the pool of the first task that it will run, not for what one needs
# that has succeeded: that may be taken, or be gone for good.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 4' '[pool big]' 'slots = 1' 'cpus = 4'
cat >job.yaml <<'EOF'
name: chain
---
name: prep
resources: {pool: big, cpus: 4}
run: echo prep >>"$T/ran"
---
name: train
resources: {pool: local}
run: echo train >>"$T/ran"; [ -e "$T/good" ]
---
name: report
resources: {pool: big, cpus: 4}
run: echo report >>"$T/ran"
EOF
launch job.yaml >/dev/null
ends 100 1
is "$(printf 'prep\ntrain')" "$(cat ran)"

# the pool of prep is taken
gate on
launch --pool big --cpus 4 -- sh -c ': <"$T/on"' >/dev/null
wait_for '[ "$(value 2 "task sh" status)" = RUNNING ]'
exits 0 mj retry 1
ends 100 1
is "$(printf 'prep\ntrain\ntrain')" "$(cat ran)"
is train "$(value 1 job root)"
is local "$(value 1 job pool)"
exits 0 mj doctor

# as long as it waits, also when it was held meanwhile
touch good
mj pause >/dev/null
exits 0 mj retry 1
is 0000000001.3 "$(entries pool/local/waiting)"
exits 0 mj doctor
exits 0 mj hold 1
exits 0 mj release 1
is 0000000001.3 "$(entries pool/local/waiting)"
mj resume >/dev/null
open_gate on
ends 0 1 2
is "$(printf 'prep\ntrain\ntrain\ntrain\nreport')" "$(cat ran)"

# with all of its tasks it begins with the first again
exits 0 mj retry --all-tasks 1
ends 0 1
is prep "$(value 1 job root)"
is big "$(value 1 job pool)"
is 2 "$(grep -c prep ran)"

# of one task, too
exits 0 mj retry --task train --all-tasks 1
ends 0 1
is train "$(value 1 job root)"
is 2 "$(grep -c prep ran)"
is 3 "$(grep -c report ran)"

# prep could never start again, and need not
settings '[pool local]' 'slots = 4' '[pool big]' 'slots = 1' 'cpus = 2'
exits 0 mj retry --task train 1
ends 0 1
