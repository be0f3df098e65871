#!/bin/sh
# Without a usable /dev/null nothing of ours keeps the descriptors of the submitter.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs unshare
unshare -rm true 2>err || skip "no mount namespaces here"
launch --hold -- true >/dev/null
wait_for no_pass
: >said
unshare -rm sh -c 'mount -t tmpfs none /dev && exec "$MJ" launch -- sleep 60' \
	>said 2>&1 <"$MJ" || skip "no mount in a namespace: $(cat said)"
wait_for '[ "$(value 2 "task sleep" status)" = RUNNING ]'
for pid in $(controller 2) $(runner 2 sleep) $(value 2 'run sleep' pid); do
	held=$(find "/proc/$pid/fd" -lname "$T/said" -o -lname "$MJ")
	is '' "$held" "descriptors of the submitter in $pid"
done
mj cancel -a --now --wait >/dev/null
