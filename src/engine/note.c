/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/note.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "os/file.h"
#include "os/sys.h"

#define NOTE "scheduler.pid"
#define CLAIMANT "\nclaimant = "

/* In place and in one write; what is left of a longer text would be read as part of it. */
static void
write_note(struct note *n)
{
	autobuf struct buf text = BUF_INIT;

	if (n->fd < 0)
		return;
	buf_puts(&text, buf_text(&n->head));
	for (size_t i = 0; i < NOTE_CLAIMANTS; i++)
		if (n->claimants[i].pid)
			buf_printf(&text, "claimant = %d %llu\n",
				   (int)n->claimants[i].pid,
				   (unsigned long long)n->claimants[i].start);
	file_put(n->fd, text.data, text.len, NULL);
	file_cut(n->fd, (off_t)text.len);
}

void
note_begin(struct note *n, const struct home *home)
{
	char since[TEXT_TIME_SIZE];
	struct proc self;

	*n = (struct note){
		.home = home, .begun_ms = sys_boot_ms(), .head = BUF_INIT};
	n->fd = sys_open(home->fd, NOTE, O_RDWR | O_CREAT | O_NOFOLLOW, 0600);
	proc_self(&self, home->boot);
	proc_format(&self, &n->head);
	buf_printf(&n->head, "since = %s\nboottime = %lld\n",
		   text_time(sys_wall_ms(), since), (long long)n->begun_ms);
	write_note(n);
}

void
note_claimant(struct note *n, pid_t pid)
{
	struct proc_stat stat;
	size_t i = 0;

	while (i < NOTE_CLAIMANTS && n->claimants[i].pid)
		i++;
	if (i == NOTE_CLAIMANTS || proc_stat(pid, &stat) < 0)
		return;
	n->claimants[i] = (struct proc){.pid = pid, .start = stat.start};
	write_note(n);
}

void
note_answered(struct note *n, pid_t pid)
{
	for (size_t i = 0; i < NOTE_CLAIMANTS; i++)
		if (n->claimants[i].pid == pid) {
			n->claimants[i].pid = 0;
			write_note(n);
		}
}

void
note_end(struct note *n)
{
	tally_add(n->home, sys_boot_ms() - n->begun_ms, n->granted);
	if (n->fd >= 0)
		file_cut(n->fd, 0);
	sys_close(&n->fd);
	buf_release(&n->head);
}

static void
read_claimants(const char *line, struct pass_note *out)
{
	while (out->claimant_count < NOTE_CLAIMANTS &&
	       (line = strstr(line, CLAIMANT))) {
		struct proc *p = &out->claimants[out->claimant_count];
		unsigned long long start;
		int pid;

		line += strlen(CLAIMANT);
		/* 0 and 1 would mean a group and init */
		if (sscanf(line, "%d %llu", &pid, &start) != 2 || pid < 2)
			continue;
		*p = out->pass;
		p->pid = pid;
		p->start = start;
		out->claimant_count++;
	}
}

void
note_read(const struct home *home, struct pass_note *out)
{
	autobuf struct buf text = BUF_INIT;
	char since[40];

	*out = (struct pass_note){0};
	file_read(home->fd, NOTE, 0, 1u << 20, &text, NULL);
	out->there = text.len > 0;
	if (proc_parse(buf_text(&text), &out->pass) < 0)
		out->pass = (struct proc){0};
	if (text_field(buf_text(&text), "since", since, sizeof(since)))
		text_time_parse(since, &out->since_ms);
	out->boot_ms = (int64_t)text_field_u64(buf_text(&text), "boottime", 0);
	read_claimants(buf_text(&text), out);
}

bool
note_pass_lives(const struct home *home)
{
	struct pass_note note;
	autoclose int pass = -1;

	note_read(home, &note);
	if (note.pass.pid)
		pass = proc_open(&note.pass, home->boot);
	return pass >= 0;
}
