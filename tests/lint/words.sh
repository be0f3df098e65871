#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Nothing is left for later, and no test waits by sleeping: it waits for a
# condition (tests/cli/lib.sh).  What a job under test runs may sleep.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "${srcdir:-.}"
status=0

list=
for name in src tests man contrib docs bench m4 configure.ac Makefile.am \
	README README.md ARCHITECTURE ARCHITECTURE.md CONTRIBUTING \
	CONTRIBUTING.md NEWS NEWS.md; do
	[ ! -e "$name" ] || list="$list $name"
done

# mktemp's template has more than three of the letter.
unfinished='(^|[^A-Za-z])((TODO|FIXME)([^A-Za-z]|$)|XXX([: ]|$))|not (yet )?implemented'
# shellcheck disable=SC2086 # a list of words
if find $list -type f ! -path tests/lint/words.sh \
	-exec grep -nEI "$unfinished" /dev/null {} +; then
	echo "left for later"
	status=1
fi

if [ -d tests/cli ]; then
	find tests/cli -name '*.sh' ! -name lib.sh \
		-exec awk -f "$here/commands.awk" {} + |
	awk '
	/(:\t|[;&|({!]|[ \t](do|then|else|if|while|until))[ \t]*sleep([ \t]|$)/ {
		print $0 ": wait for a condition instead"
		errors++
	}
	END { exit errors > 0 }' || status=1
fi

if [ -d tests/unit ]; then
	find tests/unit -name '*.c' -exec awk -f "$here/code.awk" {} + |
	awk '
	/(^|[^A-Za-z0-9_])(sleep|usleep|nanosleep|clock_nanosleep) *[(]/ {
		print $0 ": wait for a condition instead"
		errors++
	}
	END { exit errors > 0 }' || status=1
fi
exit $status
