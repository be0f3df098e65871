#!/bin/sh
# Of more rows than the terminal has, mj queue --watch shows the first and how many there
# are more, and below them still what they come to, in lines that fit.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold --num-jobs 12 -n many -- true >/dev/null
LC_ALL=C.UTF-8
terminal 60 9 "$MJ" queue --watch --interval 0.1 <<'END'
sees ^ID  NAME
sees ^12  many
sees ^10  many
lacks ^ 9  many
sees ^… 9 more rows; mj top scrolls$
sees ^12 jobs: 12 pending$
sees ^pools in use: local 0 of \d+; being started: 0 of \d+;$
sees ^  jobs under way: 0 of \d+$
size 60 4
lacks ^pools
lacks ^12 jobs
sees ^11  many
sees ^… 10 more rows
size 60 20
sees ^ 1  many
lacks more rows
sees ^  jobs under way: 0 of \d+$
size 60 10
sees ^… 8 more rows
keys q
ended 0
sees ^ 1  many
END
# the same lines where the list is printed once
terminal 50 25 "$MJ" queue <<'END'
ended 0
sees ^ 1  many
sees ^12 jobs: 12 pending$
sees jobs under way: 0 of \d+$
END
exits 2 mj queue -l 0
is "mj: queue: --limit 0: give a number, 1 or more; see mj help queue" "$(cat err)"
exits 2 mj report -l 0
