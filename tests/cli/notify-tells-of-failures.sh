#!/bin/sh
# contrib's mj-notify, as on_event, mails and posts what failed with the end of its
# log, and nothing else; that it could not is noted.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"
needs jq

mkdir bin
cat >bin/sendmail <<'END'
#!/bin/sh
echo "$*" >>"$T/mail.args"
cat >>"$T/mail"
exec cat "$T/mail.status" >/dev/null
END
cat >bin/curl <<'END'
#!/bin/sh
for last; do :; done
printf '%s\n' "$@" >>"$T/curl.args"
cat >"$T/posted.${last##*/}"
END
chmod +x bin/*
ln -s "$MJ" bin/mj
PATH=$T/bin:$PATH
: >mail.status
notify="'$top_srcdir/contrib/notify/mj-notify'"
settings '[scheduler]' "on_event = $notify --mail me@example.org"

ends 0 "$(launch -n good -- true)"
failed=$(launch -n bad -- sh -c 'seq 100; printf "tail \"quoted\"\n"; exit 3')
ends 100 "$failed"
wait_for '[ -s mail ]'
wait_for '[ ! -s "$(job_dir "$failed")/events.pid" ]'
is 1 "$(grep -c '^To: me@example.org$' mail)" mails
is '-i -t' "$(cat mail.args)" 'the arguments of sendmail'
contains "$(cat mail)" "^Subject: mj: job $failed (bad), task sh: FAILED$"
contains "$(cat mail)" '^Message-Id: <FAILED\.1\.[^ >]*@[^ >]*>$'
contains "$(cat mail)" '^tail "quoted"$'
is 0 "$(grep -c '^81$' mail)" 'more than 20 lines'
contains "$(cat mail)" "mj retry $failed"

settings '[scheduler]' "on_event = $notify --post http://x/ntfy --slack \
http://x/slack --on 'SUCC*,CANC*' --lines 1"
ends 100 "$(launch -n bad -- false)"
good=$(launch -n good -- printf 'a\t"b" \\ \033c\n\377d\n')
ends 0 "$good"
wait_for '[ -e posted.slack ]'
wait_for '[ ! -s "$(job_dir "$good")/events.pid" ]'
contains "$(cat posted.ntfy)" "^mj: job $good (good), task printf: SUCCEEDED$"
contains "$(cat curl.args)" '^http://x/ntfy$'
jq -r .text posted.slack >text
contains "$(cat text)" "^mj: job $good (good), task printf: SUCCEEDED$"
contains "$(cat text)" '^d$'
is 2 "$(grep -c '^--max-time$' curl.args)" 'posts of one event'

exits 0 "$top_srcdir/contrib/notify/mj-notify" --help
contains "$(cat out)" '^--mail ADDRESS   send a mail'
! grep -q '^set' out || fail "the help has no end"

# one that fails is noted
rm mail.status
settings '[scheduler]' "on_event = $notify --mail me@example.org"
failed=$(launch -n bad -- false)
ends 100 "$failed"
wait_for '[ "$(mj show --json "$failed" | jq .event_errors)" = 1 ]'
