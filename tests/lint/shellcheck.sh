#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every script is clean under shellcheck.  It takes long, and says the same of each
# build: SHELLCHECK=no leaves it out.
set -eu
cd "${srcdir:-.}"

if [ "${SHELLCHECK-}" = no ]; then
	echo "left out, as SHELLCHECK is no"
	exit 77
fi
if ! command -v shellcheck >/dev/null; then
	echo "shellcheck is not installed"
	exit 77
fi

# Left out: files that cannot be followed (1090, 1091), `a && b || c` where b does
# not fail (2015), expressions in single quotes on purpose (2016), and functions
# that only traps call (2317).
left_out=SC1090,SC1091,SC2015,SC2016,SC2317
status=0
{
	find autogen.sh contrib tests -name '*.sh' ! -path 'tests/cli/*'
	echo tests/cli/lib.sh
	[ ! -e .ci/run ] || echo .ci/run
} | sort | xargs -n 40 -P 2 shellcheck --external-sources \
	--source-path=SCRIPTDIR --exclude="$left_out" || status=1

# Reading lib.sh again for each test would take ten times as long.  So what it assigns,
# exports and sets (-e) is not known here (2034, 2154, 2164); -u finds a wrong name.
find tests/cli -name '*.sh' ! -name lib.sh | sort | xargs -n 40 -P 2 shellcheck \
	--exclude="$left_out,SC2034,SC2154,SC2164" || status=1
exit "$status"
