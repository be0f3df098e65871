#!/bin/sh
# mj queue shows times in the local zone, and in UTC with --utc.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold -- true >/dev/null
at=$(value 1 job at)
TZ=UTC-5 mj queue >out
contains "$(cat out)" " $(TZ=UTC-5 date -d "$at" '+%Y-%m-%d %H:%M:%S') "
TZ=UTC-5 mj queue --utc >out
contains "$(cat out)" " $(date -u -d "$at" '+%Y-%m-%d %H:%M:%S') "
contains "$(cat out)" 'SUBMITTED (UTC)'
