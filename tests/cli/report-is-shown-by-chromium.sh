#!/bin/sh
# The page of a job is loaded by a real browser without a word of complaint, has a bar
# for each attempt and a node for each task, and is readable where it is 400 pixels wide.
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/lib.sh"

needs chromium

settings '[recovery]' 'initial = 0'
printf '%s\n' 'name: shown' 'on_failure: selective' --- 'name: a' 'run: sleep 0.2' --- \
	'name: b' 'depends_on: [a]' 'run: sleep 0.1; exit 3' \
	'job_recovery: {max_restarts_on_errors: 1}' --- \
	'name: a-task-with-a-name-as-long-as-it-may-be-' 'depends_on: [a]' \
	'run: sleep 0.1; head -c 3000 /dev/zero | tr "\0" x; echo "<script>x"' --- \
	'name: d' 'depends_on: [b]' 'run: "true"' >dag.yaml
launch dag.yaml >/dev/null
ends 100 1
mj report 1 -o report.html
mj report -o all.html

# What a page says of another one that it holds, 400 pixels wide.
ask()
{
	cat >ask.html <<-END
	<iframe id=f src="$1" width=400 height=900 style="border:0"></iframe>
	<pre id=out></pre>
	<script>
	onload = () => {
		const d = f.contentDocument, all = s => [...d.querySelectorAll(s)];
		const box = e => e.getBoundingClientRect();
		const inside = e => !e.closest(".scroll");
		out.textContent = [
			"bars " + all("rect.attempt").filter(e => box(e).height > 5 &&
				box(e).right <= 401).length,
			"nodes " + all("g.node").length,
			"edges " + all("path.edge").length,
			"width " + d.documentElement.scrollWidth,
			"beyond " + all("h1,p,dd,td,pre,li,svg.timeline text")
				.filter(e => inside(e) && box(e).right > 401).length,
			"small " + all("body *").filter(e => e.childElementCount == 0 &&
				e.textContent.trim() &&
				parseFloat(d.defaultView.getComputedStyle(e).fontSize) < 11
				).length,
			"scripts " + d.scripts.length,
		].join("\n");
	};
	</script>
	END
	timeout 60 chromium --headless --no-sandbox --disable-gpu \
		--user-data-dir="$T/profile" --allow-file-access-from-files \
		--hide-scrollbars --disable-extensions --no-first-run --window-size=600,1000 \
		--virtual-time-budget=5000 --enable-logging=stderr --dump-dom \
		"file://$(printf %s "$T/ask.html" | sed "s/ /%20/; s/'/%27/")" \
		>dom 2>console || fail "chromium: $(tail -n 5 console)"
	! grep CONSOLE console || fail "the browser complains"
	sed -n '/<pre id="out">/,/<\/pre>/{s/<[^>]*>//g;p}' dom
}

is 'bars 4
nodes 4
edges 3
width 400
beyond 0
small 0
scripts 0' "$(ask report.html)" 'the page of a job'
is 'bars 1
nodes 0
edges 0
width 400
beyond 0
small 0
scripts 0' "$(ask all.html)" 'the page of all jobs'
