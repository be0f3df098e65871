/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bomb FILE: fork without end, each child as well, some in sessions of their own and none
 * of them heeding TERM; make FILE where no process can be had any more.  A minute at most.
 */
#include <fcntl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	time_t end = time(NULL) + 60;

	if (argc != 2)
		return 64;
	signal(SIGTERM, SIG_IGN);
	while (time(NULL) < end) {
		pid_t pid = fork();

		if (pid == 0 && getpid() % 3 == 0)
			setsid();
		if (pid < 0) {
			close(open(argv[1], O_WRONLY | O_CREAT, 0600));
			usleep(10000);
		}
	}
	return 0;
}
