#!/bin/sh
# On a terminal help opens the manual page at the command; where there is no page,
# or no terminal, it prints the short text.  Topics open their pages anywhere.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
needs script

# A man that knows only the pages in $PAGES.
mkdir bin
cat >bin/man <<'END'
#!/bin/sh
[ "$1" = -w ] && { shift; look=1; }
case " $PAGES " in *" $2($1) "*) ;; *) echo "no entry" >&2; exit 16 ;; esac
[ -n "${look-}" ] || echo "page $2($1) LESS=${LESS-}" >"$T/opened"
END
chmod +x bin/man
PATH=$T/bin:$PATH
PAGES='mj(1) mj-spec(5)'
export PAGES
unset LESS

on_terminal()
{
	script -qec "../mj $1" /dev/null </dev/null >shown
}
ln -s "$MJ" ../mj

on_terminal 'help queue'
is 'page mj(1) LESS=+/^   queue' "$(cat opened)"
! grep -q usage: shown || fail "the short text as well: $(cat shown)"
LESS=-R on_terminal 'help logs'
is 'page mj(1) LESS=-R +/^   logs' "$(cat opened)"

# not on a terminal, with --help, without the page, without man
rm opened
mj help queue >short
contains "$(cat short)" '^usage: mj queue'
on_terminal 'queue --help'
tr -d '\r' <shown | cmp - short
PAGES='' on_terminal 'help queue'
tr -d '\r' <shown | cmp - short
mv bin bin.away
on_terminal 'help complete'
contains "$(cat shown)" '^usage: mj complete'
mv bin.away bin
[ ! -e opened ] || fail "a page was opened: $(cat opened)"

# topics
mj help spec
is 'page mj-spec(5) LESS=' "$(cat opened)"
rm opened
mj help mj-spec
is 'page mj-spec(5) LESS=' "$(cat opened)"
exits 1 mj help tutorial
contains "$(cat err)" 'mj-tutorial(7).*not installed.*man/mj-tutorial.7'
is 1 "$(wc -l <err)" lines

# every topic is a page of the sources, and the other way round
mj complete -- help '' | awk -F '\t' '$2 ~ /^mj[-.][a-z]*$/ { print $2 }' \
	>pages
[ -s pages ] || fail "no topics"
while read -r page; do
	set -- "$top_srcdir/man/$page".[1-8]
	[ -e "$1" ] || fail "there is no $page in man/"
done <pages
for page in "$top_srcdir"/man/*.[1-8]; do
	page=${page##*/}
	[ "$page" = mj.1 ] || grep -qxF "${page%.*}" pages ||
		fail "no topic opens $page"
done
