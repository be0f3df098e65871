#!/bin/sh
# A home on overlayfs, as in a container, keeps all its promises.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/disk_lib.sh"
inside_mounts
. "$(dirname "$0")/lib.sh"

# Its layers are on a tmpfs below it, as an overlay cannot be on every file system; a path
# with a quote is none that mount -o takes.
# shellcheck disable=SC2317 # called by its name
an_overlay()
{
	mount -t tmpfs -o size=64m none "$T/disk" && cd "$T/disk" &&
		mkdir lower upper work &&
		mount -t overlay -o lowerdir=lower,upperdir=upper,workdir=work \
			none "$T/disk"
}
on_disk an_overlay
goes_through_a_life
