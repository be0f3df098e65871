/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/interrupt.h"

#include <stdio.h>

#include "cli/cli.h"
#include "os/sig.h"
#include "os/sys.h"

int
interrupt_watch(void)
{
	return sig_open_interrupt();
}

void
interrupt_end(int *watch)
{
	if (*watch < 0)
		return;
	sys_close(watch);
	sig_default(SIGINT); /* one that waits ends us here */
}

void
interrupt_sleep(int *watch, int64_t ms, uint32_t job)
{
	struct pollfd fd = {*watch, POLLIN, 0};

	if (*watch < 0) {
		sys_sleep_ms(ms);
		return;
	}
	if (sys_poll(&fd, 1, ms) <= 0 || !(fd.revents & POLLIN))
		return;
	if (sys_is_terminal(2))
		fputc('\n', stderr); /* after the ^C that it shows */
	cli_say("detached, and job %u goes on; mj logs %u follows it, mj "
		"cancel %u ends it",
		job, job, job);
	interrupt_end(watch);
}
