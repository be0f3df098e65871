#!/bin/sh
# cpus: 2+, memory: 8+ (GB) and accelerators in their several forms.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
settings '[pool local]' 'slots = 9' 'cpus = 1' 'memory = 1GB' 'gpus = 0'

# needs RESOURCES WHAT: a spec with them is refused for that
needs_of()
{
	printf 'run: "true"\nresources: %s\n' "$1" >spec.yaml
	exits 2 mj launch spec.yaml
	contains "$(cat err)" "$2"
}
needs_of '{cpus: 2+}' '1 cpu in all, it needs 2:'
needs_of '{cpus: "1.5"}' '1 cpu in all, it needs 1.5:'
needs_of '{memory: 8+}' '1 GiB memory in all, it needs 8 GiB:'
needs_of '{memory: 4GB}' 'it needs 4 GiB:'
needs_of '{memory: 2000MB}' 'it needs 1.9 GiB:'
needs_of '{gpus: 1}' '0 gpus in all, it needs 1:'
needs_of '{accelerators: A100}' 'it needs 1:'
needs_of '{accelerators: A100:8}' 'it needs 8:'
needs_of '{accelerators: {V100: 4}}' 'it needs 4:'
needs_of '{accelerators: [L4:2, A100:1]}' 'it needs 2:'
needs_of '{any_of: [{accelerators: L4:2}, {accelerators: A100:3}]}' 'it needs 3:'
needs_of '{cpus: lots}' "spec.yaml:2:19: 'cpus' must be a number of cpus such as 2"

printf 'run: "true"\nresources: {cpus: 1, memory: 0.5+}\n' >spec.yaml
contains "$(mj launch --dry-run spec.yaml)" 'task: pool local, 1 cpu, 512 MiB memory$'

# a little is not nothing: it is counted as a thousandth, and given at least
printf 'run: ": <\\"$T/on\\""\nresources: {cpus: 0.0001}\n' >spec.yaml
contains "$(mj launch --dry-run spec.yaml)" 'task: pool local, 0.001 cpus$'
gate on
launch spec.yaml >/dev/null
wait_for '[ "$(value 1 "task task" status)" = RUNNING ]'
contains "$(mj pools --json)" '"cpus_used": 0.001,'
launch --cpus 1 -- true >/dev/null
contains "$(mj queue)" '^ *2 .*PENDING'
open_gate on
ends 0 1 2
printf 'run: "true"\nresources: {cpus: 0}\n' >spec.yaml
contains "$(mj launch --dry-run spec.yaml)" 'task: pool local$'
