#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The tests of enforce = yes under a kernel that has all control groups of version 2, whatever the
# one at hand has: user-mode-linux on the files that are here.  Once as root; as a user below a
# group that was delegated to him; in one of his own with processes in it; and where he may write
# none.  Each test must pass or skip as it says here.  Prints what went wrong; exit 1 then, 77
# where there is no such kernel.
set -u

: "${MJ:?}" "${MJ_SCHEDULE:?}" "${top_srcdir:?}"
tests="keeps-a-task-to-what-it-asked-for finds-and-ends-a-task-by-its-control-group
says-where-it-cannot"

# Inside: one line for each test, WHERE TEST STATUS.
enter()
{
	group=$1
	shift
	sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"
}

each()
{
	where=$1
	shift
	for test in $tests; do
		"$@" timeout 200 sh "$top_srcdir/tests/cli/enforce-$test.sh" \
			>/run/out 2>&1
		echo "result: $where $test $?"
		sed 's/^/	/' /run/out
	done
}

# give GROUP: to the user, as a service manager does.
give()
{
	chown 65534 "$1" "$1/cgroup.procs" "$1/cgroup.subtree_control"
}

inside()
{
	PATH=/usr/sbin:/usr/bin:/sbin:/bin
	groups=/sys/fs/cgroup
	export PATH
	mount -t proc proc /proc
	mount -t sysfs sys /sys
	mount -t cgroup2 groups "$groups"
	mount -t tmpfs run /run
	mkdir -m 1777 /run/tests
	HOME=/run/tests TMPDIR=/run/tests
	export HOME TMPDIR
	each root env
	echo '+cpu +memory' >"$groups/cgroup.subtree_control"
	mkdir "$groups/given" "$groups/given/sub" "$groups/own" "$groups/not"
	give "$groups/given"
	give "$groups/given/sub"
	give "$groups/own"
	each given enter "$groups/given/sub" setpriv --reuid 65534 --clear-groups
	each own enter "$groups/own" setpriv --reuid 65534 --clear-groups
	each not enter "$groups/not" setpriv --reuid 65534 --clear-groups
	echo o >/proc/sysrq-trigger
	sleep 5
}

if [ "${1-}" = inside ]; then
	inside
	exit
fi

kernel=$(command -v linux.uml) || {
	echo "skipped: user-mode-linux is not installed"
	exit 77
}
[ "$(id -u)" = 0 ] || {
	echo "skipped: only root's files can be root's under that kernel"
	exit 77
}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cat >"$dir/init" <<END
#!/bin/sh
export MJ='$MJ' MJ_SCHEDULE='$MJ_SCHEDULE' top_srcdir='$(cd "$top_srcdir" && pwd)'
exec sh "\$top_srcdir/tests/kernel/run.sh" inside
END
chmod +x "$dir/init"
timeout 900 "$kernel" mem=512M root=/dev/root rootfstype=hostfs rootflags=/ rw quiet \
	"init=$dir/init" con=null con0=null,fd:1 </dev/null >"$dir/out" 2>&1
sed -n 's/\r//; s/^result: //p' "$dir/out" >"$dir/results"
# shellcheck disable=SC2086 # words
set -- $tests
cat >"$dir/right" <<END
root $1 0
root $2 0
root $3 77
given $1 0
given $2 0
given $3 77
own $1 77
own $2 0
own $3 0
not $1 77
not $2 77
not $3 0
END
diff "$dir/right" "$dir/results" && exit 0
tail -n 100 "$dir/out"
exit 1
