#!/bin/sh
# Where no control group can be made, or none gives a limit, a task runs without, and launch, show,
# pools and the doctor say so.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 9' 'enforce = yes' '[pool free]' 'enforce = no'
launch -- true >/dev/null
ends 0 1
case $(mj pools) in
*' not enforced: '*) ;;
*) skip 'all limits can be set here' ;;
esac
contains "$(mj pools --json)" '"pool": "local".*"enforce": true, "not_enforced": "'
! mj pools --json | grep '"pool": "free".*enforce' || fail 'the other pool says nothing'
exits 0 mj launch --memory 64MB -- true
contains "$(cat err)" '^mj: task true: pool local cannot enforce what it needs: '
! grep 'is ignored' err || fail 'it is not counted, but it was to be enforced'
ends 0 2
contains "$(mj show 2)" '^ *unlimited  *[a-z]'
contains "$(mj show --json 2)" '"unlimited": "'
exits 0 mj doctor
contains "$(cat err)" 'a remark: pool local is to enforce what tasks need, but '
settings '[pool local]' 'enforce = perhaps'
exits 2 mj launch -- true
contains "$(cat err)" "'enforce' must be yes or no, not 'perhaps'"
