#!/bin/sh
# The setting `shell` chooses what runs setup and run.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

cat >shell <<'END'
#!/bin/sh
echo "given: $*"
END
chmod 755 shell
settings '[scheduler]' "shell = ~/../shell"
printf 'run: "some text"\n' >spec.yaml
launch spec.yaml >/dev/null
ends 0 1

is 'given: -c some text' "$(cat "$MJ_LOGS"/managed_jobs/0000000001/*.log)"
