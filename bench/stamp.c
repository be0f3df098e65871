/* SPDX-License-Identifier: Apache-2.0 */
/* Usage: stamp FILE: write the monotonic clock of its start, in ns, to FILE. */
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	struct timespec now;
	char text[40];
	int fd, len;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (argc != 2)
		return 2;
	fd = open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0600);
	len = snprintf(text, sizeof(text), "%lld\n",
		       now.tv_sec * 1000000000LL + now.tv_nsec);
	return fd < 0 || write(fd, text, (size_t)len) != len;
}
