#!/bin/sh
# 10 MiB of any bytes without a newline arrive as they were printed.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

head -c 10485760 /dev/urandom | tr -d '\n' >bytes
launch -- cat "$T/bytes" >/dev/null
launch -- head -c 65537 /dev/zero >/dev/null
ends 0 1 2

cmp bytes "$(log_of 1 cat)"
head -c 65537 /dev/zero | cmp - "$(log_of 2 head)"
