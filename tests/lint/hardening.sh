#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What was built is hardened as configure was asked to: position independent, nothing
# writable that is run, nothing of the linker's writable once it has run, and checks of
# the stack and of buffers.  What the compiler does not know is not asked for.
set -eu
flags=" ${LINT_CFLAGS-} ${LINT_LDFLAGS-} "
bin=${MJ_BIN:-.}
if ! command -v readelf >/dev/null; then
	echo "skipped: no readelf (Debian: apt install binutils)"
	exit 77
fi
status=0

# must FLAG REPORT PATTERN WHAT: with the flag, the report has such a line.
must()
{
	case $flags in
	*"$1"*) ;;
	*) return 0 ;;
	esac
	if ! printf '%s\n' "$2" | grep -qE -- "$3"; then
		echo "$program: $4"
		status=1
	fi
}

# never REPORT PATTERN WHAT
never()
{
	if printf '%s\n' "$1" | grep -qE -- "$2"; then
		echo "$program: $3"
		status=1
	fi
}

for program in "$bin/mj" "$bin/mj-schedule" "$bin/mj-top"; do
	[ -e "$program" ] || continue
	segments=$(readelf -lW "$program")
	dynamic=$(readelf -dW "$program")
	symbols=$(readelf -W --dyn-syms "$program")

	must -pie "$segments" '^Elf file type is DYN' "is at a fixed address"
	must -z,relro "$segments" '^ *GNU_RELRO ' "has no RELRO"
	must -z,now "$dynamic" 'FLAGS.*NOW' "binds symbols late"
	must -fstack-protector "$symbols" ' __stack_chk_fail(@|$)' \
		"does not check its stack"
	must -D_FORTIFY_SOURCE "$symbols" ' __[a-z]+_chk(@|$)' \
		"is not built with _FORTIFY_SOURCE"
	# as linkers make it, unless an object asks for more
	must ' ' "$segments" '^ *GNU_STACK .* RW ' "has a stack that can be run"
	never "$segments" '^ *LOAD .* (RWE|WE) ' "can write what it runs"
	never "$dynamic" 'TEXTREL' "relocates its text"
done
exit $status
