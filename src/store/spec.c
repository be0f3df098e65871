/* SPDX-License-Identifier: Apache-2.0 */
#include "store/spec.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "model/dag.h"
#include "store/keys.h"
#include "store/links.h"
#include "store/tree.h"
#include "store/yaml.h"

_Static_assert(SPEC_DEPTH_MAX == YAML_DEPTH_MAX, "the depth is kept there");

static bool
has_command(const struct tree_node *doc)
{
	return tree_key(doc, "run") || tree_key(doc, "setup");
}

static int
refuse_document(const struct reading *r, const struct tree_node *doc)
{
	static const char *const names[] = {
		[TREE_TEXT] = "a text",
		[TREE_LIST] = "a list",
		[TREE_MAP] = "a mapping",
	};

	return tree_refuse(r->tree, doc->at, r->e,
			   "a task is a mapping such as 'run: COMMAND', not "
			   "%s: write its keys out",
			   names[doc->kind]);
}

static int
read_task(struct reading *r, const struct tree_node *doc)
{
	char name[TASK_NAME_MAX + 1] = "task";

	if (!r->single)
		snprintf(name, sizeof(name), "task-%zu",
			 r->job->task_count + 1);
	r->task = job_add_task(r->job, name);
	r->recovery = r->pool = r->places = NULL;
	if (keys_read_task(r, doc) < 0)
		return -1;
	if (!has_command(doc))
		return tree_refuse(r->tree, doc->at, r->e,
				   "task '%s' has neither run nor setup: "
				   "add a 'run'",
				   r->task->name);
	return 0;
}

static int
read_documents(struct reading *r)
{
	const struct tree *t = r->tree;
	size_t first = t->count > 1 && !has_command(&t->docs[0]);

	if (t->count - first > SPEC_TASKS_MAX)
		return tree_refuse(t, t->docs[first + SPEC_TASKS_MAX].at, r->e,
				   "more than %d tasks: make two jobs of them",
				   SPEC_TASKS_MAX);
	if (first && keys_read_header(r, &t->docs[0]) < 0)
		return -1;
	for (size_t i = first; i < t->count; i++)
		if (read_task(r, &t->docs[i]) < 0)
			return -1;
	return 0;
}

static int
read_job(struct reading *r)
{
	const struct tree *t = r->tree;
	const struct tree_place start = {1, 1};

	if (!t->count)
		return tree_refuse(t, start, r->e,
				   "no tasks: write at least 'run: COMMAND'");
	for (size_t i = 0; i < t->count; i++)
		if (t->docs[i].kind != TREE_MAP)
			return refuse_document(r, &t->docs[i]);
	if (read_documents(r) < 0)
		return -1;
	return links_apply(t, &r->links, r->job, r->e);
}

static int
read_text(struct reading *r, struct tree *t, const char *text, size_t len)
{
	autofree const struct tree_node **depends_on = NULL;
	const struct tree_place start = {1, 1};

	if (len > SPEC_SIZE_MAX)
		return tree_refuse(t, start, r->e,
				   "larger than %u bytes: put long scripts "
				   "into files of their own",
				   SPEC_SIZE_MAX);
	if (yaml_read(t, text, len, r->e) < 0)
		return -1;
	depends_on = mem_new(t->count, sizeof(*depends_on));
	r->links.depends_on = depends_on;
	r->single = t->count == 1;
	return read_job(r);
}

int
spec_parse(const char *text, size_t len, const char *file, struct job *job,
	   struct buf *notes, struct err *e)
{
	struct tree tree = {.file = file};
	struct reading r = {.tree = &tree, .job = job, .notes = notes, .e = e};
	int result = read_text(&r, &tree, text, len);

	tree_release(&tree);
	if (result < 0)
		job_release(job);
	return result;
}

void
spec_command(char *const *argv, size_t count, struct job *job)
{
	const char *slash = strrchr(argv[0], '/');
	autobuf struct buf cycle = BUF_INIT;
	char name[JOB_NAME_MAX + 1];
	struct task *task;

	spec_name_from(slash ? slash + 1 : argv[0], name);
	name[TASK_NAME_MAX] = '\0';
	job->name = mem_copy(name);
	task = job_add_task(job, name);
	task->argv = mem_new(count + 1, sizeof(*task->argv));
	for (size_t i = 0; i < count; i++)
		task->argv[i] = mem_copy(argv[i]);
	dag_order(job, &cycle);
}

static char
name_char(char c)
{
	const char word[] = {c, '\0'};

	return c == '.' || text_name_ok(word, 1) ? c : '-';
}

void
spec_name_from(const char *text, char *out)
{
	size_t len = 0;

	for (; *text && len < JOB_NAME_MAX; text++) {
		char c = name_char(*text);

		if (len || (c != '.' && c != '-'))
			out[len++] = c;
	}
	out[len] = '\0';
	if (!len)
		snprintf(out, JOB_NAME_MAX + 1, "job");
}
