/* SPDX-License-Identifier: Apache-2.0 */
/* The names of entries, read. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "store/queue.h"

#define ID_DIGITS 10

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
	rest = leading_number(rest + 1, &round);
	if (!rest || (*rest && !text_name_ok(rest + 1, TASK_NAME_MAX)))
		return -1;
	if (tilde && (!(tilde = leading_number(tilde + 1, &rank)) || *tilde ||
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
