/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernel's calls with EINTR and close-on-exec settled once, the clocks, and
 * what this machine has.  Only src/os calls the kernel.
 */
#ifndef MJ_SYS_H
#define MJ_SYS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

/* openat(2) with O_CLOEXEC, and O_NOCTTY; the caller closes it.  May block on a FIFO. */
int sys_open(int dirfd, const char *path, int flags, mode_t mode);

/* Close *fd unless it is -1, and set it to -1; errno is kept. */
void sys_close(int *fd);

/* A local that owns a descriptor: autoclose int fd = …; */
#define autoclose __attribute__((cleanup(sys_close)))

/* Give *fd away: return it and leave -1. */
int sys_take(int *fd);

/* read(2)/write(2), again on EINTR; may be short. */
ssize_t sys_read(int fd, void *to, size_t size);
ssize_t sys_write(int fd, const void *from, size_t size);

/* pread(2), again on EINTR; may be short. */
ssize_t sys_read_at(int fd, void *to, size_t size, uint64_t offset);

/* Write all of it; on a non-blocking descriptor EAGAIN is a failure.  Return 0, or -1. */
int sys_write_all(int fd, const void *from, size_t size);

/* pipe2(2), close-on-exec; nonblock for the reading end only. */
int sys_pipe(int ends[2], bool nonblock);

/* Size of a pipe's contents or a FIFO's in bytes (FIONREAD), or -1. */
long sys_pending(int fd);

/* The inode number of an open file; 0 when it cannot be told. */
uint64_t sys_inode(int fd);

/*
 * poll(2); timeout_ms -1 waits for ever.  Return the count of ready ones.  0 may also mean
 * that a signal came, or that there was no memory (then it has waited a little).
 */
int sys_poll(struct pollfd *fds, size_t count, int64_t timeout_ms);

/* Whether it is readable now; waits for memory to look with. */
bool sys_readable(int fd);

/*
 * Move what the pipe holds (at most size) to the current end of the file, which
 * was not opened with O_APPEND (splice(2) refuses it); falls back to read and
 * write.  Return bytes moved, 0 at end of file, or -1 (EAGAIN: the pipe is empty;
 * with any other errno nothing was taken from the pipe or *lost bytes were).
 */
ssize_t sys_splice_end(int pipe, int file, size_t size, size_t *lost);

/* dup2(2), again as long as it only was interrupted. */
int sys_dup(int from, int to);

/* /dev/null to read from or to write to, or, where it cannot be had, what is as good; -1. */
int sys_nothing(bool to_read);

/*
 * Make 0 /dev/null and 1, 2 copies of out (or /dev/null for -1), or what is as good; what
 * was there is given up in any case.  Return 0, or -1.
 */
int sys_stdio(int out);

/* Close every descriptor from 3 up that is not in keep (count of them, any order). */
void sys_close_others(const int *keep, size_t count);

/* setsid(2), chdir("/"), umask 077: what every process of ours but the commands does. */
void sys_detach(void);

/* Become the parent of orphaned descendants (PR_SET_CHILD_SUBREAPER). */
int sys_subreaper(void);

/* Wall clock and CLOCK_BOOTTIME (goes on in suspend), in ms. */
int64_t sys_wall_ms(void);
int64_t sys_boot_ms(void);

/* Sleep that long; signals do not cut it short. */
void sys_sleep_ms(int64_t ms);

/* getpid, geteuid and whether the program runs with another's rights. */
pid_t sys_pid(void);
uid_t sys_uid(void);
bool sys_setuid(void);

#define SYS_USER_SIZE 64
/*
 * Who runs us, in out (size bytes): USER, else the name of our uid, else its number.  Return
 * out.
 */
const char *sys_user(char *out, size_t size);

/* Usable CPUs, memory in MiB, processes this user may have (RLIMIT_NPROC, pid_max). */
unsigned sys_cpus(void);
uint64_t sys_memory_mib(void);
unsigned sys_processes(void);

/* Whether the kernel has pidfd_open (Linux 5.3) and the rest we need.  Return 0, or -1 with *e. */
int sys_check_kernel(struct err *e);

/* Whether this machine is being shut down, as systemd and shutdown(8) leave it under /run. */
bool sys_going_down(void);

/* Columns of the terminal fd is; 0 if it is none. */
unsigned sys_columns(int fd);
bool sys_is_terminal(int fd);

/* The soft and hard limit number i (RLIMIT_…).  Return 0, or -1 past the last. */
int sys_limit(int i, uint64_t *soft, uint64_t *hard);

/* Set it, as far as the hard limit in force allows.  Return 0, 1 if it was cut, or -1. */
int sys_limit_set(int i, uint64_t soft, uint64_t hard);

/* Raise the soft limits of open files and of file size to the hard ones: ours are not the submitter's. */
void sys_raise_limits(void);

/* The umask, read without changing it (from /proc/self/status). */
mode_t sys_umask(void);

/* The working directory.  The caller frees it; NULL with errno. */
char *sys_cwd(void);

/* The host's name in out (size bytes). */
const char *sys_host(char *out, size_t size);

/* nice(2) value of this process; setting it is tried, never insisted on. */
int sys_nice(void);
void sys_nice_set(int value);

#endif
