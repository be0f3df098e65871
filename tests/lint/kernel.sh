#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Only src/os calls the kernel.  Runs in the build directory: it looks at what
# the objects import.
set -eu
nm=${NM:-nm}

calls='
open openat creat close close_range read write pread pwrite readv writev
preadv pwritev lseek splice tee vmsplice sendfile copy_file_range pipe pipe2
dup dup2 dup3 fcntl ioctl isatty flock lockf fsync fdatasync sync syncfs
ftruncate truncate fallocate posix_fallocate stat lstat fstat fstatat statx
xstat lxstat fxstat fxstatat access faccessat euidaccess statfs fstatfs statvfs
fstatvfs rename renameat renameat2 link linkat symlink symlinkat readlink
readlinkat unlink unlinkat remove mkdir mkdirat rmdir mkfifo mkfifoat mknod
mknodat chmod fchmod fchmodat chown fchown lchown fchownat umask utime utimes
utimensat futimens futimes chdir fchdir getcwd get_current_dir_name realpath
canonicalize_file_name opendir fdopendir readdir readdir_r seekdir rewinddir
closedir scandir scandirat ftw nftw fts_open glob wordexp mkstemp mkostemp
mkdtemp tmpfile fopen freopen fdopen fclose popen pclose system
fork vfork _Fork clone clone3 posix_spawn posix_spawnp daemon forkpty
execl execle execlp execv execve execveat execvp execvpe fexecve
wait waitpid waitid wait3 wait4 kill killpg raise tgkill sigqueue
pidfd_open pidfd_send_signal pidfd_getfd sigaction signal sigprocmask
pthread_sigmask sigsuspend sigwait sigwaitinfo sigtimedwait sigpending
signalfd pause alarm setitimer timer_create timerfd_create timerfd_settime
eventfd inotify_init inotify_init1 inotify_add_watch
poll ppoll select pselect epoll_create epoll_create1 epoll_ctl epoll_wait
socket socketpair bind connect listen accept accept4 send recv sendmsg recvmsg
getpid getppid getpgid getpgrp getsid gettid setsid setpgid setuid setgid
getuid geteuid getgid getegid getgroups setgroups
getpwuid getpwuid_r getpwnam getpwnam_r getlogin getlogin_r
getrlimit setrlimit prlimit getrusage times nice getpriority setpriority
sched_setaffinity sched_getaffinity sched_yield prctl ptrace syscall
sysconf sysinfo uname gethostname get_nprocs
mmap munmap mprotect madvise mremap mlock brk sbrk
clock_gettime clock_nanosleep clock time gettimeofday nanosleep sleep usleep
getrandom getentropy rand random srandom'

status=0
found=no
for layer in base model render store engine cli; do
	for object in src/"$layer"/*.o; do
		[ -e "$object" ] || continue
		found=yes
		for call in $("$nm" -u "$object" | awk -v calls="$calls" '
		BEGIN {
			n = split(calls, list, "[ \n]+")
			for (i = 1; i <= n; i++)
				kernel[list[i]] = 1
		}
		$1 == "U" {
			name = $2
			sub("@.*", "", name)
			sub("_chk$", "", name)
			sub("_2$", "", name)
			sub("64$", "", name)
			if (!(name in kernel))
				sub("^__", "", name)
			if (name in kernel)
				print name
		}'); do
			echo "$object: calls $call; only src/os may"
			status=1
		done
	done
done
if [ $found = no ]; then
	echo "no objects in src"
	exit 77
fi
exit $status
