#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every input of the corpora, those that once broke something among them, is read as its
# target's contract says.
set -eu
replay=${top_builddir:-.}/tests/fuzz/replay
corpora=${top_srcdir:-.}/tests/data/fuzz
status=0
for corpus in "$corpora"/*; do
	target=${corpus##*/}
	set -- "$corpus"/*
	if [ ! -e "$1" ]; then
		echo "$corpus: is empty"
		status=1
	elif ! timeout 100 "$replay" "$target" "$@"; then
		echo "$target: the last file above broke it"
		status=1
	fi
done
exit $status
