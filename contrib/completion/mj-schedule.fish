# SPDX-License-Identifier: Apache-2.0
# Completion of mj-schedule for fish, from its own help.

function __mj_schedule_options
    mj-schedule --help 2>/dev/null | string replace -rf '^  .*(--[a-z-]+)(?: [A-Z]+)?  +(.*)$' '$1\t$2'
end

complete -c mj-schedule -f -a '(__mj_schedule_options)'
