#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What runs in another place cannot be suspended: that is refused, or said.
. "$(dirname "$0")/lib.sh"
. "$here/pool_lib.sh"

cat >two.yaml <<'END'
execution: parallel
---
name: far
resources: {pool: other}
run: touch "$T/far"; while [ ! -e "$T/go" ]; do sleep 0.1; done
---
name: near
run: touch "$T/near"; while [ ! -e "$T/go" ]; do sleep 0.1; echo >>"$T/beats"; done
END
id=$(launch two.yaml)
wait_for '[ -e "$T/far" ] && [ -e "$T/near" ]'
exits 1 mj suspend --task far "$id"
contains "$(cat "$T/err")" 'runs in pool other, where nothing can be suspended'
exits 0 mj suspend "$id"
wait_for '[ "$(value "$id" "run near" stopped)" = 1 ]'
exits 0 mj continue "$id"
touch "$T/go"
ends 0 "$id"
