#!/bin/sh
# That a home is on NFS, or another file system whose locks may not hold, is said when
# it is made and at each change, and is a finding of the doctor; reading says nothing.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
remote=${top_builddir:-${MJ%/*}}/tests/host/remote.so
[ -e "$remote" ] || skip "tests/host/remote.so was not built"

# on MAGIC COMMAND...
on()
{
	magic=$1
	shift
	env LD_PRELOAD="$remote" REMOTE_MAGIC="$magic" \
		ASAN_OPTIONS="verify_asan_link_order=0:${ASAN_OPTIONS-}" "$@"
}

exits 0 on 6969 "$MJ" launch --hold -- true
contains "$(cat err)" "^mj: warning: $MJ_HOME is on NFS: its locks may not hold"
exits 0 on ff534d42 "$MJ" cancel 1
contains "$(cat err)" "^mj: warning: $MJ_HOME is on CIFS: "
exits 0 on 6969 "$MJ_SCHEDULE" --once
contains "$(cat err)" "warning: $MJ_HOME is on NFS: "
exits 0 on 6969 "$MJ" queue -a
is '' "$(cat err)" "what reading says"

exits 1 on 6969 "$MJ" doctor
contains "$(cat out)" '^mj: home: it is on NFS.*; move it to a local disk'
exits 0 on ef53 "$MJ" doctor
is '' "$(cat err)" "what is said of ext4"
