/* SPDX-License-Identifier: Apache-2.0 */
/* What the machine has, and how it is. */
#include "os/sys.h"

#include <fcntl.h>
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

unsigned
sys_cpus(void)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set) < 0)
		return (unsigned)get_nprocs();
	return (unsigned)CPU_COUNT(&set);
}

uint64_t
sys_memory_mib(void)
{
	struct sysinfo info;

	if (sysinfo(&info) < 0)
		return 1024;
	return (uint64_t)info.totalram * info.mem_unit >> 20;
}

unsigned
sys_processes(void)
{
	struct rlimit limit;
	unsigned max = 32768;
	char text[32] = "";
	autoclose int fd = sys_open(AT_FDCWD, "/proc/sys/kernel/pid_max",
				    O_RDONLY, 0);

	if (fd >= 0 && sys_read(fd, text, sizeof(text) - 1) > 0)
		max = (unsigned)strtoul(text, NULL, 10);
	if (!getrlimit(RLIMIT_NPROC, &limit) && limit.rlim_cur < max)
		max = (unsigned)limit.rlim_cur;
	return max;
}

int
sys_check_kernel(struct err *e)
{
	int fd = (int)syscall(SYS_pidfd_open, getpid(), 0);

	if (fd < 0)
		return err_sys(e, "this kernel has no pidfd_open(2): mj needs "
				  "Linux 5.4 or newer");
	close(fd);
	return 0;
}

bool
sys_going_down(void)
{
	return faccessat(AT_FDCWD, "/run/nologin", F_OK, 0) == 0 ||
	       faccessat(AT_FDCWD, "/run/systemd/shutdown/scheduled", F_OK,
			 0) == 0;
}

const char *
sys_user(char *out, size_t size)
{
	const char *name = getenv("USER");
	struct passwd *known;

	snprintf(out, size, "%u", (unsigned)sys_uid());
	if (!name || !*name) {
		known = getpwuid(sys_uid());
		name = known ? known->pw_name : NULL;
	}
	if (name && *name)
		snprintf(out, size, "%s", name);
	return out;
}
