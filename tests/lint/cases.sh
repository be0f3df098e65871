#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tests/cases.md has a row for each case, and every test that it names exists.  No process
# is tied to the death of its parent (case A29).
set -eu
cd "${srcdir:-.}"

status=0
table=$(sed '/^## /,$d' tests/cases.md)
rows=$(printf '%s\n' "$table" | sed -n 's/^| \(A[0-9]*\) |.*/\1/p')
wanted=$(seq -f 'A%.0f' 30)
if [ "$rows" != "$wanted" ]; then
	echo "tests/cases.md: the rows are not A1 to A30: $rows"
	status=1
fi

# the third column, of names between backquotes
printf '%s\n' "$table" | sed -n '/^| A[0-9]/p' | while IFS='|' read -r _ name _ tests _; do
	found=0
	for test in $(echo "$tests" | tr '`' ' '); do
		found=1
		case $test in
		*/*) file=$test ;;
		*) file=tests/cli/$test.sh ;;
		esac
		[ -f "$file" ] || echo "tests/cases.md: $name: there is no $file"
	done
	[ "$found" = 1 ] || echo "tests/cases.md: $name: no test"
done >"${TMPDIR:-/tmp}/mj-cases.$$"
if [ -s "${TMPDIR:-/tmp}/mj-cases.$$" ]; then
	cat "${TMPDIR:-/tmp}/mj-cases.$$"
	status=1
fi
rm "${TMPDIR:-/tmp}/mj-cases.$$"

if grep -rn PR_SET_PDEATHSIG src; then
	echo "src: PR_SET_PDEATHSIG ends processes with a thread of their parent"
	status=1
fi
exit $status
