/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/remedy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "model/script.h"
#include "os/file.h"
#include "store/view.h"

__attribute__((format(printf, 2, 3))) static void
add(struct err *e, const char *fmt, ...)
{
	size_t used = strlen(e->text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(e->text + used, sizeof(e->text) - used, fmt, ap);
	va_end(ap);
}

static bool
is_yaml(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml"));
}

static bool
is_stem(const char *file, const char *name)
{
	size_t len = strlen(name);

	return !strncmp(file, name, len) && file[len] == '.';
}

/* Of the files in a directory (len bytes of path, NULL here) the one nearest to name. */
static char *
nearest_in(const char *path, size_t len, const char *name)
{
	autonames struct file_names all = FILE_NAMES_INIT;
	autofree char *dir = path ? mem_copy_n(path, len) : mem_copy(".");
	const char *near;

	if (file_list(AT_FDCWD, dir, &all, NULL) < 0)
		return NULL;
	near = text_nearest(name, (const char *const *)all.names, all.count);
	for (size_t i = 0; i < all.count; i++)
		if (is_yaml(all.names[i]) && is_stem(all.names[i], name))
			near = all.names[i];
	if (!near)
		return NULL;
	return path ? mem_printf("%s%s", dir, near) : mem_copy(near);
}

static void
remedy_missing(const char *word, struct err *e)
{
	const char *slash = strrchr(word, '/');
	const char *name = slash ? slash + 1 : word;
	size_t len = slash ? (size_t)(name - word) : 0;
	autofree char *near = nearest_in(slash ? word : NULL, len, name);

	if (near)
		add(e, " (did you mean '%s'?)", near);
	else if (is_yaml(word))
		add(e, "; give the path of a spec, see mj-spec(5)");
	else
		remedy_dashes(word, e);
}

/* The first spec in a directory, to have one to name. */
static char *
spec_in(const char *dir)
{
	autonames struct file_names all = FILE_NAMES_INIT;

	file_list(AT_FDCWD, dir, &all, NULL);
	for (size_t i = 0; i < all.count; i++)
		if (is_yaml(all.names[i]))
			return mem_copy(all.names[i]);
	return NULL;
}

void
remedy_spec(const char *word, struct err *e)
{
	size_t len = strlen(word);
	const char *slash = len && word[len - 1] == '/' ? "" : "/";
	autofree char *spec = NULL;

	switch (e->errnum) {
	case ENOENT:
		remedy_missing(word, e);
		break;
	case EISDIR:
		spec = spec_in(word);
		if (spec)
			add(e, "; give a spec in it, such as %s%s%s", word,
			    slash, spec);
		else
			add(e, "; give the path of a spec");
		break;
	case EACCES:
		add(e, "; make it readable for you");
		break;
	}
}

void
remedy_quote(struct buf *out, const char *line)
{
	if (strchr(line, '\'') && !strpbrk(line, "\"$`\\!"))
		buf_printf(out, "\"%s\"", line);
	else
		script_quote(out, line);
}

void
remedy_dashes(const char *word, struct err *e)
{
	autobuf struct buf quoted = BUF_INIT;

	if (is_yaml(word))
		return;
	remedy_quote(&quoted, word);
	if (strpbrk(word, " ;|&<>()$`'\"\\*?~#\n\t"))
		add(e, "; for a command give mj launch -- sh -c %s",
		    buf_text(&quoted));
	else
		add(e, "; for a command give mj launch -- %s%s",
		    !strchr(word, '/') &&
				    file_executable(AT_FDCWD, word) == 0
			    ? "./"
			    : "",
		    word);
}

void
remedy_ended(const struct home *home, uint32_t job, struct err *e)
{
	autoview struct view v = VIEW_INIT;

	if (e->code != ERR_REFUSED ||
	    view_read(home, job, false, &v, NULL) < 0 || !v.final)
		return;
	if (v.status == STATUS_SUCCEEDED)
		add(e, "; mj launch --from %u runs it anew", job);
	else
		add(e, "; mj retry %u runs it again", job);
}

void
remedy_home(struct err *e)
{
	if (e->code == ERR_SYS)
		add(e, "; give another state directory with --home or MJ_HOME");
}

void
remedy_pool(const struct home *home, const char *pool, struct err *e)
{
	const struct config *c = &home->config;
	autofree const char **names = mem_new(c->pool_count + 1, sizeof(*names));
	const char *near;

	for (size_t i = 0; i < c->pool_count; i++)
		names[i] = c->pools[i].name;
	near = text_nearest(pool, names, c->pool_count);
	if (near)
		add(e, " (did you mean '%s'?)", near);
	else
		add(e, ": add [pool %s] to %s/config.ini", pool, home->path);
}
