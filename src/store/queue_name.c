/* SPDX-License-Identifier: Apache-2.0 */
/* The names of entries and of the directories they are in. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "model/job.h"
#include "store/queue.h"

#define SHARD_JOBS 1000
#define ID_DIGITS 10

static void
class_of(int priority, bool live, char *out, size_t size)
{
	snprintf(out, size, "%04d.%d", PRIORITY_MAX - priority, live ? 0 : 1);
}

void
request_shard(struct request *r, int priority, bool live)
{
	char class[20];

	class_of(priority, live, class, sizeof(class));
	snprintf(r->shard, sizeof(r->shard), "%s/%07u", class,
		 r->job / SHARD_JOBS);
}

void
request_shard_bulk(struct request *r, int priority, uint32_t first,
		   uint32_t count, uint32_t max)
{
	char class[20];

	class_of(priority, false, class, sizeof(class));
	snprintf(r->shard, sizeof(r->shard), "%s/%07u.%010u.%u.%u", class,
		 first / SHARD_JOBS, first, count, max);
}

void
request_reshard(struct request *r, int priority)
{
	char class[20];
	const char *slash = strchr(r->shard, '/');
	autofree char *shard = mem_copy(slash ? slash : "/0000000");

	class_of(priority, false, class, sizeof(class));
	snprintf(r->shard, sizeof(r->shard), "%s%s", class, shard);
}

/* The number that text starts with, up to a '.' or the end; NULL if there is none. */
static const char *
leading_number(const char *text, uint32_t *out)
{
	char digits[12];
	size_t len = strspn(text, "0123456789");
	uint64_t n;

	if (len == 0 || len >= sizeof(digits) || (text[len] && text[len] != '.'))
		return NULL;
	memcpy(digits, text, len);
	digits[len] = '\0';
	if (text_u64(digits, UINT32_MAX, &n) < 0 || n == 0)
		return NULL;
	*out = (uint32_t)n;
	return text + len;
}

/* The same of a number that we write without zeros before it. */
static const char *
leading_count(const char *text, uint32_t *out)
{
	return *text == '0' ? NULL : leading_number(text, out);
}

/* A job's number at the start of an entry's name, in the one form we write. */
static const char *
leading_id(const char *name, uint32_t *job)
{
	const char *rest = leading_number(name, job);

	return rest && rest - name == ID_DIGITS ? rest : NULL;
}

int
queue_parse_id(const char *name, uint32_t *job)
{
	const char *rest = leading_id(name, job);

	return rest && !*rest ? 0 : -1;
}

int
queue_parse_request(const char *name, struct request *r)
{
	const char *tilde = strchr(name, '~');
	autofree char *own = mem_copy_n(name, strcspn(name, "~"));
	uint32_t round, rank = 0;
	const char *rest = leading_id(own, &r->job);

	if (!rest || *rest != '.')
		return -1;
	rest = leading_count(rest + 1, &round);
	if (!rest || (*rest && !text_name_ok(rest + 1, TASK_NAME_MAX)))
		return -1;
	if (tilde && (!(tilde = leading_count(tilde + 1, &rank)) || *tilde ||
		      rank < 2))
		return -1;
	r->round = round;
	r->rank = rank;
	snprintf(r->task, sizeof(r->task), "%s", *rest ? rest + 1 : "");
	return 0;
}

int
queue_parse_task(const char *name, uint32_t *job, char task[TASK_NAME_MAX + 1])
{
	const char *rest = leading_id(name, job);

	if (!rest || *rest != '.' || !text_name_ok(rest + 1, TASK_NAME_MAX))
		return -1;
	snprintf(task, TASK_NAME_MAX + 1, "%s", rest + 1);
	return 0;
}

const char *
request_bulk(const struct request *r)
{
	const char *name = strchr(r->shard, '/');

	return name && strchr(name, '.') ? name + 1 : NULL;
}

bool
request_array(const struct request *r, struct admit_array *out)
{
	const char *name = request_bulk(r);
	unsigned shard;

	*out = (struct admit_array){.first = 0};
	return name &&
	       sscanf(name, "%7u.%10u.%10u.%10u", &shard, &out->first,
		      &out->count, &out->max) == 4 &&
	       out->max > 0;
}

/* Take over a list of the entries of held/dir. */
static void
add_held(struct file_names *out, const char *dir, const struct file_names *in)
{
	for (size_t i = 0; i < in->count; i++) {
		out->names = mem_grow(out->names, out->count, &out->cap,
				      sizeof(char *));
		out->names[out->count++] =
			mem_printf("%s/%s", dir, in->names[i]);
	}
}

int
queue_list_held(const struct home *home, bool prune, struct file_names *out,
		struct err *e)
{
	autonames struct file_names top = FILE_NAMES_INIT;

	if (file_list(home->fd, "queue/held", &top, e) < 0)
		return -1;
	for (size_t i = 0; i < top.count; i++) {
		autofree char *dir = mem_printf("queue/held/%s", top.names[i]);
		autonames struct file_names in = FILE_NAMES_INIT;
		struct request r;

		if (queue_parse_request(top.names[i], &r) < 0 &&
		    file_list(home->fd, dir, &in, NULL) == 0) {
			add_held(out, top.names[i], &in);
			if (prune && in.count == 0)
				file_rmdir(home->fd, dir);
			continue;
		}
		out->names = mem_grow(out->names, out->count, &out->cap,
				      sizeof(char *));
		out->names[out->count++] = mem_copy(top.names[i]);
	}
	return 0;
}

const char *
queue_entry_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}
