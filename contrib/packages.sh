#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Install what is missing to build mj (build), to test it (test), for the whole
# of .ci/run (ci), to make a package (deb), to check its model (model), to test its
# pools of Slurm (slurm; no service is started), or to test it under a kernel of its
# own (kernel), on Debian 12 or newer.
# Elsewhere do nothing: configure says what it does not find.
set -eu

build="autoconf automake gcc libc6-dev make pkg-config
	libyaml-dev libinih-dev libjansson-dev libncurses-dev check"
test="jq shellcheck mandoc procps graphviz python3
	openssh-server openssh-client"
ci="clang libclang-rt-14-dev cppcheck valgrind libc6-dbg xz-utils util-linux zsh fish"

case ${1-} in
build) wanted=$build ;;
test) wanted="$build $test" ;;
ci) wanted="$build $test $ci" ;;
deb) wanted="$build $test dpkg-dev debhelper fakeroot" ;;
model) wanted="spin gcc libc6-dev" ;;
slurm)
	wanted="slurmctld slurmd slurm-client munge
		slurmdbd mariadb-server-core mariadb-client-core"
	;;
kernel) wanted="user-mode-linux" ;;
*)
	echo "usage: packages.sh build|test|ci|deb|model|slurm|kernel" >&2
	exit 2
	;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
	exit 0
fi

missing=
for package in $wanted; do
	# shellcheck disable=SC2016 # dpkg's variable, not ours
	state=$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" \
		2>/dev/null) || state=
	case $state in
	?i*) ;;
	*) missing="$missing $package" ;;
	esac
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
	if ! command -v sudo >/dev/null; then
		echo "packages.sh: please install as root:$missing" >&2
		exit 1
	fi
	as_root="sudo"
fi

policy=/usr/sbin/policy-rc.d
if [ "$1" = slurm ] && [ ! -e "$policy" ]; then
	trap '$as_root rm -f "$policy"' EXIT
	printf '#!/bin/sh\nexit 101\n' | $as_root tee "$policy" >/dev/null
	$as_root chmod 755 "$policy"
fi

echo "packages.sh: installing$missing"
$as_root apt-get -q update
# shellcheck disable=SC2086 # lists of words
$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install -y \
	--no-install-recommends $missing
