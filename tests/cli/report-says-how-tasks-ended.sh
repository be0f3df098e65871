#!/bin/sh
# The page of a job says how many of its tasks have ended, and how unless all succeeded;
# a file that cannot be written is named as it was given.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

tasks()
{
	mj report "$1" | sed -n 's|.*<dt>tasks</dt><dd>\([^<]*\)</dd>.*|\1|p'
}
never=$(launch --hold -- true)
is "0 of 1 ended" "$(tasks "$never")"
mj cancel "$never" >/dev/null
is "1 of 1 ended: 1 CANCELLED" "$(tasks "$never")"
cat >two.yaml <<'END'
name: a
run: exit 3
---
name: b
run: 'true'
END
failed=$(launch two.yaml)
ends 100 "$failed"
is "2 of 2 ended: 1 FAILED, 1 SKIPPED" "$(tasks "$failed")"
good=$(launch -- true)
ends 0 "$good"
is "1 of 1 ended" "$(tasks "$good")"

exits 1 mj report -o "$T/none/page.html"
is "mj: write $T/none/page.html: No such file or directory" "$(cat err)"
