#!/bin/sh
# A home on ext4 keeps all its promises.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/disk_lib.sh"
inside_mounts
. "$(dirname "$0")/lib.sh"
needs mkfs.ext4

# shellcheck disable=SC2317 # called by its name
an_ext4()
{
	truncate -s 64M "$T/image" && mkfs.ext4 -q -F "$T/image" &&
		mount -t ext4 -o loop "$T/image" "$T/disk" &&
		rmdir "$T/disk/lost+found"
}
on_disk an_ext4
goes_through_a_life
