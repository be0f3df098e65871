#!/bin/sh
# Whatever PATH, HOME, IFS, BASH_ENV, ENV, LD_PRELOAD, locales and functions say, submitting,
# passes and reading run no program and read no file of theirs.  A task gets those of its
# submit, byte for byte, and none of those of a pass.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

# Every program that anybody might call leaves a trace.
mkdir evil
for name in sh bash dash env true cat rm mkdir ps kill id hostname uname systemctl \
	loginctl systemd-run sbatch squeue scancel sacct logger mail mj mj-schedule; do
	printf '#!/bin/sh\n: >"%s/trace.%s"\n' "$T" "$name" >"evil/$name"
	chmod 755 "evil/$name"
done
printf ': >"%s/trace.sourced"\n' "$T" >evil/rc

# hostile COMMAND...: with the variables, and those of MJ as they are.
hostile()
{
	env -u LC_ALL PATH="$T/evil:." IFS='/.:0' BASH_ENV="$T/evil/rc" \
		ENV="$T/evil/rc" SHELL="$T/evil/bash" LD_PRELOAD=no-such-library.so \
		LANG=../../evil TZ=":$T/evil/rc" TERM=../evil LOCPATH="$T/evil" \
		SHELLOPTS=xtrace COLUMNS=-1 LINES=99999999999 HOME='/no such
home' 'BASH_FUNC_echo%%=() { : >trace.function; }' "$@"
}

cd evil || exit
exits 0 hostile "$MJ" launch -- /usr/bin/env
is 1 "$(cat "$T/out")" "the number"
for words in queue 'queue -a -v' 'show 1' 'logs --no-follow 1' pools; do
	# shellcheck disable=SC2086 # words
	exits 0 hostile "$MJ" $words
done
cd "$T"
unset OLDPWD
ends 0 1
for line in "PATH=$T/evil:." 'IFS=/.:0' "BASH_ENV=$T/evil/rc" 'LANG=../../evil' \
	'LD_PRELOAD=no-such-library.so' 'HOME=/no such' home \
	'BASH_FUNC_echo%%=() { : >trace.function; }'; do
	grep -qxF -e "$line" "$(log_of 1 env)" || fail "the task has no $line"
done

cat >spec.yaml <<'END'
name: text
setup: true
run: |
  echo "$T $IFS"
  env
END
launch --hold spec.yaml >/dev/null
launch --hold -- env >/dev/null
requeue
exits 0 hostile "$MJ_SCHEDULE" --once
ends 0 2
ends 0 3
for log in "$(log_of 2 text)" "$(log_of 3 env)"; do
	! grep -q '/evil\|no-such-library\|no such$' "$log" || fail "got through: $(cat "$log")"
	grep -qxF "PATH=$PATH" "$log" || fail "PATH is another"
	grep -qxF "HOME=$HOME" "$log" || fail "HOME is another"
done

# A shell below ~ is found where HOME is at the submit, whatever that of the pass is.
printf '#!/bin/sh\necho mine\n' >"$HOME/shell"
chmod 755 "$HOME/shell"
settings '[scheduler]' 'shell = ~/shell'
for home in -u 'HOME=' 'HOME=here' 'HOME=/nowhere'; do
	job=$(launch --hold spec.yaml)
	requeue
	case $home in -u) home='-u HOME' ;; esac
	# shellcheck disable=SC2086 # words
	exits 0 env $home "$MJ_SCHEDULE" --once
	ends 0 "$job"
	is 'mine mine' "$(paste -sd ' ' "$(log_of "$job" text)")" "with $home"
done
is '' "$(ls -d trace.* evil/trace.* 2>/dev/null)" "what was called"
