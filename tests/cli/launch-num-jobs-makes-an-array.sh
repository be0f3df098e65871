#!/bin/sh
# --num-jobs N prints N numbers, a line each, and ranks count from 0.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 8'
numbers=$(launch --num-jobs 50 -- sh -c 'echo "$MJ_JOB_RANK of $MJ_NUM_JOBS"')

is "$(seq 50)" "$numbers" "numbers"
ends 0 1-50
is '0 of 50' "$(cat "$(log_of 1 sh)")"
is '49 of 50' "$(cat "$(log_of 50 sh)")"
