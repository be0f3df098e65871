#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The protocol model: what must hold is proved, and what must fail with a rule left
# out does fail, as it is to.  `check.sh quick` or `check.sh full`.
# The last line is `N passed, N failed`; exit 77 without spin.
set -u
level=${1:-quick}
here=$(cd "$(dirname "$0")" && pwd)
cc=${CC:-gcc}
mib=3000 hash=24
[ "$level" = quick ] || mib=8000 hash=26

if ! command -v spin >/dev/null || ! command -v "${cc%% *}" >/dev/null; then
	echo "spin is not installed: the model is not checked"
	echo "0 passed, 0 failed, 1 skipped"
	exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1
passed=0
failed=0
order=

# build FILE FLAGS DEFINE...: make ./pan.
build()
{
	file=$1 flags=$2
	shift 2
	rm -f pan pan.* ./*.trail
	: >out
	# shellcheck disable=SC2015,SC2086 # a list of flags
	if ! spin "$@" -a "$here/$file.pml" >spin.out 2>&1; then
		cat spin.out
		return 1
	fi
	# shellcheck disable=SC2086 # a list of flags
	$cc -w $flags -DNOREDUCE -DVECTORSZ=512 \
		-DMEMLIM="${MODEL_MIB:-$mib}" -o pan pan.c
}

search()
{
	nice -n 10 ./pan "$@" -m20000 >out 2>&1
}

figure()
{
	sed -n "$1" out | head -n 1
}

# result OK TEXT...: count it, and say what the search saw.
result()
{
	ok=$1
	shift
	if [ "$ok" = 0 ]; then
		passed=$((passed + 1)) word=ok
	else
		failed=$((failed + 1)) word=FAILED
	fi
	seen=
	if grep -q 'states, stored' out; then
		seen=$(printf '%9s states, depth %4s, %6s s, %4s MiB: ' \
			"$(figure 's/^ *\([0-9]*\) states, stored.*/\1/p')" \
			"$(figure 's/.*depth reached \([0-9]*\).*/\1/p')" \
			"$(figure 's/.*elapsed time \([0-9.]*\).*/\1/p')" \
			"$(figure 's/^ *\([0-9]*\)[.0-9]*.total actual.*/\1/p')")
	fi
	printf '%-6s %s%s\n' "$word" "$seen" "$*"
	[ "$ok" = 0 ] || grep '^pan:' out
}

is_complete()
{
	grep -q 'errors: 0' out &&
		! grep -q 'not completed\|too small\|memory' pan.note
}

# wanted LEVEL: quick ones are part of full.
wanted()
{
	[ "$1" = quick ] || [ "$level" = full ]
}

# holds LEVEL FILE TEXT DEFINE...: no state in which anything is wrong.
holds()
{
	wanted "$1" || return 0
	file=$2 text=$3
	shift 3
	status=1
	if build "$file" "-O1 -DSAFETY" "$@"; then
		search -w"${MODEL_HASH:-$hash}"
		grep -i 'not completed\|too small\|out of memory' out >pan.note
		is_complete && status=0
	fi
	result $status "$file: $text ($*)"
}

# ends LEVEL FILE TEXT DEFINE...: no cycle, so whatever is scheduled comes to an end.
ends()
{
	wanted "$1" || return 0
	file=$2 text=$3
	shift 3
	status=1
	if build "$file" "-O1 -DNP -DNOFAIR" "$@"; then
		search -l -w"${MODEL_HASH:-$hash}"
		grep -i 'not completed\|too small\|out of memory' out >pan.note
		is_complete && status=0
	fi
	result $status "$file: $text ($*)"
}

# fails LEVEL FILE WHAT RULE DEFINE...: the search finds that WHAT is violated.
fails()
{
	wanted "$1" || return 0
	file=$2 what=$3 rule=$4
	shift 4
	status=1
	if build "$file" "-O0 -DSAFETY $order" "$@"; then
		search -w20
		grep -q "assertion violated .*($what)" out && status=0
	fi
	result $status "$file: $what without: $rule ($*)"
}

# kills_first ROW...: try the processes in reverse, so the killer before all others:
# some mistakes are found a hundred times sooner, and some later.
kills_first()
{
	order=-DREVERSE
	"$@"
	order=
}

# Steps say which function does them: file:function, below src/.
names_exist()
{
	cat "$here"/*.pml | grep -oE '[a-z_/]+[.]c:[a-z_]+' | sort -u >names
	status=0
	: >out
	while IFS=: read -r source function; do
		find "$here/../../src" -path "*/$source" \
			-exec grep -q "^$function(" {} \; -print | grep -q . && continue
		echo "pan: no $function in $source" >>out
		status=1
	done <names
	result $status "the functions behind the steps exist"
}

# What is killed: anything that needs no timer, and anything with one timer pass.
free="-DNKILL=1 -DKP=1 -DKR=1 -DKC=7"
most="-DNKILL=1 -DKP=1 -DKR=1 -DKC=8 -DTICKS=1"
any="-DNKILL=1 -DKP=1 -DKR=1 -DKC=8 -DKS=1 -DKL=3 -DTICKS=1"
two="-DNKILL=2 -DLOSSY -DKP=1 -DKR=1 -DKC=8 -DKS=1 -DKL=3 -DTICKS=2"
steady="-DMAXALIVE=2 -DSLOTS=2 -DFOREVER"

# shellcheck disable=SC2086 # lists of defines
{
names_exist
holds quick protocol "two jobs" -DSPLIT
holds quick protocol "a kill, no timer" -DNJ=1 -DSPLIT $free
holds quick protocol "a kill, commands go on" $steady $free
holds quick protocol "two kills, two timer passes" -DNJ=1 $two
holds quick protocol "a controller's and a pass's kill" -DNJ=1 -DNKILL=2 \
	-DLOSSY -DPAIR -DKP=1 -DKC=3
holds quick protocol "cancel, a kill" -DNJ=1 -DCANCEL -DFOREVER $any
holds quick protocol "hold, release, a kill, no timer" -DNJ=1 -DHOLD $free
holds quick protocol "retry, a kill" -DNJ=1 -DRETRY $most
holds quick places "launches, a kill" -DFOREVER -DNKILL=1 -DKP=1 -DKC=1
holds quick places "withdrawal" -DSLOTS=1 -DLAUNCH=2 -DCANCELS
ends quick protocol "no cycle, a kill" -DNJ=1 $any
ends quick places "no cycle, a kill" -DFOREVER -DNKILL=1 -DKP=1 -DKC=1

holds full protocol "a kill, a timer pass" $any
holds full protocol "a kill, no timer" $free
holds full protocol "a kill, no timer, the earlier job first" -DREV=0 $free
holds full protocol "a kill, a timer pass at any time" -DNJ=1 -DSPLIT $any -DTICKANY
holds full protocol "a kill, no timer, each step" -DSPLIT $free
holds full protocol "a kill, commands go on, each step" -DSPLIT $steady $free
holds full protocol "a kill, commands go on, a runner asks once" -DNOAGAIN \
	$steady $free
holds full protocol "a kill, both run" -DMAXALIVE=2 -DSLOTS=2 $free
holds full protocol "a kill, both live, one place" -DMAXALIVE=2 $free
holds full protocol "two kills, each step" -DNJ=1 -DSPLIT $two
holds full protocol "cancel, a kill, no timer" -DNJ=1 -DCANCEL -DFOREVER $free
holds full protocol "cancel, a kill" -DNJ=1 -DCANCEL $any
holds full protocol "cancel of one of two" -DCANCEL
holds full protocol "cancel of one of two that goes on" -DCANCEL -DFOREVER
holds full protocol "hold and release of one of two" -DHOLD
holds full protocol "hold, release, a kill" -DNJ=1 -DHOLD $any
holds full protocol "retry, any kill" -DNJ=1 -DRETRY $any
holds full protocol "retry of one of two" -DRETRY
holds full protocol "two retries at once" -DNJ=1 -DRETRY -DRETRY2
holds full protocol "cancel, then retry" -DNJ=1 -DCANCEL -DRETRY
holds full places "launches, two kills" -DFOREVER -DNKILL=2 -DKP=1 -DKC=1
holds full places "withdrawal, a kill" -DSLOTS=1 -DLAUNCH=2 -DCANCELS \
	-DNKILL=1 -DKP=1 -DKC=1
holds full places "launches and withdrawal, a kill" -DCANCELS -DNKILL=1 \
	-DKP=1 -DKC=1
ends full protocol "no cycle, cancel, a kill" -DNJ=1 -DCANCEL $any
ends full protocol "no cycle, hold, release, a kill" -DNJ=1 -DHOLD $any
ends full protocol "no cycle, retry, a kill" -DNJ=1 -DRETRY $any
ends full protocol "no cycle, two jobs" -DSPLIT

fails quick protocol alive_limit "rule 1: the copy of the pass lock goes last" \
	-DDROPFIRST -DSLOTS=2 $free
fails quick protocol stuck "rule 2: the copy is closed, then comes the answer" \
	-DANSWERFIRST $steady
fails quick protocol stuck "rule 2: who gets EPIPE looks at wake" \
	-DNOEPIPE $steady $free
fails quick protocol stuck "rule 2: a claimant that died is waited for" \
	-DNOWAITBUSY -DNJ=1 $free
fails quick protocol stuck "rule 3: replaced in place" -DREQUEUE $free
kills_first fails quick protocol slot_limit "rule 3: entries stay" \
	-DREQUEUE -DSLOTDROP $free
fails quick protocol two_attempts "rule 4: the lock before the fork" \
	-DLOCKAFTER -DNJ=1 $free
fails quick protocol again "rule 4: the lock until the command is noted" \
	-DCHILDFREE -DNJ=1 $free
fails quick protocol stuck "rule 5: watched by pidfd, again and again" \
	-DWATCHPIPE -DNJ=1 $free
fails quick protocol stuck "rule 5: mark, then look for a pass at work" \
	-DBUSYFIRST -DNOAGAIN -DSPLIT $steady $free
fails quick protocol stuck "rule 5: a last look" -DNOLASTLOOK -DNJ=1 $free
fails quick protocol stuck "rule 6: a pass that was killed is started again" \
	-DNORESPAWN -DNJ=1 $free
fails quick protocol stuck "rule 6: the last starter is there before the end" \
	-DNOARM -DNJ=1 $free
fails quick protocol stuck "rule 8: a poke comes after the change" \
	-DPOKEFIRST -DNJ=1 -DCANCEL -DFOREVER
fails quick protocol stuck "rule 8: ctl is open before the marks are read" \
	-DEARSLATE -DNJ=1 -DCANCEL -DFOREVER
fails quick protocol stuck "rule 9: mark, then try" -DTRYFIRST
fails quick protocol stuck "rule 9: a pass marks by itself" -DNOREMARK
fails quick protocol stuck "rule 9: who let go looks again" -DNOLOOK
fails quick protocol stuck "rule 9: clear, then scan" -DCLEARLATE
fails quick protocol stuck "rule 9: a pass after one that died sweeps" \
	-DSWEEPLOST -DNJ=1 -DNKILL=2 -DLOSSY -DPAIR -DKP=1 -DKC=3
kills_first fails quick protocol stuck "rule 9: who locked out a sweep asks for one" \
	-DHOLDNOSWEEP -DNJ=1 -DHOLD $free
fails quick protocol stuck "rule 10: the record, then alive/ID" \
	-DBURYFIRST -DNJ=1 $free
kills_first fails quick protocol stuck "rule 10: alive/ID goes last" -DENTRYFIRST $free
kills_first fails quick protocol lost \
	"rule 10: a round is in the record before the claim" \
	-DROUNDLATE -DNJ=1 -DRETRY $most
fails quick protocol lost "rule 10: retry holds the job lock" \
	-DRETRYNOLOCK -DNJ=1 -DRETRY -DRETRY2
fails quick protocol lost "rule 10: retry looks again under it" \
	-DRETRYBLIND -DNJ=1 -DRETRY -DRETRY2
fails quick protocol stuck "rule 11: a grant without alive/ID is stale" \
	-DSTALELOCK -DNJ=1 -DCANCEL -DFOREVER $free
fails full protocol stuck "rule 11: a request that was moved stops nothing" \
	-DEXHAUST -DHOLD -DHOLDONLY -DREV=0 -DNKILL=1 -DKL=2
fails quick places leak "rule 11: launching/, then the request" \
	-DRENAMEFIRST -DFOREVER -DCANCELS -DNKILL=1 -DKP=1 -DKC=1
fails quick places stuck "rule 11: the request is withdrawn first" \
	-DSLOTFIRST -DSLOTS=1 -DLAUNCH=2 -DCANCELS
fails quick places stuck "rule 11: running/ is looked at after that" \
	-DNORECHECK -DSLOTS=1 -DLAUNCH=2 -DCANCELS
fails quick places leak "rule 11: half a grant is taken back" \
	-DKEEPHALF -DSLOTS=1 -DLAUNCH=2 -DCANCELS
kills_first fails quick places leak \
	"rule 11: half a grant of a dead pass is taken back" \
	-DNOSTALE -DSLOTS=1 -DLAUNCH=2 -DCANCELS -DNKILL=1 -DKP=1 -DKC=1
fails quick places stuck "launching/.wanted: set" -DNOMARK -DFOREVER
fails quick places stuck "launching/.wanted: set, then count again" \
	-DNORECOUNT -DFOREVER
fails quick places stuck "launching/.wanted: who gives back looks" \
	-DNOLOOKWANTED -DFOREVER
kills_first fails quick protocol cancelled_alive \
	"rule 12: a free lock is not 'not started'" \
	-DCANCELBAD -DNJ=1 -DCANCEL -DFOREVER -DNKILL=1 -DKC=1
fails quick protocol again "rule 13: the lock is free, then the attempt is read" \
	-DREADEARLY -DNJ=1
fails quick protocol again "rule 13: the end is noted, then reaped" \
	-DREAPFIRST -DNJ=1 $free
fails quick protocol two_attempts "rule 14: the family is ended" \
	-DNOHUNT -DNJ=1 $two
}
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
