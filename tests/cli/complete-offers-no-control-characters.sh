#!/bin/sh
# A name in a record that somebody wrote with control characters in it is not offered to
# a shell, and its job is, with a question mark in their place.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
needs python3

held=$(launch -n kept --hold -- true)
python3 - "$(job_dir "$held")/record" <<'END'
import sys, zlib

with open(sys.argv[1], "rb") as file:
    body = file.read().partition(b"end = ")[0].lstrip(b"\n")
body = body.replace(b"name = kept", b"name = k%1B[2J%0Aept")
with open(sys.argv[1], "wb") as file:
    file.write(b"\n" + body + b"end = %08x\n" % zlib.crc32(body))
END
is "$held	k?[2J?ept, PENDING" "$(mj complete -- cancel '')"
