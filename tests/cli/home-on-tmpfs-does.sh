#!/bin/sh
# A home on tmpfs keeps all its promises but for a restart of the machine.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/disk_lib.sh"
inside_mounts
. "$(dirname "$0")/lib.sh"

# shellcheck disable=SC2317 # called by its name
a_tmpfs()
{
	mount -t tmpfs -o size=64m none "$T/disk"
}
on_disk a_tmpfs
goes_through_a_life
