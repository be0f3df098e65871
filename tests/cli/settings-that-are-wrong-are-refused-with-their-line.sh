#!/bin/sh
# An unknown section or key in config.ini is refused with its line, and
# nothing is started with it.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

launch --hold -- true >/dev/null
settings '[scheduler]' 'max_alife = 3'

exits 2 mj launch -- true
contains "$(cat err)" "config.ini:2: .*max_alife.*max_alive"
exits 2 schedule --once
contains "$(cat err)" 'config.ini:2'
