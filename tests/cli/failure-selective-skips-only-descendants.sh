#!/bin/sh
# on_failure selective: only what depends on the failed task is SKIPPED, all
# else runs.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 8'
cat >fail.yaml <<'END'
name: fail
on_failure: selective
---
name: bad
run: exit 3
---
name: child
depends_on: [bad]
run: touch "$T/wrong"
---
name: grandchild
depends_on: [child, other]
run: touch "$T/wrong"
---
name: other
run: "true"
---
name: more
depends_on: [other]
run: touch "$T/more"
END
launch fail.yaml >/dev/null
ends 100 1

[ -e more ] || fail "an independent branch did not run"
[ ! -e wrong ] || fail "a descendant ran"
is SKIPPED "$(value 1 'task child' status)" child
is 'because of task bad, on which it depends' "$(value 1 'task child' reason)"
is SKIPPED "$(value 1 'task grandchild' status)" grandchild
contains "$(value 1 'task grandchild' reason)" 'task [a-z]*'
