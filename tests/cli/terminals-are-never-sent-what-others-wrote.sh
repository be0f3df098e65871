#!/bin/sh
# What others wrote reaches the terminal as text: bytes that are no UTF-8 and control
# characters are '?' in mj queue, show and launch -f.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

LC_ALL=C.UTF-8
export LC_ALL
# a program that does not exist is named in the reason
name=$(printf 'x\033[31m\233y\377-日本')
exits 100 mj launch --wait -n bad -- "./$name"
for command in 'queue -a' 'show 1'; do
	# shellcheck disable=SC2086 # words
	mj $command >out
	contains "$(cat out)" 'x?\[31m??\{0,1\}y?-日本'
	! LC_ALL=C grep -q "$(printf '[\033\377]')" out || fail "$command is not safe"
	iconv -f UTF-8 -t UTF-8 out >/dev/null || fail "$command is no UTF-8"
done

cat >two.yaml <<'END'
name: first
run: 'printf "a\033[2J\033[31mb\377c\033]0;title\007\n"; exit 3'
---
name: second
run: "true"
END
terminal 80 20 "$MJ" launch -f two.yaml <<'END'
ended 100
sees ^      ab\?c$
printed ^((?!\x1b\[2J|title)[\s\S])*$
END
