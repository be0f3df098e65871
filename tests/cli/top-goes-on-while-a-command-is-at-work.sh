#!/bin/sh
# A command that a key of mj top runs may take its time: the screen goes on meanwhile, and
# one is run at a time.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

[ -x "${MJ%/*}/mj-top" ] || skip "built without mj top"
cat >slow <<'END'
#!/bin/sh
: <"$T/go"
exec "$MJ" "$@"
END
chmod +x slow
mkfifo go
launch --hold -n first -- true >/dev/null
terminal 80 24 "${MJ%/*}/mj-top" "$T/slow" "$MJ_HOME" interval=0.1 <<'END'
sees ^ 1  first
keys h
sees ^mj release 1 \.\.\.$
run "$MJ" launch --hold -n second -- true 2>/dev/null
sees ^ 2  second
keys h
sees ^mj release 1 is still at work
run : >"$T/go"
sees ^job 1 is released$
keys q
ended 0
restored
END
ends 0 1
