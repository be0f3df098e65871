/* SPDX-License-Identifier: Apache-2.0 */
#include "os/oom.h"

#include <fcntl.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "os/file.h"

#define TEXT_MAX (1u << 20)

/* The number after `oom_kill ` at the start of a line of the file; -1 if there is none. */
static int64_t
count_in(const char *path)
{
	static const char key[] = "oom_kill ";
	autobuf struct buf text = BUF_INIT;
	char number[24] = "";
	const char *at;
	uint64_t n;

	if (file_read(AT_FDCWD, path, 0, TEXT_MAX, &text, NULL) < 0)
		return -1;
	at = buf_text(&text);
	while (strncmp(at, key, sizeof(key) - 1) != 0) {
		at = strchr(at, '\n');
		if (!at)
			return -1;
		at++;
	}
	at += sizeof(key) - 1;
	memcpy(number, at, strnlen(at, sizeof(number) - 1));
	number[strspn(number, "0123456789")] = '\0';
	return text_u64(number, INT64_MAX, &n) < 0 ? -1 : (int64_t)n;
}

/* The group's path after a line's start such as `0::`; NULL if there is no such line. */
static char *
group_path(const char *text, const char *start)
{
	const char *at = strstr(text, start);

	if (!at)
		return NULL;
	at += strlen(start);
	return mem_copy_n(at, strcspn(at, "\n"));
}

static int64_t
group_count(void)
{
	autobuf struct buf text = BUF_INIT;
	autofree char *unified = NULL, *memory = NULL, *path = NULL;

	if (file_read(AT_FDCWD, "/proc/self/cgroup", 0, TEXT_MAX, &text, NULL) < 0)
		return -1;
	memory = group_path(buf_text(&text), ":memory:");
	if (memory) {
		path = mem_printf("/sys/fs/cgroup/memory%s/memory.oom_control",
				  memory);
		return count_in(path);
	}
	unified = group_path(buf_text(&text), "0::");
	if (!unified)
		return -1;
	path = mem_printf("/sys/fs/cgroup%s/memory.events", unified);
	return count_in(path);
}

int64_t
oom_of(const char *group)
{
	autofree char *path = mem_printf("%s/memory.events", group);

	return count_in(path);
}

struct oom
oom_now(void)
{
	return (struct oom){group_count(), count_in("/proc/vmstat")};
}
