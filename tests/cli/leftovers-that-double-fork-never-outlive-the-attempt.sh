#!/bin/sh
# What a command double-forks just before it exits is ended with its attempt,
# every time.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# All in one go: 20 attempts and nobody of theirs left when their jobs are over.
settings '[scheduler]' 'grace = 2s' '[pool local]' 'slots = 4'
launch --num-jobs 20 -- sh -c '
	( (sleep 600 & echo $! >"$T/pid.$MJ_JOB_ID") & ) & exit 0' >/dev/null
ends 0 1-20

is 20 "$(grep -l '^status = SUCCEEDED' "$MJ_HOME"/jobs/*/record | wc -l)" ends
all_gone /dev/null pid.*
