/* SPDX-License-Identifier: Apache-2.0 */
#include "store/keys_table.h"

#include <string.h>

#include "base/text.h"

#define KEYS_MAX 40 /* keys of the largest table, with room */

void
keys_note_ignored(const struct reading *r, const struct tree_node *key)
{
	if (r->notes)
		buf_printf(r->notes,
			   "%s:%u: '%s' means nothing to a local pool "
			   "and is ignored\n",
			   r->tree->file, key->at.line, key->text);
}

const struct key *
keys_find(const struct key_table *table, const char *name)
{
	for (size_t i = 0; i < table->count; i++)
		if (!strcmp(table->keys[i].name, name))
			return &table->keys[i];
	return NULL;
}

/* What it is called in compose files, workflows and the like; NULL if nothing is. */
static const char *
key_elsewhere(const struct key_table *table, const char *word)
{
	static const struct {
		const char *word, *key;
	} elsewhere[] = {
		{"command", "run"},	  {"commands", "run"},
		{"cmd", "run"},		  {"script", "run"},
		{"exec", "run"},	  {"steps", "run"},
		{"needs", "depends_on"},  {"after", "depends_on"},
		{"requires", "depends_on"}, {"dependencies", "depends_on"},
		{"env", "envs"},	  {"environment", "envs"},
		{"cwd", "workdir"},	  {"working_dir", "workdir"},
		{"working-directory", "workdir"}, {"queue", "pool"},
	};

	for (size_t i = 0; i < sizeof(elsewhere) / sizeof(elsewhere[0]); i++) {
		const struct key *key = keys_find(table, elsewhere[i].key);

		if (!strcmp(elsewhere[i].word, word) && key && !key->refusal)
			return key->name;
	}
	return NULL;
}

static int
refuse_unknown(const struct reading *r, const struct key_table *table,
	       const struct tree_node *key)
{
	const char *names[KEYS_MAX];
	const char *nearest;
	size_t count = 0;

	for (size_t i = 0; i < table->count && count < KEYS_MAX; i++)
		if (!table->keys[i].refusal)
			names[count++] = table->keys[i].name;
	nearest = key_elsewhere(table, key->text);
	if (!nearest)
		nearest = text_nearest(key->text, names, count);
	if (nearest)
		return tree_refuse(r->tree, key->at, r->e,
				   "unknown key '%.60s' in %s "
				   "(did you mean '%s'?)",
				   key->text, table->where, nearest);
	return tree_refuse(r->tree, key->at, r->e,
			   "unknown key '%.60s' in %s: remove it, "
			   "mj-spec(5) lists the keys",
			   key->text, table->where);
}

static int
read_key(struct reading *r, const struct key_table *table,
	 const struct tree_node *node)
{
	const struct key *key = keys_find(table, node->text);

	if (!key)
		return refuse_unknown(r, table, node);
	if (key->of_job && r->task && !r->single)
		return tree_refuse(r->tree, node->at, r->e,
				   "'%s' is the whole job's: move it to a "
				   "header, a first document without run and "
				   "setup",
				   key->name);
	if (key->refusal)
		return tree_refuse(r->tree, node->at, r->e, "'%s' %s",
				   key->name, key->refusal);
	if (key->read)
		return key->read(r, node);
	keys_note_ignored(r, node);
	return 0;
}

int
keys_read_table(struct reading *r, const struct key_table *table,
	   const struct tree_node *map)
{
	for (size_t i = 0; i < map->count; i += 2)
		if (read_key(r, table, &map->items[i]) < 0)
			return -1;
	return 0;
}
