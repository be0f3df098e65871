/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/given.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "os/file.h"

#define ENV_FILE_MAX (4u << 20)

int
given_put(struct env_list *to, const char *option, const char *text,
	  struct err *e)
{
	size_t len = strcspn(text, "=");
	autofree char *name = mem_copy_n(text, len);
	const char *value = text[len] ? text + len + 1 : getenv(name);

	if (!text_env_name_ok(name))
		return err_set(e, ERR_INPUT,
			       "%s: '%s' is no name of a variable: use "
			       "letters, digits and '_', no digit first",
			       option, name);
	if (!value)
		return err_set(e, ERR_INPUT,
			       "%s %s: it is not set here: give %s=VALUE",
			       option, name, name);
	env_put(to, name, value);
	return 0;
}

static int
put_line(struct env_list *to, const char *file, unsigned number, char *line,
	 struct err *e)
{
	size_t len = strlen(line);

	if (len && line[len - 1] == '\r')
		line[len - 1] = '\0';
	line += strspn(line, " \t");
	if (!*line || *line == '#')
		return 0;
	if (given_put(to, "--env-file", line, e) < 0)
		return err_wrap(e, "%s:%u", file, number);
	return 0;
}

/* What is behind a NUL would be lost, and nothing told. */
static int
refuse_nul(const struct buf *text, const char *file, struct err *e)
{
	const char *nul = text->len ? memchr(text->data, '\0', text->len) : NULL;
	unsigned number = 1;

	if (!nul)
		return 0;
	for (const char *c = text->data; c < nul; c++)
		number += *c == '\n';
	return err_set(e, ERR_INPUT, "%s:%u: --env-file: a NUL byte: remove it",
		       file, number);
}

int
given_read(struct env_list *to, const char *file, struct err *e)
{
	autobuf struct buf text = BUF_INIT;
	unsigned number = 0;
	char *line, *next;

	if (file_read(AT_FDCWD, file, 0, ENV_FILE_MAX, &text, e) < 0) {
		err_wrap(e, "--env-file");
		e->code = ERR_INPUT;
		return -1;
	}
	if (refuse_nul(&text, file, e) < 0)
		return -1;
	for (line = text.data; line && *line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		if (put_line(to, file, ++number, line, e) < 0)
			return -1;
	}
	return 0;
}

/* A secret does not belong among arguments, which others may read. */
static int
value_missing(const char *name, bool secret, struct err *e)
{
	if (secret)
		return err_set(e, ERR_INPUT,
			       "secret %s has no value: set %s here and give "
			       "--secret %s, which takes it from the "
			       "environment",
			       name, name, name);
	return err_set(e, ERR_INPUT,
		       "env %s has no value: give --env %s=VALUE, or --env %s "
		       "to take it from here",
		       name, name, name);
}

static int
check_values(const struct capture *c, const struct task *t,
	     const struct env_var *vars, size_t count, struct err *e)
{
	bool secret = vars == t->secrets;

	for (size_t i = 0; i < count; i++)
		if (!vars[i].value && !env_get(&c->given, vars[i].name) &&
		    !env_get(&c->secrets, vars[i].name))
			return value_missing(vars[i].name, secret, e);
	return 0;
}

int
given_check(const struct capture *capture, const struct task *t,
	    struct err *e)
{
	if (check_values(capture, t, t->envs, t->env_count, e) < 0)
		return -1;
	return check_values(capture, t, t->secrets, t->secret_count, e);
}
