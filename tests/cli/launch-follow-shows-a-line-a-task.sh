#!/bin/sh
# On a terminal `mj launch -f` of several tasks shows a line for each one at work with what
# it printed last, folds the others, and says in the end what became of them.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

gate go
gate fail
settings '[pool local]' 'type = local' 'slots = 2'
cat >spec.yaml <<'END'
name: dag
on_failure: selective
---
name: first
run: echo hidden
---
name: left
depends_on: [first]
run: 'printf "one\n\033[31mtwo\033[0m\n"; head -c 5000 /dev/zero | tr "\0" "\r"; printf "10%%\r20%%\r\n"; : <"$T/go"'
---
name: right
depends_on: [first]
run: 'echo to be seen; : <"$T/fail"; echo last words; exit 3'
---
name: spare
depends_on: [first]
run: "true"
---
name: after
depends_on: [right]
run: "true"
END
terminal 80 20 "$MJ" launch -f spec.yaml <<'END'
sees ^1$
sees ^job 1 dag  RUNNING  #+=+\.+ 1/5  \d+s$
sees ^  \* 1 SUCCEEDED: first$
sees ^  > left  RUNNING  \d+s
sees ^      one$
sees ^      two$
sees ^      20%$
sees ^  > right  RUNNING  \d+s
sees ^      to be seen$
sees ^  o 2 PENDING: spare \(waiting: pool local is full \(2 of 2\)\), after$
run : >"$T/fail"
sees ^  x right  FAILED  \d+s  exit 3$
sees ^  \. 1 SKIPPED: after
lacks to be seen
sees ^  > left  RUNNING
sees ^  \* 2 SUCCEEDED: first, spare
run : >"$T/go"
ended 100
sees ^job 1 dag  FAILED  .* 5/5
sees ^  \* 3 SUCCEEDED: first, left, spare
sees ^  x right  FAILED
sees ^      last words$
# what nothing comes after has its last lines, too
sees ^  \* left  SUCCEEDED
sees ^      20%$
lacks hidden
sees ^  mj logs 1 prints all
sees ^mj: job 1 FAILED: task right: exit 3$
lacks RUNNING
restored
END

# elsewhere it is the output, as ever
printf 'name: a\nrun: echo of a\n---\nname: b\nrun: echo of b\n' >two.yaml
is '2
[a] of a
[b] of b' "$(mj launch -f two.yaml)"
