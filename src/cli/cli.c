/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/text.h"
#include "cli/remedy.h"
#include "cli/width.h"
#include "engine/reap.h"
#include "engine/submit.h"
#include "os/file.h"
#include "os/sig.h"
#include "os/sys.h"
#include "os/title.h"

/* What every command takes besides its own. */
enum common { COMMON_HOME = 100000, COMMON_YES, COMMON_HELP };

static const struct cli_option common_options[] = {
	{COMMON_HOME, "home", "DIR", "the state directory (MJ_HOME, ~/.mj)"},
	{COMMON_YES, "yes", NULL, "ask nothing (nothing ever asks)"},
	{COMMON_HELP, "help", NULL, "show this"},
};

#define COMMON_COUNT (sizeof(common_options) / sizeof(common_options[0]))

int
cli_next(struct cli *c)
{
	const struct cli_given *g;

	if (c->given_at >= c->given_count)
		return 0;
	g = &c->given[c->given_at++];
	c->value = g->value;
	return g->id;
}

/* Its messages are those of mj-schedule where that runs, else of mj. */
static const char *
program(void)
{
	const char *name = program_invocation_short_name;

	return name && !strncmp(name, "mj-schedule", 11) ? "mj-schedule" : "mj";
}

void
cli_say(const char *fmt, ...)
{
	autobuf struct buf line = BUF_INIT;
	char text[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	buf_printf(&line, "%s: ", program());
	width_add(&line, text, WIDTH_ALL, true);
	buf_putc(&line, '\n');
	fflush(stdout);
	/* One write: lines of several processes stay whole. */
	fwrite(line.data, 1, line.len, stderr);
}

int
cli_fail(const struct err *e)
{
	cli_say("%s%s", e->text,
		e->errnum == ENOSPC || e->errnum == EDQUOT ? "; make room there"
							   : "");
	if (e->code == ERR_INPUT)
		return CLI_USAGE;
	return e->code == ERR_MISSING ? CLI_NO_JOB : CLI_ERROR;
}

void
cli_start(int argc, char **argv)
{
	int fd;

	title_init(argc, argv);
	sig_ignore_pipe();
	/*
	 * A closed 0, 1 or 2 must not become a file of ours that is then
	 * printed to.
	 */
	do
		fd = sys_open(AT_FDCWD, "/dev/null", O_RDONLY, 0);
	while (fd >= 0 && fd <= 2);
	sys_close(&fd);
}

int
cli_usage(const struct cli *c, const char *fmt, ...)
{
	char text[480];
	const char *name = c->command->name;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (strncmp(name, "mj", 2))
		cli_say("%s: %s; see mj help %s", name, text, name);
	else
		cli_say("%s; see %s --help", text, name);
	return CLI_USAGE;
}

int
cli_limit(const struct cli *c, uint64_t *out)
{
	if (text_u64(c->value, UINT32_MAX, out) == 0 && *out > 0)
		return CLI_OK;
	return cli_usage(c, "--limit %s: give a number, 1 or more", c->value);
}

int
cli_unknown(const char *what, const char *word, const char *const *list,
	    size_t count)
{
	const char *near = text_nearest(word, list, count);

	if (near)
		cli_say("no such %s: %s (did you mean '%s'?)", what, word, near);
	else
		cli_say("no such %s: %s; see mj help", what, word);
	return CLI_USAGE;
}

int
cli_unknown_option(const struct cli *c, const char *word)
{
	const char *list[64], *near = NULL;
	const struct cli_option *o;
	size_t count = 0;

	for (size_t i = 0; (o = cli_option_at(c->command, i)); i++)
		if (o->name && count < sizeof(list) / sizeof(list[0]))
			list[count++] = o->name;
	near = cli_option_elsewhere(c->command, word + strspn(word, "-"));
	if (!near && !strncmp(word, "--", 2))
		near = text_nearest(word + 2, list, count);
	if (near)
		return cli_usage(c, "no such option: %s (did you mean '--%s'?)",
				 word, near);
	return cli_usage(c, "no such option: %s", word);
}

static void
print_option(const struct cli_option *o)
{
	char left[64];
	size_t used = 0;

	if (o->id < CLI_LONG)
		used = (size_t)snprintf(left, sizeof(left), "-%c%s", o->id,
					o->name ? ", " : "");
	else
		used = (size_t)snprintf(left, sizeof(left), "    ");
	snprintf(left + used, sizeof(left) - used, "%s%s%s%s",
		 o->name ? "--" : "", o->name ? o->name : "",
		 o->value ? " " : "", o->value ? o->value : "");
	printf("  %-26s  %s\n", left, o->help);
}

void
cli_help(const struct command *command)
{
	bool program = !strncmp(command->name, "mj", 2);
	const struct cli_option *o;

	printf("usage: %s%s [options]%s%s\n\n%s\n\noptions:\n",
	       program ? "" : "mj ", command->name,
	       command->operands[0] ? " " : "", command->operands,
	       command->summary);
	for (size_t i = 0; (o = cli_option_at(command, i)); i++)
		print_option(o);
}

const struct cli_option *
cli_option_at(const struct command *command, size_t i)
{
	if (i < command->option_count)
		return &command->options[i];
	i -= command->option_count;
	return i < COMMON_COUNT ? &common_options[i] : NULL;
}

const struct cli_option *
cli_option_of(const struct command *command, const char *name, size_t len,
	      int letter)
{
	const struct cli_option *o;

	for (size_t i = 0; (o = cli_option_at(command, i)); i++) {
		if (name && o->name && strlen(o->name) == len &&
		    !memcmp(o->name, name, len))
			return o;
		if (!name && o->id == letter)
			return o;
	}
	if (!name && letter == 'y')
		return &common_options[COMMON_YES - COMMON_HOME];
	if (!name && letter == 'h')
		return &common_options[COMMON_HELP - COMMON_HOME];
	return NULL;
}

/* Reading of the arguments. */
struct reader {
	struct cli *c;
	int argc, at;
	char **argv;
};

static void
give(struct cli *c, const struct cli_option *o, const char *value)
{
	switch (o->id) {
	case COMMON_HOME:
		c->home = value;
		break;
	case COMMON_YES:
		c->yes = true;
		break;
	case COMMON_HELP:
		c->help = true;
		break;
	default:
		c->given[c->given_count++] = (struct cli_given){o->id, value};
		break;
	}
}

/* --name, --name=VALUE, --name VALUE */
static int
read_long(struct reader *r)
{
	const char *arg = r->argv[r->at++];
	size_t len = strcspn(arg, "=");
	const char *value = arg[len] ? arg + len + 1 : NULL;
	const struct cli_option *o =
		cli_option_of(r->c->command, arg + 2, len - 2, 0);

	if (!o)
		{
		autofree char *word = mem_copy_n(arg, len);

		return cli_unknown_option(r->c, word);
	}
	if (!o->value && value)
		return cli_usage(r->c, "--%s takes no value", o->name);
	if (o->value && !value && r->at >= r->argc)
		return cli_usage(r->c, "--%s needs a value: %s", o->name,
				 o->value);
	if (o->value && !value)
		value = r->argv[r->at++];
	give(r->c, o, value);
	return 0;
}

/* -a, -ab, -nVALUE, -n VALUE */
static int
read_short(struct reader *r)
{
	const char *arg = r->argv[r->at++] + 1;

	while (*arg) {
		int letter = (unsigned char)*arg++;
		const struct cli_option *o =
			cli_option_of(r->c->command, NULL, 0, letter);

		if (!o) {
			const char word[] = {'-', (char)letter, '\0'};

			return cli_unknown_option(r->c, word);
		}
		if (!o->value) {
			give(r->c, o, NULL);
			continue;
		}
		if (!*arg && r->at >= r->argc)
			return cli_usage(r->c, "-%c needs a value: %s", letter,
					 o->value);
		give(r->c, o, *arg ? arg : r->argv[r->at++]);
		break;
	}
	return 0;
}

static int
read_arguments(struct reader *r)
{
	struct cli *c = r->c;
	int status = 0;

	while (r->at < r->argc && !status) {
		char *arg = r->argv[r->at];

		if (!c->has_dashes && !strcmp(arg, "--")) {
			c->has_dashes = true;
			c->dashes = c->word_count;
			r->at++;
		} else if (c->has_dashes || arg[0] != '-' || !arg[1]) {
			c->words[c->word_count++] = arg;
			r->at++;
		} else if (arg[1] == '-') {
			status = read_long(r);
		} else {
			status = read_short(r);
		}
	}
	if (!c->has_dashes)
		c->dashes = c->word_count;
	return status;
}

/* A write that failed before the last flush has lost its errno. */
static int
lost_errno(void)
{
	struct pollfd out = {1, POLLOUT, 0};

	return sys_poll(&out, 1, 0) > 0 && (out.revents & POLLERR) ? EPIPE
								    : 0;
}

int
cli_flush(void)
{
	int errnum;

	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return 0;
	errnum = errno ? errno : lost_errno();
	__fpurge(stdout);
	clearerr(stdout);
	errno = errnum;
	return -1;
}

int
cli_finish(int status)
{
	if (cli_flush() == 0)
		return status;
	if (errno == EPIPE)
		return CLI_PIPE;
	if (errno)
		cli_say("cannot write the output: %s", err_words(errno));
	else
		cli_say("cannot write the output");
	return CLI_ERROR;
}

/* Letters of options, at most one a byte of all arguments. */
static size_t
most_options(int argc, char **argv)
{
	size_t n = 1;

	for (int i = 0; i < argc; i++)
		n += strlen(argv[i]);
	return n;
}

int
cli_run(const struct command *command, const char *home, int argc, char **argv)
{
	autofree char **words = mem_new((size_t)argc + 1, sizeof(char *));
	autofree struct cli_given *given =
		mem_new(most_options(argc, argv), sizeof(*given));
	struct cli c = {.command = command,
			.home = home,
			.words = words,
			.given = given};
	struct reader r = {.c = &c, .argc = argc, .argv = argv};
	int status = read_arguments(&r);

	if (c.help) {
		cli_help(command);
		return cli_finish(CLI_OK);
	}
	if (!status && !command->operands[0] && c.word_count > 0)
		status = cli_usage(&c, "unexpected argument: %s", words[0]);
	if (!status)
		status = command->run(&c);
	return cli_finish(status);
}

void
cli_home_missing(const struct cli *c, const struct home *home, struct err *e)
{
	if (e->code == ERR_MISSING)
		err_set(e, ERR_MISSING,
			"%s%s does not exist, as nothing was launched yet",
			c->word_count ? "no such job: " : "", home->path);
}

int
cli_home(const struct cli *c, struct home *home, enum home_use use,
	 struct err *e)
{
	const char *remote;

	/* what only reads needs no pidfds */
	if (use != HOME_READ && sys_check_kernel(e) < 0)
		return -1;
	if (home_open(home, c->home, use, e) < 0) {
		cli_home_missing(c, home, e);
		remedy_home(e);
		return -1;
	}
	if (home->config_error.code && c->command->needs_settings)
		return err_set(e, ERR_INPUT,
			       "%s; nothing is submitted until it is mended",
			       home->config_error.text);
	if (home->config_error.code)
		cli_say("%s; nothing new is started until it is mended",
			home->config_error.text);
	remote = use != HOME_READ ? file_remote(home->fd) : NULL;
	if (remote)
		cli_say("warning: %s is on %s: its locks may not hold; a local "
			"disk is safe",
			home->path, remote);
	return 0;
}

int
cli_home_or_none(const struct cli *c, struct home *home, struct err *e)
{
	if (cli_home(c, home, HOME_READ, e) == 0 ||
	    (e->code == ERR_MISSING && home->fd < 0))
		return 0;
	return -1;
}

int
cli_wake(struct home *home)
{
	autobuf struct buf stuck = BUF_INIT;
	int done = submit_wake(home);

	if (reap_stuck(home, false, false, &stuck))
		cli_say("%.*s", (int)strcspn(buf_text(&stuck), "\n"),
			buf_text(&stuck));
	return done;
}

int
cli_status(enum status s)
{
	if (!status_final(s))
		return CLI_UNFINISHED;
	if (s == STATUS_SUCCEEDED)
		return CLI_OK;
	return s == STATUS_CANCELLED ? CLI_CANCELLED : CLI_FAILED;
}
