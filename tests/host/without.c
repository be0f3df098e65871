/* SPDX-License-Identifier: Apache-2.0 */
/*
 * without CALL[:ERROR]... -- COMMAND [ARG ...]: run it as on a kernel where these calls
 * fail, with ENOSYS or that error (EINVAL, EPERM, EOPNOTSUPP, ENOMEM).  Its children have
 * them as little.  Exits with 77 where filters of calls cannot be had.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CALLS_MAX 16

struct word {
	const char *name;
	unsigned number;
};

static const struct word calls[] = {
	{"close_range", SYS_close_range},
	{"copy_file_range", SYS_copy_file_range},
	{"fallocate", SYS_fallocate},
	{"pidfd_open", SYS_pidfd_open},
	{"pidfd_send_signal", SYS_pidfd_send_signal},
	{"renameat2", SYS_renameat2},
	{"sched_getaffinity", SYS_sched_getaffinity},
	{"splice", SYS_splice},
	{"statx", SYS_statx},
	{"syncfs", SYS_syncfs},
};

static const struct word errors[] = {
	{"ENOSYS", ENOSYS}, {"EINVAL", EINVAL}, {"EPERM", EPERM},
	{"EOPNOTSUPP", EOPNOTSUPP}, {"ENOMEM", ENOMEM},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct word *
find(const struct word *all, size_t count, const char *name, size_t len)
{
	for (size_t i = 0; i < count; i++)
		if (strlen(all[i].name) == len &&
		    !strncmp(all[i].name, name, len))
			return &all[i];
	fprintf(stderr, "without: what is %s?\n", name);
	_exit(64);
}

/* The two instructions for CALL[:ERROR]. */
static void
forbid(struct sock_filter *at, const char *what)
{
	const char *colon = strchr(what, ':');
	size_t len = colon ? (size_t)(colon - what) : strlen(what);
	const struct word *call = find(calls, COUNT(calls), what, len);
	const struct word *error = errors;

	if (colon)
		error = find(errors, COUNT(errors), colon + 1,
			     strlen(colon + 1));
	at[0] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
					     call->number, 0, 1);
	at[1] = (struct sock_filter)BPF_STMT(
		BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error->number);
}

int
main(int argc, char **argv)
{
	struct sock_filter filter[2 * CALLS_MAX + 2] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
	};
	struct sock_fprog program = {.len = 1, .filter = filter};
	int i = 1;

	for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (i > CALLS_MAX)
			return 64;
		forbid(filter + program.len, argv[i]);
		program.len = (unsigned short)(program.len + 2);
	}
	if (i + 1 >= argc)
		return 64;
	filter[program.len++] = (struct sock_filter)BPF_STMT(
		BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
		return 77;
	execvp(argv[i + 1], argv + i + 1);
	perror(argv[i + 1]);
	return 127;
}
