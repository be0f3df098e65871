#!/bin/sh
# `mj doctor` says when logind would kill the jobs at the logout: linger is off
# and KillUserProcesses on.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

mkdir bin
cat >bin/loginctl <<'END'
#!/bin/sh
[ "$1" = show-user ] || exit 1
case ${2-} in
'') cat "$T/manager" ;;
*) cat "$T/user" ;;
esac
END
chmod +x bin/loginctl
PATH=$T/bin:$PATH
said()
{
	printf 'KillOnlyUsers=%s\nKillExcludeUsers=root\nKillUserProcesses=%s\n' \
		"$3" "$1" >manager
	printf 'UID=%s\nName=somebody\nLinger=%s\n' "$(id -u)" "$2" >user
}
launch --hold -- true >/dev/null
wait_for no_pass

said yes no ''
exits 1 mj doctor
is 'mj: linger: it is off, and logind kills your processes when you log out; loginctl enable-linger' \
	"$(cat out)"
said yes no 'other somebody'
exits 1 mj doctor
said yes no other
exits 0 mj doctor
said yes yes ''
exits 0 mj doctor
said no no ''
exits 0 mj doctor
: >user
exits 0 mj doctor
is '' "$(cat out err)" "what it says when nothing is known"
