#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Make configure and Makefile.in.  Works from any directory.
set -eu
cd "$(dirname "$0")"

for program in autoconf automake pkg-config; do
	if ! command -v "$program" >/dev/null; then
		echo "autogen.sh: $program was not found" \
			"(Debian: apt install $program)" >&2
		exit 1
	fi
done
exec autoreconf --install --force "$@"
