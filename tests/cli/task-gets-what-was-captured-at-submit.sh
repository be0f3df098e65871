#!/bin/sh
# Environment, directory, umask and limits are those of the submit, whoever's
# pass starts the task.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool local]' 'type = local' 'slots = 1'
gate go
cat >show.sh <<'END'
echo "dir $(pwd)"
echo "umask $(umask)"
echo "files $(ulimit -n)"
echo "mine ${MINE-unset}"
echo "foo ${FOO-unset}"
echo "path $PATH"
END
launch -- sh -c ': <"$T/go"' >/dev/null
mkdir -m 700 'a dir'
(
	MINE='two
lines'
	export MINE
	# shellcheck disable=SC2030 # only here
	PATH=$PATH:/nowhere
	umask 027
	# shellcheck disable=SC3045 # every sh has it
	ulimit -S -n 77
	cd 'a dir' && launch -- sh "$T/show.sh" >/dev/null
)
wait_for '[ "$(entries "pool/local/running" | wc -l)" = 1 ]'

# the first job ends when its gate opens; its controller is dead by then, so
# that the pass which starts the second is the one below
kill -STOP "$(controller 1)"
kill -KILL "$(controller 1)"
mj cancel 1 --now >/dev/null 2>&1
cd /
env -i FOO=leak MINE=wrong LD_BIND_NOW=1 PATH=/usr/bin:/bin \
	MJ_HOME="$MJ_HOME" HOME=/ "$MJ_SCHEDULE" --once
ends 0 2

# shellcheck disable=SC2031
cat >"$T/expected" <<END
dir $T/a dir
umask 0027
files 77
mine two
lines
foo unset
path $PATH:/nowhere
END
cmp "$T/expected" "$(log_of 2 sh)" || fail "$(cat "$(log_of 2 sh)")"
