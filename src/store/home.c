/* SPDX-License-Identifier: Apache-2.0 */
#include "store/home.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/text.h"
#include "os/file.h"
#include "os/lock.h"
#include "os/sys.h"
#include "store/home_logs.h"

#define HOME_FORMAT 1
#define CONFIG_SIZE_MAX (1u << 20)

/* Who made the home, or uses it now. */
struct maker {
	char machine[80];
	uint64_t pid_namespace;
	char host[70];
};

/* A want of descriptors must not make another machine of this one. */
static int
read_maker(struct maker *m, struct err *e)
{
	autobuf struct buf text = BUF_INIT;
	struct err own = {0};

	sys_host(m->host, sizeof(m->host));
	if (file_read(AT_FDCWD, "/etc/machine-id", 0, 4096, &text, &own) < 0 &&
	    own.code != ERR_MISSING && own.errnum != EACCES) {
		if (e)
			*e = own;
		return -1;
	}
	snprintf(m->machine, sizeof(m->machine), "%.*s",
		 (int)strcspn(buf_text(&text), "\n"), buf_text(&text));
	if (!m->machine[0])
		snprintf(m->machine, sizeof(m->machine), "host-%s", m->host);
	m->pid_namespace = proc_namespace();
	if (!m->pid_namespace && errno != ENOENT)
		return err_sys(e, "look at /proc/self/ns/pid");
	return 0;
}

static void
format_home(const char *id, const struct maker *m, struct buf *to)
{
	buf_printf(to,
		   "format = %d\nid = %s\nmachine = %s\npid_namespace = %llu\n"
		   "host = %s\n",
		   HOME_FORMAT, id, m->machine,
		   (unsigned long long)m->pid_namespace, m->host);
}

static int
random_id(char *out, size_t size, struct err *e)
{
	uint64_t n;
	autoclose int fd = sys_open(AT_FDCWD, "/dev/urandom", O_RDONLY, 0);

	if (fd < 0 || sys_read(fd, &n, sizeof(n)) != (ssize_t)sizeof(n))
		return err_sys(e, "read /dev/urandom");
	snprintf(out, size, "%016llx", (unsigned long long)n);
	return 0;
}

/* The file `home` comes last and whole: where it is, everything is. */
static int
write_home_file(struct home *home, struct err *e)
{
	autobuf struct buf text = BUF_INIT;
	autofree char *temp = mem_printf(".home.%d", (int)sys_pid());
	struct maker maker;
	char id[20];

	if (random_id(id, sizeof(id), e) < 0 || read_maker(&maker, e) < 0)
		return -1;
	format_home(id, &maker, &text);
	file_unlink(home->fd, temp, NULL);
	if (file_create(home->fd, temp, text.data, text.len, true, e) < 0)
		return -1;
	if (file_link(home->fd, temp, "home", e) < 0 &&
	    !file_exists(home->fd, "home")) {
		file_unlink(home->fd, temp, NULL);
		return -1;
	}
	file_unlink(home->fd, temp, NULL);
	return file_sync_dir(home->fd, ".", e);
}

static int
fill_new(struct home *home, struct err *e)
{
	static const char *const dirs[] = {
		"queue",       "queue/held",  "queue/alive", "queue/launching",
		"queue/after", "queue/begin", "queue/pool",  "jobs",
		"unique",      "cache",	      "bad",
	};
	static const char *const files[] = {"wake", "scheduler.pid",
					    "queue/launching/.wanted"};

	for (size_t i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++)
		if (file_mkdir(home->fd, dirs[i], true, e) < 0)
			return -1;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (file_touch(home->fd, files[i], e) < 0)
			return -1;
	file_mark(home->fd, "queue/launching/.wanted", FILE_MARK_MAIN, false);
	if (file_sync_dir(home->fd, "queue", e) < 0)
		return -1;
	return write_home_file(home, e);
}

/* A home may be used by its owner alone: anybody who writes it can run commands as us. */
static int
check_owner(int fd, const char *path, struct err *e)
{
	struct file_info info;

	if (file_info_fd(fd, &info) < 0)
		return err_sys(e, "look at %s", path);
	if (info.uid != sys_uid())
		return err_set(e, ERR_REFUSED,
			       "%s belongs to user %u, not to you (%u): use a "
			       "directory of your own",
			       path, (unsigned)info.uid, (unsigned)sys_uid());
	if (info.mode & (S_IWGRP | S_IWOTH))
		return err_set(e, ERR_REFUSED,
			       "others may write %s: chmod go-w it", path);
	return 0;
}

/* Whether somebody holds the lock: 1, 0, or -1 when that cannot be found out. */
static int
is_locked(const struct home *home, const char *path, struct err *e)
{
	struct err own = {0};
	autoclose int fd = lock_try(home->fd, path, 0, &own);

	if (fd >= 0 || own.code == ERR_MISSING)
		return 0;
	if (own.code == ERR_BUSY)
		return 1;
	if (e)
		*e = own;
	return -1;
}

static int
list_there(const struct home *home, const char *dir, struct file_names *names,
	   struct err *e)
{
	struct err own = {0};

	if (file_list(home->fd, dir, names, &own) == 0 ||
	    own.code == ERR_MISSING)
		return 0;
	if (e)
		*e = own;
	return -1;
}

/* Whether a controller or runner of the job lives, here or on the other machine. */
static int
job_in_use(const struct home *home, const char *job, struct err *e)
{
	autonames struct file_names files = FILE_NAMES_INIT;
	autofree char *dir = mem_printf("jobs/%s", job);
	int held = list_there(home, dir, &files, e);

	for (size_t i = 0; i < files.count && held == 0; i++) {
		autofree char *path = mem_printf("%s/%s", dir, files.names[i]);

		if (strstr(files.names[i], ".pid"))
			held = is_locked(home, path, e);
	}
	return held;
}

/*
 * Whether somebody holds a lock of this home.  The pass lock comes last: who takes it must
 * run a pass afterwards, and who finds nothing held goes on to do so.
 */
static int
in_use(const struct home *home, struct err *e)
{
	autonames struct file_names alive = FILE_NAMES_INIT;
	int held = list_there(home, "queue/alive", &alive, e);

	for (size_t i = 0; i < alive.count && held == 0; i++)
		held = job_in_use(home, alive.names[i], e);
	return held ? held : is_locked(home, "queue", e);
}

/* Write this machine's name into the home (rename: whole or not). */
static int
move_here(struct home *home, const struct maker *here, struct err *e)
{
	autobuf struct buf text = BUF_INIT;
	autofree char *temp = mem_printf(".home.%d", (int)sys_pid());

	format_home(home->id, here, &text);
	file_unlink(home->fd, temp, NULL);
	if (file_create(home->fd, temp, text.data, text.len, true, e) < 0)
		return -1;
	return file_rename(home->fd, temp, "home", false, e);
}

static bool
made_by(const char *text, const struct maker *m)
{
	char machine[80] = "";

	text_field(text, "machine", machine, sizeof(machine));
	return !strcmp(machine, m->machine) &&
	       (!m->pid_namespace ||
		text_field_u64(text, "pid_namespace", 0) == m->pid_namespace);
}

static int
read_home_file(struct home *home, enum home_use use, struct err *e)
{
	autobuf struct buf text = BUF_INIT;
	struct maker here;
	char host[70] = "another";
	int held;

	if (file_read(home->fd, "home", 0, 4096, &text, e) < 0)
		return -1;
	if (text_field_u64(buf_text(&text), "format", 0) != HOME_FORMAT ||
	    !text_field(buf_text(&text), "id", home->id, sizeof(home->id)))
		return err_set(e, ERR_CORRUPT,
			       "%s/home: not a home of this version of mj",
			       home->path);
	if (use == HOME_READ)
		return 0;
	if (read_maker(&here, e) < 0)
		return -1;
	text_field(buf_text(&text), "host", host, sizeof(host));
	if (made_by(buf_text(&text), &here))
		return 0;
	held = in_use(home, e);
	if (held > 0)
		return err_set(e, ERR_REFUSED,
			       "%s is in use on the machine or container %s: "
			       "give its commands there",
			       home->path, host);
	return held < 0 ? -1 : move_here(home, &here, e);
}

static struct machine
this_machine(void)
{
	return (struct machine){sys_cpus(), sys_memory_mib(), sys_processes()};
}

static int
default_settings(struct home *home, struct err *e)
{
	struct machine machine = this_machine();

	return config_parse("", 0, "config.ini", &machine, &home->config, e);
}

bool
home_here(const struct home *home)
{
	autobuf struct buf text = BUF_INIT;
	struct maker here;

	return read_maker(&here, NULL) == 0 &&
	       file_read(home->fd, "home", 0, 4096, &text, NULL) == 0 &&
	       made_by(buf_text(&text), &here);
}

int
home_reload(struct home *home, struct err *e)
{
	struct config fresh = CONFIG_INIT;
	struct machine machine = this_machine();
	autobuf struct buf text = BUF_INIT;
	autofree char *file = mem_printf("%s/config.ini", home->path);
	struct err missing;

	if (file_read(home->fd, "config.ini", 0, CONFIG_SIZE_MAX, &text,
		      &missing) < 0 &&
	    missing.code != ERR_MISSING) {
		if (e)
			*e = missing;
		return err_wrap(e, "%s", file);
	}
	if (config_parse(buf_text(&text), text.len, file, &machine, &fresh,
			 e) < 0)
		return -1;
	config_release(&home->config);
	home->config = fresh;
	return 0;
}

static int
choose_logs(struct home *home, struct err *e)
{
	const char *given = getenv("MJ_LOGS");

	if (!given || !*given)
		given = home->config.logs ? home->config.logs : "~/sky_logs";
	home->logs = home_expand(given);
	if (!home->logs)
		return err_set(e, ERR_INPUT,
			       "HOME is not set: set it, or MJ_LOGS");
	if (home->logs[0] != '/')
		return err_set(e, ERR_INPUT,
			       "MJ_LOGS=%s is not an absolute path", given);
	return 0;
}

static int
choose_path(struct home *home, const char *path, struct err *e)
{
	if (!path)
		path = getenv("MJ_HOME");
	if (!path || !*path)
		path = "~/.mj";
	if (path[0] == '/' || path[0] == '~') {
		home->path = home_expand(path);
	} else {
		autofree char *cwd = sys_cwd();

		home->path = cwd ? mem_printf("%s/%s", cwd, path) : NULL;
	}
	if (!home->path)
		return err_set(e, ERR_INPUT,
			       "HOME is not set: set it, or MJ_HOME, or give "
			       "--home");
	return 0;
}

static int
open_dir(struct home *home, enum home_use use, struct err *e)
{
	home->fd = sys_open(AT_FDCWD, home->path, O_RDONLY | O_DIRECTORY, 0);
	if (home->fd < 0 && errno == ENOENT && use == HOME_MAKE) {
		if (file_mkdirs(home->path, e) < 0)
			return -1;
		home->fd = sys_open(AT_FDCWD, home->path,
				    O_RDONLY | O_DIRECTORY, 0);
	}
	if (home->fd >= 0)
		return check_owner(home->fd, home->path, e);
	err_sys(e, "open %s", home->path);
	if (e && errno == ENOENT && default_settings(home, NULL) == 0)
		e->code = ERR_MISSING;
	return -1;
}

/* What may be there before the file `home` is: a maker that was killed left some of it. */
static bool
is_part(const char *name)
{
	static const char *const parts[] = {
		"config.ini", "queue", "jobs", "unique",	"cache",
		"bad",	      "wake",  "seq",  "scheduler.pid", "lost+found",
	};

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (!strcmp(name, parts[i]))
			return true;
	return false;
}

/* A directory of somebody else's things is not to become a home by a wrong MJ_HOME. */
static int
refuse_strange(const struct home *home, struct err *e)
{
	autonames struct file_names names = FILE_NAMES_INIT;

	if (file_list(home->fd, ".", &names, e) < 0)
		return -1;
	for (size_t i = 0; i < names.count; i++)
		if (!is_part(names.names[i]))
			return err_set(e, ERR_INPUT,
				       "%s is no state directory of mj, and "
				       "not empty (%s is there): give another "
				       "one with --home or MJ_HOME",
				       home->path, names.names[i]);
	return 0;
}

int
home_open(struct home *home, const char *path, enum home_use use, struct err *e)
{
	int made;

	if (sys_setuid())
		return err_set(e, ERR_REFUSED,
			       "mj must not be installed setuid or setgid");
	if (choose_path(home, path, e) < 0 || open_dir(home, use, e) < 0)
		return -1;
	if (proc_boot(home->boot) < 0)
		return err_sys(e, "read the boot id");
	if (!file_exists(home->fd, "home") &&
	    (refuse_strange(home, e) < 0 ||
	     (use == HOME_MAKE && fill_new(home, e) < 0)))
		return -1;
	made = read_home_file(home, use, e);
	if (made < 0 && file_exists(home->fd, "home"))
		return -1;
	if (home_reload(home, &home->config_error) < 0 &&
	    default_settings(home, made < 0 ? NULL : e) < 0)
		return -1;
	if (made < 0)
		sys_close(&home->fd);
	return made < 0 ? -1 : choose_logs(home, e);
}

int
home_refresh(struct home *home, struct err *e)
{
	autofree char *path = mem_copy(home->path);
	struct err own;

	if (home->fd >= 0) {
		home_reload(home, NULL);
		return 0;
	}
	home_close(home);
	if (home_open(home, path, HOME_READ, &own) == 0 ||
	    own.code == ERR_MISSING)
		return 0;
	if (e)
		*e = own;
	return -1;
}

void
home_close(struct home *home)
{
	sys_close(&home->fd);
	free(home->path);
	free(home->logs);
	config_release(&home->config);
	*home = (struct home)HOME_INIT;
}

void
home_copy(struct home *to, const struct home *from)
{
	*to = *from;
	to->path = mem_copy(from->path);
	to->logs = mem_copy(from->logs);
	to->config = (struct config)CONFIG_INIT;
}

int
home_check_writable(const struct home *home, struct err *e)
{
	static const char *const dirs[] = {".", "queue", "queue/alive", "jobs"};

	for (size_t i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++)
		if (file_writable(home->fd, dirs[i]) < 0 && errno != ENOENT)
			return err_sys(e, "%s cannot be written", home->path);
	return 0;
}

int
home_check_logs(const struct home *home, struct err *e)
{
	autoclose int fd = -1;

	if (file_mkdirs(home->logs, e) < 0)
		return -1;
	fd = sys_open(AT_FDCWD, home->logs, O_RDONLY | O_DIRECTORY, 0);
	if (fd < 0)
		return err_sys(e, "open the log directory %s", home->logs);
	if (check_owner(fd, home->logs, e) < 0)
		return -1;
	return home_logs_mark(home, fd, e);
}
