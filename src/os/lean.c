/* SPDX-License-Identifier: Apache-2.0 */
#include "os/lean.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "os/heap.h"

#if defined __GLIBC__ && defined __has_builtin
#if __GLIBC_PREREQ(2, 35) && __has_builtin(__builtin_thread_pointer)
#include <sys/rseq.h>
#define RSEQ_BYTES 32 /* as the C library registers it */
#endif
#endif

#define QUIET_MS 1000
#define STACK_REACH 1048576 /* bytes below us that the work may have used */
#define STACK_SPARED 512    /* of those, what the calls from here use */

/*
 * Whatever lies below this function's frame belonged to calls that have returned, but for
 * what the calls from here use.  Unmapped parts are passed over.
 */
static void
shed_stack(void)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	uintptr_t end = (here - STACK_SPARED) / page * page;

	madvise((void *)(end - STACK_REACH), STACK_REACH, MADV_DONTNEED);
}

void
lean_parent(void)
{
#ifdef RSEQ_BYTES
	syscall(SYS_rseq, (char *)__builtin_thread_pointer() + __rseq_offset,
		RSEQ_BYTES, RSEQ_FLAG_UNREGISTER, RSEQ_SIG);
#endif
}

int
lean_poll(struct pollfd *fds, size_t count, int64_t timeout_ms)
{
	bool longer = timeout_ms < 0 || timeout_ms > QUIET_MS;
	int n = sys_poll(fds, count, longer ? QUIET_MS : timeout_ms);

	if (n != 0 || !longer)
		return n;
	heap_trim();
	shed_stack();
	return sys_poll(fds, count,
			timeout_ms < 0 ? -1 : timeout_ms - QUIET_MS);
}
