/* SPDX-License-Identifier: Apache-2.0 */
#include "store/capture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/text.h"
#include "os/file.h"
#include "os/sys.h"

#define ENV_FILE_MAX (16u << 20)

#define GPUS_SEEN "CUDA_VISIBLE_DEVICES="

/* What a task is given by mj itself: a launch from inside one must not pass it on. */
static const char *const ours[] = {
	"MJ_EVENT",    "MJ_JOB_STATUS",
	"MJ_TAG",      "MJ_JOB_ID",     "MJ_JOB_NAME",      "MJ_TASK_NAME",
	"MJ_TASK_ID",  "MJ_TASK_IDS",   "MJ_ATTEMPT",       "MJ_RECOVERIES",
	"MJ_JOB_RANK", "MJ_NUM_JOBS",   "SKYPILOT_TASK_ID", "SKYPILOT_TASK_IDS",
	"SKYPILOT_JOB_RANK", "SKYPILOT_NUM_JOBS", "MJ_GPUS",
};

static size_t
find_name(const struct env_list *env, const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < env->count; i++)
		if (!strncmp(env->list[i], name, len) &&
		    env->list[i][len] == '=')
			return i;
	return env->count;
}

/* Append an entry that the list then owns, keeping the NULL after the last. */
static void
append(struct env_list *env, char *entry)
{
	env->list = mem_grow(env->list, env->count + 1, &env->cap,
			     sizeof(char *));
	env->list[env->count++] = entry;
	env->list[env->count] = NULL;
}

void
env_put(struct env_list *env, const char *name, const char *value)
{
	size_t at = find_name(env, name);
	char *entry = mem_printf("%s=%s", name, value);

	if (at == env->count) {
		append(env, entry);
		return;
	}
	free(env->list[at]);
	env->list[at] = entry;
}

void
env_put_all(struct env_list *env, const struct env_list *from)
{
	for (size_t i = 0; i < from->count; i++) {
		size_t len = strcspn(from->list[i], "=");
		autofree char *name = mem_copy_n(from->list[i], len);

		env_put(env, name, from->list[i] + len + 1);
	}
}

const char *
env_get(const struct env_list *env, const char *name)
{
	size_t at = find_name(env, name);

	return at == env->count ? NULL : env->list[at] + strlen(name) + 1;
}

void
env_list_release(struct env_list *env)
{
	for (size_t i = 0; i < env->count; i++)
		free(env->list[i]);
	free(env->list);
	*env = (struct env_list){NULL, 0, 0};
}

static int
is_ours(const char *entry)
{
	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++) {
		size_t len = strlen(ours[i]);

		if (!strncmp(entry, ours[i], len) && entry[len] == '=')
			return 1;
	}
	/* with the gpus of the task that we are in, whoever set it */
	return getenv("MJ_GPUS") && !strncmp(entry, GPUS_SEEN, strlen(GPUS_SEEN));
}

int
capture_take(struct capture *c, const struct home *home, struct err *e)
{
	c->cwd = sys_cwd();
	if (!c->cwd)
		return err_sys(e, "find the current directory");
	c->logs = mem_copy(home->logs);
	c->umask = sys_umask();
	c->nice = sys_nice();
	for (int i = 0; i < CAPTURE_LIMITS; i++)
		c->limit[i].set = sys_limit(i, &c->limit[i].soft,
					    &c->limit[i].hard) == 0;
	for (char **entry = environ; *entry; entry++)
		if (**entry && !is_ours(*entry))
			append(&c->env, mem_copy(*entry));
	return 0;
}

int
capture_enter(struct capture *c, const char *dir, struct err *e)
{
	char *path = dir[0] == '/' ? mem_copy(dir)
				   : mem_printf("%s/%s", c->cwd, dir);
	struct file_info info;
	bool ok = file_info_at(path, &info) == 0;

	if (ok && S_ISDIR(info.mode)) {
		free(c->cwd);
		c->cwd = path;
		return 0;
	}
	free(path);
	return err_set(e, ERR_INPUT, "workdir %s: %s", dir,
		       ok ? "it is no directory" : err_words(errno));
}

static void
add_string(struct buf *to, const char *s)
{
	buf_add(to, s, strlen(s) + 1);
}

static void
add_list(struct buf *to, const struct env_list *env)
{
	for (size_t i = 0; i < env->count; i++)
		add_string(to, env->list[i]);
	add_string(to, "");
}

void
capture_format(const struct capture *c, struct buf *to)
{
	autofree char *cwd = mem_printf("cwd=%s", c->cwd);
	autofree char *logs = mem_printf("logs=%s", c->logs);
	char text[80];

	add_string(to, cwd);
	add_string(to, logs);
	snprintf(text, sizeof(text), "umask=%03o", (unsigned)c->umask);
	add_string(to, text);
	snprintf(text, sizeof(text), "nice=%d", c->nice);
	add_string(to, text);
	for (int i = 0; i < CAPTURE_LIMITS; i++) {
		if (!c->limit[i].set)
			continue;
		snprintf(text, sizeof(text), "limit.%d=%llu:%llu", i,
			 (unsigned long long)c->limit[i].soft,
			 (unsigned long long)c->limit[i].hard);
		add_string(to, text);
	}
	add_string(to, "");
	add_list(to, &c->env);
	add_list(to, &c->given);
	add_list(to, &c->secrets);
}

static void
read_setting(struct capture *c, const char *entry)
{
	unsigned long long soft, hard;
	int i;

	if (!strncmp(entry, "cwd=", 4)) {
		free(c->cwd);
		c->cwd = mem_copy(entry + 4);
	} else if (!strncmp(entry, "logs=", 5)) {
		free(c->logs);
		c->logs = mem_copy(entry + 5);
	} else if (!strncmp(entry, "umask=", 6)) {
		c->umask = (mode_t)strtoul(entry + 6, NULL, 8) & 0777;
	} else if (!strncmp(entry, "nice=", 5)) {
		c->nice = atoi(entry + 5);
	} else if (sscanf(entry, "limit.%d=%llu:%llu", &i, &soft, &hard) == 3 &&
		   i >= 0 && i < CAPTURE_LIMITS) {
		c->limit[i].set = 1;
		c->limit[i].soft = soft;
		c->limit[i].hard = hard;
	}
}

/* Read one part from *at on, up to and over its empty string.  Return 0, or -1 if it is cut. */
static int
read_part(const struct buf *b, size_t *at, struct capture *settings,
	  struct env_list *env)
{
	while (*at < b->len) {
		const char *entry = b->data + *at;

		*at += strlen(entry) + 1;
		if (!*entry)
			return 0;
		if (settings)
			read_setting(settings, entry);
		else
			append(env, mem_copy(entry));
	}
	return -1;
}

static int
read_dir(const struct home *home, const char *dir, struct capture *c,
	 struct err *e)
{
	autobuf struct buf text = BUF_INIT;
	autofree char *path = mem_printf("%s/env", dir);
	size_t at = 0;

	if (file_read(home->fd, path, 0, ENV_FILE_MAX, &text, e) < 0)
		return -1;
	if (read_part(&text, &at, c, NULL) < 0 ||
	    read_part(&text, &at, NULL, &c->env) < 0 ||
	    read_part(&text, &at, NULL, &c->given) < 0 ||
	    read_part(&text, &at, NULL, &c->secrets) < 0 || !c->cwd ||
	    !c->logs)
		return err_set(e, ERR_CORRUPT, "%s is damaged", path);
	return 0;
}

int
capture_read(const struct home *home, uint32_t job, struct capture *c,
	     struct err *e)
{
	autofree char *dir = mem_printf("jobs/%010u", job);

	return read_dir(home, dir, c, e);
}

char *
capture_logs(const struct home *home, const char *dir)
{
	struct capture c = CAPTURE_INIT;
	char *logs;

	read_dir(home, dir, &c, NULL);
	logs = mem_copy(c.logs && c.logs[0] == '/' ? c.logs : home->logs);
	capture_release(&c);
	return logs;
}

void
capture_release(struct capture *c)
{
	free(c->cwd);
	free(c->logs);
	env_list_release(&c->env);
	env_list_release(&c->given);
	env_list_release(&c->secrets);
	*c = (struct capture)CAPTURE_INIT;
}
