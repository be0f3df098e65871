/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/page.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/mem.h"
#include "os/sig.h"
#include "os/spawn.h"
#include "os/sys.h"

/* A constant word where exec wants one that it promises not to change. */
static char *
word(const char *text, char **copy)
{
	*copy = mem_copy(text);
	return *copy;
}

static bool
is_there(char *const *argv)
{
	struct spawn_end end = {.exit_code = -1};
	pid_t pid = spawn_fork(SPAWN_CHILD);

	if (pid == 0) {
		int null = sys_open(AT_FDCWD, "/dev/null", O_RDWR, 0);

		sys_dup(null, 1);
		sys_dup(null, 2);
		sig_reset();
		spawn_become(argv);
		spawn_exit(127);
	}
	return pid > 0 && spawn_reap(pid, true, &end) == 1 &&
	       end.exit_code == 0;
}

/* less searches for what LESS says; subsections are three columns in. */
static void
start_at(const char *heading)
{
	const char *old = getenv("LESS");
	autofree char *value = mem_printf("%s%s+/^   %s", old ? old : "",
					  old ? " " : "", heading);

	setenv("LESS", value, 1);
}

void
page_open(const char *section, const char *name, const char *heading)
{
	autofree char *man = NULL, *where = NULL, *number = NULL, *page = NULL;
	char *look[] = {word("man", &man), word("-w", &where),
			word(section, &number), word(name, &page), NULL};
	char *open[] = {man, number, page, NULL};

	if (!is_there(look))
		return;
	if (heading)
		start_at(heading);
	spawn_become(open);
}
