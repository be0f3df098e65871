#!/bin/sh
# A command that is given where a spec belongs gets a hint, and so do other slips.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

exits 2 mj launch 'echo hi'
contains "$(cat err)" "mj launch -- sh -c 'echo hi'"
printf '#!/bin/sh\necho hi\n' >s.sh
exits 2 mj launch ./s.sh
contains "$(cat err)" 'mj launch -- ./s.sh'
chmod +x s.sh
exits 2 mj launch s.sh
contains "$(cat err)" 'mj launch -- ./s.sh$'
exits 2 mj launch s.sh -- true
contains "$(cat err)" "^mj: 's.sh' stands before --"
exits 2 mj launch missing.yaml
is 0 "$(grep -c -e '--' err)" "hints for a spec"
exits 2 mj launch -- ''
printf 'workdir: ~\nrun: true\n' >home.yaml
exits 2 mj launch home.yaml
contains "$(cat err)" 'write it in quotes'
printf 'secrets: {KEY: }\nrun: true\n' >secret.yaml
exits 2 mj launch secret.yaml
contains "$(cat err)" 'secret.yaml: secret KEY has no value'
is 0 "$(grep -c 'KEY=' err)" "advice to give a secret as an argument"
exits 2 mj --home
contains "$(cat err)" 'needs a value'
[ ! -d "$MJ_HOME/jobs" ] || is '' "$(ls "$MJ_HOME/jobs")" jobs
