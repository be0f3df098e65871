/* SPDX-License-Identifier: Apache-2.0 */
#include "model/script.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* A text longer than this is no single argument everywhere (MAX_ARG_STRLEN of execve(2)). */
#define ARGUMENT_MAX 131072

/* The wrapper's parts; what differs between attempts is set above them. */
static const char reborn[] =
	/* out of the family of what started it; bash where there is one */
	"if [ \"${MJ_TAG-}\" != \"$mj_tag:script\" ] && [ -r \"$0\" ]; then\n"
	"	MJ_TAG=$mj_tag:script\n"
	"	export MJ_TAG\n"
	"	[ -x /bin/bash ] && exec /bin/bash -p \"$0\"\n"
	"	exec /bin/sh \"$0\"\n"
	"fi\n"
	"mj_marks=${MJ_MARKS-$mj_marks}\n"
	"mj_name=$mj_marks/$mj_name\n";

static const char functions[] =
	"mj_say() {\n"
	"	echo \"[mj: $1]\" >&8\n"
	"}\n"
	/* opened, as NFS tells of a file that is gone only then */
	"mj_fenced() {\n"
	"	[ -n \"$mj_marks\" ] && [ -d \"$mj_marks\" ] &&\n"
	"		! true <\"$mj_name.go\" && [ ! -e \"$mj_name.go\" ]\n"
	"}\n"
	/* not where nobody waits for it any more and all marks were removed */
	"mj_mark() {\n"
	"	[ -z \"$mj_marks\" ] && return\n"
	"	[ -e \"$mj_name.start\" ] || return\n"
	"	echo \"$1\" >\"$mj_name.end.tmp\" &&\n"
	"		mv -f \"$mj_name.end.tmp\" \"$mj_name.end\"\n"
	"}\n"
	/* all that carry the tag of what this runs, but a copy of this shell */
	"mj_kill() {\n"
	"	mj_found=\n"
	"	for mj_p in $(grep -lzxF \"MJ_TAG=$mj_tag\" /proc/[0-9]*/environ)\n"
	"	do\n"
	"		mj_p=${mj_p#/proc/}\n"
	"		kill -s \"$1\" \"${mj_p%/environ}\" && mj_found=1\n"
	"	done\n"
	"	[ -n \"$mj_found\" ]\n"
	"}\n"
	"mj_end_all() {\n"
	"	mj_kill TERM || return\n"
	"	mj_kill CONT\n"
	"	mj_left=$((mj_grace * 5))\n"
	"	while [ \"$mj_left\" -gt 0 ] && mj_kill 0; do\n"
	"		sleep 0.2\n"
	"		mj_left=$((mj_left - 1))\n"
	"	done\n"
	"	while mj_kill KILL; do\n"
	"		sleep 0.2\n"
	"	done\n"
	"}\n"
	/* its sleep outlives it by a moment: nobody is to take that for the task's */
	"mj_watch() {\n"
	"	unset MJ_TAG\n"
	"	mj_said=\n"
	"	while sleep \"$mj_every\" 8>&-; do\n"
	"		mj_fenced || continue\n"
	"		sleep 1\n"
	"		mj_fenced || continue\n"
	"		[ -n \"$mj_said\" ] ||\n"
	"			mj_say 'given up from the other side: it is ended'\n"
	"		mj_said=1\n"
	"		mj_end_all\n"
	"	done\n"
	"}\n"
	/* until it has ended, whatever signals come meanwhile */
	"mj_wait() {\n"
	"	mj_code=\n"
	"	while :; do\n"
	"		mj_told=\n"
	"		wait \"$mj_pid\"\n"
	"		mj_c=$?\n"
	"		[ \"$mj_c\" = 127 ] && [ -n \"$mj_code\" ] && return\n"
	"		mj_code=$mj_c\n"
	"		[ -z \"$mj_told\" ] && return\n"
	"	done\n"
	"}\n"
	"mj_tell() {\n"
	"	mj_told=1\n"
	"	[ \"$1\" = TERM ] && mj_termed=' told'\n"
	"	mj_kill \"$1\" || kill -s \"$1\" \"$mj_pid\"\n"
	"}\n"
	/* mj_over STATUS WHERE: what is left goes, then the mark says how it ended */
	"mj_over() {\n"
	"	[ -n \"$mj_watcher\" ] && kill -s KILL \"$mj_watcher\"\n"
	"	[ -z \"$mj_keep\" ] && mj_end_all\n"
	"	if mj_fenced; then\n"
	"		mj_mark fenced\n"
	"	elif [ \"$1\" -gt 128 ] && [ \"$1\" -lt 160 ]; then\n"
	"		mj_mark \"signal $(($1 - 128))$2$mj_termed\"\n"
	"	else\n"
	"		mj_mark \"exit $1$2$mj_termed\"\n"
	"	fi\n"
	"	exit \"$1\"\n"
	"}\n";

static const char begin[] =
	"exec 8>&2 2>/dev/null\n"
	"if [ -n \"$mj_marks\" ]; then\n"
	"	for mj_i in 1 2 3; do\n"
	"		[ -e \"$mj_name.go\" ] && break\n"
	"		[ \"$mj_i\" = 3 ] || sleep 1\n"
	"	done\n"
	"	if [ ! -e \"$mj_name.go\" ]; then\n"
	"		mj_say \"not started: $mj_name.go is not there\"\n"
	"		exit 121\n"
	"	fi\n"
	"	set -C\n"
	"	if ! echo \"$$ $(uname -n)\" >\"$mj_name.start\"; then\n"
	"		mj_say 'not started: another one of this attempt was'\n"
	"		exit 122\n"
	"	fi\n"
	"	set +C\n"
	/* who took the fence away meanwhile has seen that mark, or may not have */
	"	if mj_fenced; then\n"
	"		[ -e \"$mj_name.sh\" ] || rm -f \"$mj_name.start\"\n"
	"		mj_mark fenced\n"
	"		exit 121\n"
	"	fi\n"
	"fi\n"
	/* a shell starts in the background with INT and QUIT ignored */
	"mj_env=\n"
	"env --default-signal=INT,QUIT true && "
	"mj_env='env --default-signal=INT,QUIT'\n"
	"mj_pid=0\n"
	"mj_watcher=\n"
	"mj_termed=\n"
	"for mj_s in HUP INT TERM USR1 USR2 CONT; do\n"
	"	trap \"mj_tell $mj_s\" \"$mj_s\"\n"
	"done\n"
	"[ -x \"$mj_shell\" ] || mj_shell=$(command -v bash) || mj_shell=sh\n";

static const char watch[] =
	"if [ -n \"$mj_marks\" ]; then\n"
	"	mj_watch </dev/null >/dev/null &\n"
	"	mj_watcher=$!\n"
	"fi\n";

/* FNV-1a. */
static uint32_t
hash(const char *text)
{
	uint32_t h = 2166136261u;

	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 16777619u;
	return h;
}

void
script_job_prefix(const char *home, uint32_t job, char out[SCRIPT_NAME_SIZE])
{
	snprintf(out, SCRIPT_NAME_SIZE, "mj-%.12s-%u-", home, job);
}

void
script_name(const char *home, uint32_t job, const char *task,
	    unsigned attempt, char out[SCRIPT_NAME_SIZE])
{
	char tail[12], mark[10] = "", word[TASK_NAME_MAX + 1] = "";
	size_t room, n = 0, head;
	int len;
	bool changed = false;

	script_job_prefix(home, job, out);
	head = strlen(out);
	snprintf(tail, sizeof(tail), "-%u", attempt);
	room = SCRIPT_NAME_SIZE - 1 - head - strlen(tail) - 9;
	for (; task[n] && n < room && n < TASK_NAME_MAX; n++) {
		char c = task[n];
		bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');

		if (c >= 'A' && c <= 'Z')
			word[n] = (char)(c - 'A' + 'a');
		else
			word[n] = fits ? c : '-';
		changed |= !fits;
	}
	if (changed || task[n])
		snprintf(mark, sizeof(mark), "-%08x", hash(task));
	len = snprintf(out + head, SCRIPT_NAME_SIZE - head, "%.*s%s%s", (int)n,
		       word, mark, tail);
	(void)len; /* there is room for it */
}

void
script_quote(struct buf *out, const char *text)
{
	buf_putc(out, '\'');
	for (; *text; text++)
		if (*text == '\'')
			buf_puts(out, "'\\''");
		else
			buf_putc(out, *text);
	buf_putc(out, '\'');
}

static void
set(struct buf *out, const char *name, const char *value)
{
	buf_printf(out, "%s=", name);
	script_quote(out, value);
	buf_putc(out, '\n');
}

/* What a shell lets nobody set, or sets itself. */
static bool
is_own(const char *name)
{
	static const char *const own[] = {"BASHOPTS", "SHELLOPTS", "UID",
					  "EUID",     "PPID",	   "_",
					  "PWD",      "OLDPWD",	   "SHLVL"};

	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		if (!strcmp(name, own[i]))
			return true;
	return false;
}

/* NAME=VALUE, if NAME is one that a shell can export. */
static void
export(const char *pair, struct buf *out)
{
	char name[256];
	size_t len = strcspn(pair, "=");

	if (!pair[len] || len >= sizeof(name))
		return;
	memcpy(name, pair, len);
	name[len] = '\0';
	if (!text_env_name_ok(name) || is_own(name))
		return;
	buf_printf(out, "	export %s=", name);
	script_quote(out, pair + len + 1);
	buf_putc(out, '\n');
}

static void
words(char *const *argv, struct buf *out)
{
	for (; *argv; argv++) {
		buf_putc(out, ' ');
		script_quote(out, *argv);
	}
}

/* A shell's text as its argument, or from a file where it is too long for that. */
static void
shell_text(const char *text, struct buf *out)
{
	if (strlen(text) < ARGUMENT_MAX) {
		buf_puts(out, "	exec $mj_env \"$mj_shell\" -c ");
		script_quote(out, text);
		buf_putc(out, '\n');
		return;
	}
	buf_puts(out, "	mj_file=$(mktemp) && printf '%s' ");
	script_quote(out, text);
	buf_puts(out, " >\"$mj_file\" && exec $mj_env \"$mj_shell\" -- \"$mj_file\"\n"
		      "	exit 126\n");
}

/* One step, in a process of its own that becomes the command. */
static void
step(const struct script *s, const char *name, struct buf *out)
{
	bool setup = !strcmp(name, "setup");

	buf_printf(out, "mj_%s() {\n	trap - HUP INT TERM USR1 USR2 CONT\n",
		   name);
	buf_puts(out, "	exec 2>&8 8>&-\n"
		      "	unset MJ_CALL MJ_POOL MJ_NAME MJ_ID MJ_SCRIPT MJ_DIR "
		      "MJ_LOG MJ_ERRORS \\\n"
		      "		MJ_WORKDIR MJ_TIMEOUT MJ_CPUS MJ_MEMORY "
		      "MJ_GPU_COUNT MJ_MARKS\n"
		      "	cd ");
	script_quote(out, s->dir);
	buf_puts(out, " || exit 126\n");
	for (char *const *pair = s->env; *pair; pair++)
		export(*pair, out);
	buf_puts(out, "	export MJ_TAG=\"$mj_tag\"\n");
	buf_printf(out, "	umask %04o\n", s->umask);
	if (!setup && s->argv) {
		buf_puts(out, "	exec $mj_env");
		words(s->argv, out);
		buf_putc(out, '\n');
	} else {
		shell_text(setup ? s->setup : s->run, out);
	}
	buf_puts(out, "}\n");
}

static void
call(const char *name, const char *watcher, struct buf *out)
{
	buf_printf(out, "( mj_%s ) </dev/null &\nmj_pid=$!\n%smj_wait\n", name,
		   watcher);
}

void
script_text(const struct script *s, struct buf *out)
{
	bool runs = s->run || s->argv;

	buf_printf(out, "#!/bin/sh\n%s", s->head);
	buf_puts(out, "# An attempt of a task of mj, see mj-pool(5).\n");
	set(out, "mj_name", s->name);
	set(out, "mj_tag", s->tag);
	set(out, "mj_marks", s->marks);
	set(out, "mj_shell", s->shell);
	buf_printf(out, "mj_every=%u\nmj_grace=%u\nmj_keep=%s\n", s->fence_s,
		   (unsigned)((s->grace_ms + 999) / 1000),
		   s->keep ? "1" : "");
	buf_puts(out, reborn);
	buf_puts(out, functions);
	if (s->setup)
		step(s, "setup", out);
	if (runs)
		step(s, "run", out);
	buf_puts(out, begin);
	if (s->setup) {
		call("setup", watch, out);
		if (runs)
			buf_puts(out, "[ \"$mj_code\" = 0 ] || "
				      "mj_over \"$mj_code\" ' setup'\n"
				      "mj_fenced && mj_over 143 ' setup'\n");
		else
			buf_puts(out, "mj_over \"$mj_code\" ' setup'\n");
	}
	if (runs) {
		call("run", s->setup ? "" : watch, out);
		buf_puts(out, "mj_over \"$mj_code\" ''\n");
	}
}

#define WORDS_MAX 4

/* Up to so many words.  Return 0, or -1: there are more, or a long one. */
static int
split(const char *text, char words[WORDS_MAX][16])
{
	for (int i = 0;; i++) {
		size_t len;

		text += strspn(text, " \t\n");
		len = strcspn(text, " \t\n");
		if (!len)
			return 0;
		if (i == WORDS_MAX || len >= sizeof(words[0]))
			return -1;
		memcpy(words[i], text, len);
		words[i][len] = '\0';
		text += len;
	}
}

int
script_end_read(const char *text, struct script_end *out)
{
	char words[WORDS_MAX][16] = {"", "", "", ""};
	const char *more = words[2];
	uint64_t n;

	*out = (struct script_end){.exit_code = -1};
	if (split(text, words) < 0)
		return -1;
	if (!strcmp(words[0], "fenced") && !words[1][0])
		return out->fenced = true, 0;
	out->in_setup = !strcmp(more, "setup");
	if (out->in_setup)
		more = words[3];
	out->told = !strcmp(more, "told");
	if (*more && (!out->told || (more == words[2] && words[3][0])))
		return -1;
	if (text_u64(words[1], 255, &n) < 0)
		return -1;
	if (!strcmp(words[0], "exit"))
		out->exit_code = (int)n;
	else if (!strcmp(words[0], "signal") && n > 0 && n < 128)
		out->signal = (int)n;
	else
		return -1;
	return 0;
}
