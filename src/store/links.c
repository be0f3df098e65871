/* SPDX-License-Identifier: Apache-2.0 */
#include "store/links.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "base/text.h"
#include "model/dag.h"
#include "store/value.h"

#define CYCLE_SHOWN 300 /* bytes of a cycle that a message has room for */

struct name {
	const char *text;
	size_t task;
};

struct linking {
	const struct tree *tree;
	const struct links *links;
	struct job *job;
	struct name *names; /* the tasks', sorted: a spec may have thousands */
	struct err *e;
};

static int
name_order(const void *a, const void *b)
{
	const struct name *x = a, *y = b;
	int order = strcmp(x->text, y->text);

	return order ? order : (x->task > y->task) - (x->task < y->task);
}

static int
name_compare(const void *key, const void *element)
{
	const struct name *name = element;

	return strcmp(key, name->text);
}

/* Where a task is named, or where it starts if it has no name. */
static struct tree_place
task_place(const struct linking *l, size_t task)
{
	size_t header = l->tree->count - l->job->task_count;
	const struct tree_node *doc = &l->tree->docs[header + task];
	const struct tree_node *key = tree_key(doc, "name");

	return key ? key[1].at : doc->at;
}

static int
sort_names(struct linking *l)
{
	size_t count = l->job->task_count;

	for (size_t i = 0; i < count; i++)
		l->names[i] = (struct name){l->job->tasks[i].name, i};
	qsort(l->names, count, sizeof(*l->names), name_order);
	for (size_t i = 1; i < count; i++) {
		const struct name *a = &l->names[i - 1], *b = &l->names[i];

		if (!strcmp(a->text, b->text))
			return tree_refuse(
				l->tree, task_place(l, b->task), l->e,
				"a second task called '%s' (the "
				"first is on line %u): rename one",
				b->text, task_place(l, a->task).line);
	}
	return 0;
}

static int
no_such_task(const struct linking *l, const struct tree_node *node)
{
	size_t count = l->job->task_count;
	autofree const char **names = mem_new(count, sizeof(*names));
	const char *nearest;

	for (size_t i = 0; i < count; i++)
		names[i] = l->names[i].text;
	nearest = text_nearest(node->text, names, count);
	if (nearest)
		return tree_refuse(l->tree, node->at, l->e,
				   "no task is called '%.60s' "
				   "(did you mean '%s'?)",
				   node->text, nearest);
	return tree_refuse(l->tree, node->at, l->e,
			   "no task is called '%.60s': "
			   "add one or remove the name here",
			   node->text);
}

/* The task that node names, in *task. */
static int
find_task(const struct linking *l, const struct tree_node *node, size_t *task)
{
	const struct name *found;

	if (node->kind != TREE_TEXT)
		return tree_refuse(l->tree, node->at, l->e,
				   "the name of a task must stand here");
	found = bsearch(node->text, l->names, l->job->task_count,
			sizeof(*l->names), name_compare);
	if (!found)
		return no_such_task(l, node);
	*task = found->task;
	return 0;
}

static int
link_task(const struct linking *l, size_t task, const struct tree_node *value)
{
	size_t count = value->kind == TREE_LIST ? value->count : 1;
	const struct tree_node *names =
		value->kind == TREE_LIST ? value->items : value;

	for (size_t i = 0; i < count; i++) {
		size_t on;

		if (find_task(l, &names[i], &on) < 0)
			return -1;
		job_add_dep(l->job, task, on);
	}
	return 0;
}

static int
link_edge(const struct linking *l, const struct tree_node *edge)
{
	const struct tree_node *source = NULL, *target = NULL;
	size_t from, to;

	if (edge->kind == TREE_MAP && edge->count == 4) {
		source = tree_key(edge, "source");
		target = tree_key(edge, "target");
	}
	if (!source || !target)
		return tree_refuse(l->tree, edge->at, l->e,
				   "an edge is {source: TASK, target: TASK}, "
				   "nothing else: write it so");
	if (find_task(l, source + 1, &from) < 0 ||
	    find_task(l, target + 1, &to) < 0)
		return -1;
	job_add_dep(l->job, to, from);
	return 0;
}

static int
link_edges(const struct linking *l)
{
	const struct tree_node *list = l->links->edges + 1;

	for (size_t i = 0; i < list->count; i++)
		if (link_edge(l, &list->items[i]) < 0)
			return -1;
	return 0;
}

static int
link_depends(const struct linking *l)
{
	for (size_t i = 0; i < l->job->task_count; i++) {
		const struct tree_node *key = l->links->depends_on[i];

		if (key && link_task(l, i, key + 1) < 0)
			return -1;
	}
	return 0;
}

/* The first depends_on of the spec, or NULL. */
static const struct tree_node *
first_depends(const struct linking *l)
{
	for (size_t i = 0; i < l->job->task_count; i++)
		if (l->links->depends_on[i])
			return l->links->depends_on[i];
	return NULL;
}

static int
refuse_contradiction(const struct linking *l, const struct tree_node *depends)
{
	const struct tree_node *edges = l->links->edges;
	const struct tree_node *dag = depends ? depends : edges;
	const struct tree_node *execution = l->links->execution;

	if (depends && edges)
		return tree_refuse(l->tree, depends->at, l->e,
				   "depends_on here and edges on line %u: "
				   "use one of the two",
				   edges->at.line);
	if (dag && execution)
		return tree_refuse(l->tree, dag->at, l->e,
				   "%s here and 'execution: %s' on line %u "
				   "contradict each other: remove one",
				   dag->text, execution[1].text,
				   execution->at.line);
	return 0;
}

static int
link_all(const struct linking *l)
{
	struct job *job = l->job;
	const struct tree_node *depends = first_depends(l);

	if (refuse_contradiction(l, depends) < 0)
		return -1;
	if (depends || l->links->edges) {
		job->execution = EXECUTION_DAG;
		return depends ? link_depends(l) : link_edges(l);
	}
	if (job->execution == EXECUTION_SERIAL)
		for (size_t i = 1; i < job->task_count; i++)
			job_add_dep(job, i, i - 1);
	return 0;
}

static int
refuse_group(const struct linking *l, const struct tree_node *key,
	     const char *remedy)
{
	return tree_refuse(l->tree, key->at, l->e, "'%s' %s", key->text,
			   remedy);
}

static int
mark_primaries(const struct linking *l, const struct tree_node *key)
{
	const struct tree_node *list = key + 1;

	if (l->job->execution != EXECUTION_PARALLEL)
		return refuse_group(l, key,
				    "is for tasks that run together: add "
				    "'execution: parallel' or remove it");
	if (list->count == 0)
		return refuse_group(l, key,
				    "names no task: name one or remove it");
	for (size_t i = 0; i < list->count; i++) {
		size_t task;

		if (find_task(l, &list->items[i], &task) < 0)
			return -1;
		l->job->tasks[task].primary = true;
	}
	l->job->has_primaries = true;
	return 0;
}

/* Delays by name; `default` is for the tasks that are not named. */
static int
name_delays(const struct linking *l, const struct tree_node *map)
{
	for (size_t i = 0; i < map->count; i += 2) {
		const struct tree_node *key = &map->items[i];
		int64_t *to = &l->job->termination_ms;
		size_t task;

		if (strcmp(key->text, "default") != 0) {
			if (find_task(l, key, &task) < 0)
				return -1;
			to = &l->job->tasks[task].termination_ms;
		}
		if (value_duration(l->tree, key, to, l->e) < 0)
			return -1;
	}
	return 0;
}

static int
link_group(const struct linking *l)
{
	const struct tree_node *delay = l->links->termination_delay;

	if (l->links->primary_tasks &&
	    mark_primaries(l, l->links->primary_tasks) < 0)
		return -1;
	if (delay && delay[1].kind == TREE_MAP &&
	    name_delays(l, delay + 1) < 0)
		return -1;
	if (!delay)
		delay = l->links->task_termination;
	if (delay && !l->job->has_primaries)
		return refuse_group(l, delay,
				    "has no effect without 'primary_tasks' in "
				    "the header: add them or remove it");
	return 0;
}

static int
cycle_refused(const struct linking *l, const struct buf *cycle)
{
	const struct tree_node *key = l->links->edges;
	const char *text = buf_text(cycle);
	autofree char *first = mem_copy_n(text, strcspn(text, " "));
	long task = job_find(l->job, first);

	if (!key && task >= 0)
		key = l->links->depends_on[task];
	return tree_refuse(l->tree, key ? key->at : l->tree->docs[0].at, l->e,
			   "tasks wait for each other in a circle: %.*s%s; "
			   "remove one of these dependencies",
			   CYCLE_SHOWN, text,
			   cycle->len > CYCLE_SHOWN ? "..." : "");
}

int
links_apply(const struct tree *t, const struct links *links, struct job *job,
	    struct err *e)
{
	autofree struct name *names = mem_new(job->task_count, sizeof(*names));
	struct linking l = {t, links, job, names, e};
	autobuf struct buf cycle = BUF_INIT;

	if (sort_names(&l) < 0 || link_all(&l) < 0 || link_group(&l) < 0)
		return -1;
	if (dag_order(job, &cycle) < 0)
		return cycle_refused(&l, &cycle);
	return 0;
}
