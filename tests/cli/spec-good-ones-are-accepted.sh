#!/bin/sh
# Each spec that is documented as good is accepted; CRLF and a byte order mark
# too.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

settings '[pool gpu]'
for spec in "$top_srcdir"/tests/data/spec/good/*.yaml; do
	case ${spec##*/} in single-everything.yaml) continue ;; esac
	exits 0 mj launch --dry-run "$spec"
done

printf '\357\273\277name: bom\r\nrun: |\r\n  echo a\r\n  echo b\r\n' >crlf.yaml
launch crlf.yaml >/dev/null
ends 0 1
is "$(printf 'a\nb')" "$(cat "$MJ_LOGS"/managed_jobs/0000000001/*.log)"
