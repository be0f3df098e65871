#!/bin/sh
# launch takes --cpus, --memory and --gpus for a command and says that no pool counts them;
# a spec says so itself.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

exits 0 mj launch --cpus 2 --memory 4GB --gpus 1 -- true
for name in cpus memory gpus; do
	contains "$(cat err)" "^mj: --$name means nothing to a local pool"
done
ends 0 1
exits 2 mj launch --cpus many -- true
contains "$(cat err)" '--cpus many: give a number'
echo 'run: "true"' >one.yaml
exits 2 mj launch --gpus 1 one.yaml
contains "$(cat err)" 'write resources: in the spec'
