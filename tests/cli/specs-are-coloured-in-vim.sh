#!/bin/sh
# The vim syntax of contrib knows a spec when it sees one, and every key of one:
# what does something, what is ignored, what is refused, and the shell in it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

vim=$top_srcdir/contrib/vim
awk '
/^\.It Ic / { sub(/^\.It Ic /, ""); gsub(/ ,/, ""); print }
/^\.Ic / && before ~ /^\.It$/ { print $2 }
{ before = $0 }' "$top_srcdir/man/mj-spec.5" | tr ' ' '\n' |
	grep -E '^[a-z_]+$' | sort -u >keys
[ "$(wc -l <keys)" -gt 50 ] || fail "keys: $(cat keys)"
while read -r key; do
	grep -qE "(\(|\\|)$key(\\\\|\))" "$vim/syntax/mj.vim" ||
		fail "the syntax does not know $key"
done <keys

needs vim
cat >spec.yaml <<'END'
name: train
file_mounts: {a: b}
resources:
  infra: aws
  cpus: 4
setup: |
  if true; then
    echo "hello $USER"
  fi
timeout: 12h
other: run
END
printf 'kind: Pod\nmetadata: {name: x}\n' >pod.yaml
cat >look.vim <<'END'
syntax on
edit spec.yaml
function! Look(line, column)
	return synIDattr(synID(a:line, a:column, 1), 'name')
endfunction
let seen = [&filetype, Look(1, 1), Look(2, 1), Look(3, 1), Look(4, 3),
	\ Look(5, 3), Look(6, 1), Look(7, 3), Look(10, 1), Look(11, 1)]
edit pod.yaml
call writefile(seen + [&filetype], 'seen')
qall!
END
# shellcheck disable=SC2016
VIMTREE=$vim timeout 30 vim -es -u NONE -i NONE \
	--cmd 'set nocompatible | let &runtimepath .= "," . $VIMTREE' \
	--cmd 'filetype on' -S look.vim </dev/null >out 2>&1 || :
[ -e seen ] || skip "this vim is too small: $(cat out)"
[ "$(sed -n 2p seen)" != '' ] || skip "this vim has no syntax files"
is 'yaml.mj mjKey mjRefused mjKey mjIgnored mjKey mjScriptKey shConditional mjKey yamlBlockMappingKey yaml' \
	"$(tr '\n' ' ' <seen | sed 's/ $//')" 'what was seen'
