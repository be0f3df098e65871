#!/bin/sh
# A task that mj-schedule starts under `env -i` sees nothing of that
# environment.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold -- env >/dev/null
# released by hand, so that no other pass starts it
requeue

env -i FOO=leak PATH=/nowhere MJ_HOME="$MJ_HOME" MJ_LOGS=/nowhere \
	HOME=/nowhere "$MJ_SCHEDULE" --once
ends 0 1

cp "$(log_of 1 env)" got
! grep -q '^FOO=' got || fail "FOO leaked"
grep -qxF "PATH=$PATH" got || fail "PATH is another"
grep -qxF "HOME=$HOME" got || fail "HOME is another"
grep -qxF "T=$T" got || fail "T is not there"
