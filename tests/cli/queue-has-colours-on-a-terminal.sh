#!/bin/sh
# mj queue has colours on a terminal, unless NO_COLOR is set or it is dumb; --color says
# otherwise.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

red=$(printf '\033[31mFAILED\033[0m')
ends 100 "$(launch -- false)"

# coloured ARG...: whether what is printed has the colour
coloured()
{
	"$@" | grep -qF "$red"
}
! coloured mj queue -a || fail "a pipe has colours"
coloured mj queue -a --color always || fail "--color always has none"
coloured mj queue -a --color=always -v || fail "-v has none"
exits 2 mj queue --color sometimes

terminal 100 10 "$MJ" queue -a <<'END'
printed \x1b\[31mFAILED\x1b\[0m
END
for how in 'NO_COLOR=1' 'TERM=dumb' '--color=never'; do
	case $how in
	--*) set -- "$MJ" queue -a "$how" ;;
	*) set -- env "$how" "$MJ" queue -a ;;
	esac
	terminal 100 10 "$@" <<-'END'
	sees FAILED
	ended 0
	printed ^[^\x1b]*$
	END
done
