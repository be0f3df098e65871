/* SPDX-License-Identifier: Apache-2.0 */
/* Variables from the command line and from files. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/cmd_launch.h"
#include "os/file.h"

#define ENV_FILE_MAX (4u << 20)

int
launch_put_variable(struct env_list *to, const char *option, const char *text,
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
put_env_line(struct launch *l, const char *file, unsigned number, char *line,
	     struct err *e)
{
	size_t len = strlen(line);

	if (len && line[len - 1] == '\r')
		line[len - 1] = '\0';
	line += strspn(line, " \t");
	if (!*line || *line == '#')
		return 0;
	if (launch_put_variable(&l->capture.given, "--env-file", line,
				e) < 0)
		return err_wrap(e, "%s:%u", file, number);
	return 0;
}

int
launch_read_env_file(struct launch *l, const char *file, struct err *e)
{
	autobuf struct buf text = BUF_INIT;
	unsigned number = 0;
	char *line, *next;

	if (file_read(AT_FDCWD, file, 0, ENV_FILE_MAX, &text, e) < 0) {
		e->code = ERR_INPUT;
		return -1;
	}
	for (line = text.data; line && *line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		if (put_env_line(l, file, ++number, line, e) < 0)
			return -1;
	}
	return 0;
}
