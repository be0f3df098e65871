#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The example of a pool over ssh, with a real sshd on this machine that has its own keys,
# settings and port: success, exit code, output, cancel, and a connection that is away.
. "$(dirname "$0")/lib.sh"
needs ssh
needs ssh-keygen
sshd=$(PATH=$PATH:/usr/sbin:/sbin command -v sshd) ||
	skip 'sshd is not installed (package openssh-server)'
id -un >/dev/null 2>&1 || skip 'ssh wants an account with a name'
[ "$(id -u)" != 0 ] || [ -d /run/sshd ] || mkdir /run/sshd ||
	skip 'sshd wants /run/sshd'

# its paths go into settings that have no quotes
S=$base/sshd
mkdir -m 700 "$S"
ssh-keygen -q -t ed25519 -N '' -f "$S/host"
ssh-keygen -q -t ed25519 -N '' -f "$S/key"
cp "$S/key.pub" "$S/authorized"
start_sshd()
{
	"$sshd" -D -e -f /dev/null -p "$1" -h "$S/host" -o ListenAddress=127.0.0.1 \
		-o "AuthorizedKeysFile=$S/authorized" -o StrictModes=no \
		-o UsePAM=no -o PermitRootLogin=yes -o PidFile=none \
		-o PasswordAuthentication=no 2>"$S/log" &
	server=$!
	started "$server"
}
ssh_to="ssh -F /dev/null -p PORT -i $S/key -o BatchMode=yes -o ConnectTimeout=5"
ssh_to="$ssh_to -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null"
ssh_to="$ssh_to -o LogLevel=ERROR"
port=$((20000 + $$ % 20000))
for _ in 1 2 3 4 5; do
	start_sshd "$port"
	wait_for 'gone "$server" || grep -q listening "$S/log"' 'sshd'
	gone "$server" || break
	port=$((port + 1009))
done
ssh_to=$(echo "$ssh_to" | sed "s/PORT/$port/")
$ssh_to 127.0.0.1 true 2>"$S/refused" ||
	skip "this account cannot log in over ssh: $(cat "$S/refused" "$S/log")"

# lines of settings are short: the options are in a program
printf '#!/bin/sh\nexec %s "$@"\n' "$ssh_to" >"$S/to"
chmod 700 "$S/to"
programs=$base/pool
cp -r "$top_srcdir/contrib/pools/ssh" "$programs"
schedule --once
cat >>"$MJ_HOME/config.ini" <<END
[pool box]
type = command
submit = $programs/submit
poll = $programs/poll
cancel = $programs/cancel
logs = $programs/logs
poll_every = 1s
env.POOL_HOST = 127.0.0.1
env.POOL_DIR = $base/there
env.POOL_SSH = $S/to
END

cat >job.yaml <<'END'
resources: {pool: box}
setup: echo "in $PWD"
run: |
  [ -n "$SSH_CONNECTION" ] && echo "it's over ssh: $WHAT" | tee "$T/ran"
  exit 5
envs: {WHAT: 'a "quote"'}
END
id=$(launch job.yaml)
ends 100 "$id"
contains "$(mj show "$id")" 'cause *exit 5'
is "in $T
it's over ssh: a \"quote\"" "$(mj logs --no-follow "$id")" 'what it printed'

# cancelled with all it started
cat >long.sh <<'END'
setsid sh -c 'echo $$ >"$T/apart"; exec sleep 1000' &
echo $$ >"$T/long"
wait
sleep 1000
END
id=$(launch --pool box -- sh long.sh)
wait_for '[ -s "$T/long" ] && [ -s "$T/apart" ]'
mj cancel --grace 2s "$id" 2>"$T/err"
ends 103 "$id"
gone "$(cat "$T/long")" || fail 'its command lives'
gone "$(cat "$T/apart")" || fail 'what it started lives'

# away for a while: nothing is taken for dead, and nothing starts twice
id=$(launch --pool box -- sh -c 'echo >>"$T/starts"; while [ ! -e "$T/go" ]; do sleep 0.1; done')
wait_for '[ -s "$T/starts" ]'
wait_for 'mj queue | grep RUNNING >"$T/out"'
kill "$server"
wait_for 'mj queue -v | grep "no answer from box" >"$T/out"'
start_sshd "$port"
touch "$T/go"
ends 0 "$id"
is 1 "$(wc -l <"$T/starts" | tr -d ' ')" 'how often it ran'
