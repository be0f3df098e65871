#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every script is clean under shellcheck.
set -eu
cd "${srcdir:-.}"

if ! command -v shellcheck >/dev/null; then
	echo "shellcheck is not installed"
	exit 77
fi

# Left out: files that cannot be followed (1090, 1091), `a && b || c` where b does
# not fail (2015), expressions in single quotes on purpose (2016), and functions
# that only traps call (2317).
{
	find autogen.sh contrib tests -name '*.sh'
	[ ! -e .ci/run ] || echo .ci/run
} | sort | xargs shellcheck --external-sources --source-path=SCRIPTDIR \
	--exclude=SC1090,SC1091,SC2015,SC2016,SC2317
