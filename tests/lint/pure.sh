#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The model and the renderers call nothing but memory and string functions, base and itself.
# Runs in the build directory: it looks at what the objects import.
set -eu
nm=${NM:-nm}

set -- src/model/*.o src/render/*.o
if [ ! -e "$1" ]; then
	echo "no objects in src/model"
	exit 77
fi

# Symbols as plain names: no version, no _FORTIFY_SOURCE variant.
plain='s/@.*//; s/^__\(.*\)_chk$/\1/; s/^__isoc[0-9]*_//'

own=$("$nm" --defined-only src/base/*.o "$@" | awk 'NF == 3 { print $3 }')

status=0
for object; do
	foreign=$("$nm" -u "$object" | awk '$1 == "U" { print $2 }' |
		sed "$plain" | sort -u | awk -v own="$own" '
	BEGIN {
		split(own, list, "\n")
		for (i in list)
			ours[list[i]] = 1
	}
	$0 in ours { next }
	/^mem(cpy|move|set|cmp|chr|rchr|mem|pcpy|ccpy)$/ { next }
	/^(str[a-z0-9]*|v?snprintf|qsort|bsearch|abort)$/ { next }
	/^(malloc|calloc|realloc|reallocarray|free)$/ { next }
	/^(is[a-z]+|tolower|toupper|__ctype_[a-z]+_loc)$/ { next }
	/^(timegm|gmtime_r|abs|labs|llabs)$/ { next }
	/^(__errno_location|__assert_fail|__stack_chk_fail)$/ { next }
	/^__(asan|ubsan|sanitizer|gcov|llvm)_/ { next }
	/^(_GLOBAL_OFFSET_TABLE_|__tls_get_addr)$/ { next }
	{ print }')
	case $object in
	*/record.o)
		foreign=$(echo "$foreign" | grep -vx ini_parse_string) || :
		;;
	esac
	for symbol in $foreign; do
		echo "$object: calls $symbol, which it may not"
		status=1
	done
done
exit $status
