#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/cluster.sh"

cluster_start cpus=3 kill_wait=2
pool ''

# one that ends when told, one that does not and has a detached child, one that waits
cat <<'RUN' | spec '' >told.yaml
trap 'echo told >>"$T/told"; exit 0' TERM
echo $$ >"$T/a"
while :; do sleep 0.1; done
RUN
cat <<'RUN' | spec '' >deaf.yaml
trap '' TERM
setsid sh -c 'trap "" TERM; echo $$ >"$T/b"; while :; do sleep 0.1; done' &
echo $$ >"$T/c"
while :; do sleep 0.1; done
RUN
echo 'sleep 1000' | spec '' | sed 's/pool: cluster/&, cpus: 3/' >waits.yaml
told=$(launch told.yaml)
deaf=$(launch deaf.yaml)
wait_for '[ -s "$T/a" ] && [ -s "$T/b" ] && [ -s "$T/c" ]'
waits=$(launch waits.yaml)
wait_for '[ -n "$(slurm_id "$waits")" ]'

# why it waits is shown
wait_for 'mj queue | grep -q "Resources\|Priority"'

mj cancel "$told" "$deaf" "$waits"
ends 103 "$told"
ends 103 "$deaf"
ends 103 "$waits"
all_gone "$T/a" "$T/b" "$T/c"
is told "$(cat "$T/told")"
for job in "$told" "$deaf" "$waits"; do
	is CANCELLED "$(slurm_state "$(slurm_id "$job")" | sed 's/COMPLETED\|FAILED/CANCELLED/')"
done

# who cancels it in Slurm makes it a failure, whatever its command makes of that
other=$(launch told.yaml)
rm "$T/a"
wait_for '[ -s "$T/a" ]'
scancel "$(slurm_id "$other")"
ends 100 "$other"
mj queue -a | grep -q 'cancelled in Slurm' || fail "no word of it"
