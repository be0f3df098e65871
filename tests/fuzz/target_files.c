/* SPDX-License-Identifier: Apache-2.0 */
/* Small files of a home that name processes, jobs and who asked; and of environments. */
#include <string.h>

#include "base/mem.h"
#include "cli/given.h"
#include "engine/note.h"
#include "fuzz.h"
#include "os/proc.h"
#include "store/capture.h"
#include "store/jobs.h"
#include "store/seq.h"
#include "store/unique.h"

static void
read_process(const char *text)
{
	autobuf struct buf again = BUF_INIT;
	struct proc p, q;

	if (proc_parse(text, &p) < 0)
		return;
	must(p.pid > 1 && p.start > 0);
	proc_format(&p, &again);
	must(proc_parse(buf_text(&again), &q) == 0);
	must(p.pid == q.pid && p.start == q.start && !strcmp(p.boot, q.boot));
}

static void
read_note(const struct home *home)
{
	struct pass_note note;

	note_read(home, &note);
	must(note.claimant_count <= NOTE_CLAIMANTS);
	for (size_t i = 0; i < note.claimant_count; i++)
		must(note.claimants[i].pid > 1);
}

/* A file for each who reads one, all of them with the same bytes. */
void
fuzz_pidfile(const char *bytes, size_t len)
{
	static const char *const files[] = {
		"jobs/0000000001/controller.pid", "jobs/0000000001/cancel",
		"scheduler.pid", "seq", "unique/k"};
	const struct home *home = fuzz_home();
	autofree char *text = fuzz_text_of(bytes, len);
	autobuf struct buf rest = BUF_INIT;
	struct cancel_note cancel;
	struct seq_look seq;
	struct proc p;

	read_process(text);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		fuzz_put(files[i], bytes, len);
	if (jobs_pid_read(home, files[0], &p, &rest) == 0)
		must(p.pid > 1);
	jobs_cancel_read(home, 1, NULL, &cancel);
	must(cancel.asked && cancel.grace_ms >= -1);
	read_note(home);
	seq_look(home, &seq);
	must(seq.least >= 1);
	seq_cancelled_upto(home);
	unique_job(home, "k");
}

/* What is read from a file of an environment is written the same way again. */
static void
write_again(const struct home *home, const struct capture *c)
{
	autobuf struct buf first = BUF_INIT, second = BUF_INIT;
	struct capture again = CAPTURE_INIT;
	struct err e = {0};

	capture_format(c, &first);
	fuzz_put("jobs/0000000001/env", first.data, first.len);
	must(capture_read(home, 1, &again, &e) == 0);
	capture_format(&again, &second);
	must(first.len == second.len);
	must(!memcmp(first.data, second.data, first.len));
	must(again.env.count == c->env.count);
	must(again.given.count == c->given.count);
	must(again.secrets.count == c->secrets.count);
	capture_release(&again);
}

static void
read_given(const struct home *home)
{
	autofree char *path = mem_printf("%s/given", home->path);
	struct env_list list = {NULL, 0, 0};
	struct err e = {0};

	if (given_read(&list, path, &e) < 0)
		fuzz_must_refuse(&e, "");
	for (size_t i = 0; i < list.count; i++)
		must(strchr(list.list[i], '=') != NULL);
	env_list_release(&list);
}

void
fuzz_envfile(const char *bytes, size_t len)
{
	const struct home *home = fuzz_home();
	struct capture c = CAPTURE_INIT;
	struct err e = {0};
	autofree char *logs = NULL;

	fuzz_put("jobs/0000000001/env", bytes, len);
	logs = capture_logs(home, "jobs/0000000001");
	must(logs && logs[0] == '/');
	if (capture_read(home, 1, &c, &e) == 0)
		write_again(home, &c);
	else
		must(e.code == ERR_CORRUPT);
	capture_release(&c);
	fuzz_put("given", bytes, len);
	read_given(home);
}
