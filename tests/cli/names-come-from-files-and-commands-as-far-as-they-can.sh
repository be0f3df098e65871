#!/bin/sh
# A job without a name takes the file's or the command's; what cannot be in a name becomes
# '-', and nothing lands outside the directories of the job.  The odd program runs.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs jq
long=$(printf 'l%0200d' 0)
number=0
names='a b
it'"'"'s "q"
x&y;z
-rf
..
%s%n
ü
$(touch hurt)'
printf '%s\n' "$names" >names
printf '%s\n' "$long" >>names
while read -r name; do
	number=$((number + 2))
	printf '#!/bin/sh\necho "$0" "$1"\n' >"./$name "
	chmod +x "./$name "
	printf 'run: echo "$MJ_JOB_NAME"\n' >"./$name.yaml"
	launch "./$name.yaml" >/dev/null
	launch -- "./$name " "$name" >/dev/null
	ends 0 $number
	is "./$name  $name" "$(mj logs $number)"
	is "$(mj logs $((number - 1)))" "$(mj queue -a --json |
		jq -r "select(.id == $((number - 1))) | .name")" "the name"
done <names

mj queue -a --json | jq -r .name | LC_ALL=C grep -v '^[A-Za-z0-9_][A-Za-z0-9._-]*$' &&
	fail "a name that cannot be"
[ ! -e hurt ] || fail "a name was run"
is $((number * 2)) "$(find "$MJ_LOGS/managed_jobs" -mindepth 1 | wc -l)" \
	"files and directories of logs"
