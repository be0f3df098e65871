# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0
# Sourced by test.sh and quickstart.sh, in the top directory of the sources.

# build_in DIRECTORY [configure's options]: configure and build mj in DIRECTORY
# below the sources, and set $build to where that was.  Sources that are
# configured themselves are built in place: configure refuses anything else.
build_in()
{
	top=$(pwd)
	build=$top/$1
	shift
	if [ -e config.status ]; then
		build=$top
		make -s clean
	fi
	mkdir -p "$build" && ./autogen.sh &&
		(cd "$build" && "$top/configure" -q "$@") &&
		make -s -C "$build" -j"$(getconf _NPROCESSORS_ONLN)"
}
