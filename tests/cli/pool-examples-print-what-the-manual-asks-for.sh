#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What the examples for Kubernetes, Docker and SkyPilot print of a state is one line of mj-pool(5), and what is not there for sure is absent.
. "$(dirname "$0")/lib.sh"

pools=$top_srcdir/contrib/pools
mkdir "$T/bin"

# stub NAME: a program of that name, from standard input.
stub()
{
	{ echo '#!/bin/sh'; cat; } >"$T/bin/$1"
	chmod +x "$T/bin/$1"
}
PATH=$T/bin:$PATH
export PATH

# says POOL LINE: all that its poll prints.
says()
{
	is "$2" "$("$pools/$1/poll" mj-a-1-task-1 id)" "what $1 says"
}

# a template of kubectl is filled in by $T/pod, a script of sed
stub kubectl <<'END'
[ ! -e "$T/away" ] || { echo "no such host" >&2; exit 1; }
for last; do :; done
case "$*" in
*' job,pod '*) cat "$T/names" ;;
*' pod '*)
	[ -e "$T/pod" ] || exit 0
	printf '%s' "${last#jsonpath=}" | sed -f "$T/pod" \
		-e 's/{range[^}]*}//; s/{end}//; s/{"\\n"}/\n/g; s/{[^}]*}//g' ;;
*) echo 1 ;;
esac
END
: >"$T/names"
says kubernetes absent
echo pod/x >"$T/names"
echo 's/{.status.phase}/Succeeded/; s/{[^}]*terminated.exitCode}/0/' >"$T/pod"
says kubernetes 'exit 0'
echo 's/{.status.phase}/Failed/; s/{[^}]*terminated.exitCode}/7/; s/{[^}]*terminated.reason}/Error/' >"$T/pod"
says kubernetes 'exit 7'
echo 's/{.status.phase}/Failed/; s/{[^}]*terminated.exitCode}/137/; s/{[^}]*terminated.reason}/OOMKilled/' >"$T/pod"
says kubernetes oom
echo 's/{.status.phase}/Pending/; s/{[^}]*waiting.reason}/ImagePullBackOff/' >"$T/pod"
says kubernetes 'pending ImagePullBackOff'
echo 's/{.status.phase}/Failed/; s/{.status.reason}/Evicted/' >"$T/pod"
says kubernetes 'lost Evicted'
echo 's/{.status.phase}/Running/' >"$T/pod"
says kubernetes running
rm "$T/pod"
says kubernetes 'lost its pod is gone'
touch "$T/away"
! "$pools/kubernetes/poll" mj-a-1-task-1 id >out 2>err || fail 'it answered'
is '' "$(cat out)" 'what it said of an API that is away'

# another cluster whose name begins so is another one
stub sky <<'END'
case $1 in
status) printf 'NAME  INFRA\n%s  aws\n' "$(cat "$T/cluster")" ;;
queue) printf 'ID NAME STATUS\n1 x %s\n' "$(cat "$T/state")" ;;
esac
END
echo mj-a-1-task-10 >"$T/cluster"
echo RUNNING >"$T/state"
says sky absent
echo mj-a-1-task-1 >"$T/cluster"
says sky running
echo FAILED_SETUP >"$T/state"
says sky 'exit 1 setup'

stub docker <<'END'
case $1 in
version) [ ! -e "$T/away" ] ;;
container) cat "$T/container" 2>/dev/null ;;
esac
END
! "$pools/docker/poll" mj-a-1-task-1 id >out 2>&1 || fail 'it answered'
rm "$T/away"
says docker absent
echo 'exited false 3' >"$T/container"
says docker 'exit 3'
echo 'exited true 137' >"$T/container"
says docker oom
echo 'running false 0' >"$T/container"
says docker running
