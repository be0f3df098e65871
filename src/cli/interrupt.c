/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/interrupt.h"

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
	cli_say("job %u goes on; mj logs %u follows it, mj cancel %u ends it",
		job, job, job);
	interrupt_end(watch);
}
