#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The state directory is on a disk that the nodes do not have; the logs are on one
# that they have.
. "$(dirname "$0")/cluster.sh"

unshare -m true 2>/dev/null || skip "mounts cannot be unshared here"
mkdir -p "$MJ_HOME" "$T/marks" && chmod 700 "$MJ_HOME" "$T/marks"
# shellcheck disable=SC2016 # for the shell that it starts
slurmd_in='unshare -m sh -c '\''mount -t tmpfs none "$MJ_HOME" && exec "$@"'\'' sh'
cluster_start
for marks in '' "dir = $T/marks"; do
	pool "$marks"
	cat <<'RUN' | spec 'setup: echo setup' >spec.yaml
[ ! -e "$MJ_HOME/config.ini" ] || { echo "the home is seen"; exit 3; }
echo "$WORD $SLURM_JOB_ID"
RUN
	job=$(launch --secret WORD=hello spec.yaml)
	ends 0 "$job"
	is "setup hello $(slurm_id "$job")" \
		"$(tr '\n' ' ' <"$(log_of "$job" task)" | sed 's/ $//')"
done
# without the logs it cannot be, and is told so
daemon_stop slurmd TERM
slurmd_in=$(echo "$slurmd_in" | sed 's/MJ_HOME" &&/MJ_LOGS" -o ro \&\&/')
slurmd_start
echo true | spec '' >spec.yaml
job=$(launch spec.yaml)
ends 100 "$job"
contains "$(mj show "$job")" 'Slurm could not start it'

find "$T/marks" -type f | grep . && fail "marks are left" || :
