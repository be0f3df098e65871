/* SPDX-License-Identifier: Apache-2.0 */
#include "store/yaml.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/mem.h"

#define ANCHORS "anchors and aliases are not allowed: write the value out"

/* A tree being built from events. */
struct build {
	struct tree *tree;
	const char *text;
	size_t len;
	struct err *e;
	struct tree_node *open[YAML_DEPTH_MAX]; /* around the next event */
	unsigned depth;				/* of open */
	size_t nodes;				/* made so far */
};

static struct tree_place
place(const yaml_mark_t *mark)
{
	return (struct tree_place){(unsigned)mark->line + 1,
				   (unsigned)mark->column + 1};
}

static bool
ends_line(const char *text, size_t i, size_t len)
{
	if (text[i] == '\r')
		return i + 1 == len || text[i + 1] != '\n';
	return text[i] == '\n';
}

/* Where the byte at offset stands, in characters as libyaml counts them. */
static struct tree_place
place_of(const struct build *b, size_t offset)
{
	struct tree_place at = {1, 1};

	for (size_t i = 0; i < offset && i < b->len; i++) {
		if (ends_line(b->text, i, b->len)) {
			at.line++;
			at.column = 1;
		} else if ((b->text[i] & 0xc0) != 0x80) {
			at.column++;
		}
	}
	return at;
}

/* Find a tab in the indentation of at->line; *at becomes its place. */
static bool
tab_indents(const struct build *b, struct tree_place *at)
{
	unsigned line = 1;
	size_t i = 0, start;

	for (; i < b->len && line < at->line; i++)
		line += ends_line(b->text, i, b->len);
	start = i;
	while (i < b->len && b->text[i] == ' ')
		i++;
	if (i == b->len || b->text[i] != '\t')
		return false;
	at->column = (unsigned)(i - start) + 1;
	return true;
}

static int
bytes_refused(const struct build *b, const yaml_parser_t *parser)
{
	struct tree_place at = place_of(b, parser->problem_offset);

	if (strstr(parser->problem, "control"))
		return tree_refuse(b->tree, at, b->e,
				   "a control character: remove it");
	return tree_refuse(b->tree, at, b->e,
			   "not valid UTF-8: save the file as UTF-8");
}

/* Say in *b->e what libyaml found wrong. */
static int
syntax_refused(const struct build *b, const yaml_parser_t *parser)
{
	struct tree_place at = place(&parser->problem_mark);

	if (parser->error == YAML_MEMORY_ERROR)
		abort();
	if (parser->error == YAML_READER_ERROR)
		return bytes_refused(b, parser);
	if (tab_indents(b, &at))
		return tree_refuse(b->tree, at, b->e,
				   "tabs cannot indent YAML: use spaces");
	if (!parser->context)
		return tree_refuse(b->tree, at, b->e,
				   "%s: check indentation, colons and quotes",
				   parser->problem);
	return tree_refuse(b->tree, at, b->e,
			   "%s %s that starts on line %u: "
			   "check indentation, colons and quotes",
			   parser->problem, parser->context,
			   (unsigned)parser->context_mark.line + 1);
}

static int
place_order(const struct tree_node *a, const struct tree_node *b)
{
	if (a->at.line != b->at.line)
		return a->at.line < b->at.line ? -1 : 1;
	return a->at.column < b->at.column ? -1 : 1;
}

static int
key_order(const void *a, const void *b)
{
	const struct tree_node *x = *(const struct tree_node *const *)a;
	const struct tree_node *y = *(const struct tree_node *const *)b;
	int order = strcmp(x->text, y->text);

	return order ? order : place_order(x, y);
}

/* Sorted, as a mapping may have as many keys as fit into the text. */
static int
refuse_duplicates(const struct build *b, const struct tree_node *map)
{
	size_t count = map->count / 2;
	autofree const struct tree_node **keys = mem_new(count, sizeof(*keys));

	for (size_t i = 0; i < count; i++)
		keys[i] = &map->items[2 * i];
	qsort(keys, count, sizeof(*keys), key_order);
	for (size_t i = 1; i < count; i++)
		if (!strcmp(keys[i - 1]->text, keys[i]->text))
			return tree_refuse(b->tree, keys[i]->at, b->e,
					   "key '%.60s' is here twice "
					   "(first on line %u): remove one",
					   keys[i]->text, keys[i - 1]->at.line);
	return 0;
}

/* The new node at the end of what is open, or NULL with *b->e. */
static struct tree_node *
add_node(struct build *b, enum tree_kind kind, struct tree_place at)
{
	struct tree_node *in = b->depth ? b->open[b->depth - 1] : NULL;
	struct tree_node **array = in ? &in->items : &b->tree->docs;
	size_t *count = in ? &in->count : &b->tree->count;
	size_t *cap = in ? &in->cap : &b->tree->cap;
	struct tree_node *node;

	if (b->nodes++ == YAML_NODES_MAX) {
		tree_refuse(b->tree, at, b->e,
			    "more than %d keys and values: write less of them",
			    YAML_NODES_MAX);
		return NULL;
	}
	if (in && in->kind == TREE_MAP && *count % 2 == 0 &&
	    kind != TREE_TEXT) {
		tree_refuse(b->tree, at, b->e,
			    "a key must be text: quote it if it is meant so");
		return NULL;
	}
	*array = mem_grow(*array, *count, cap, sizeof(*node));
	node = &(*array)[(*count)++];
	*node = (struct tree_node){.kind = kind, .at = at};
	return node;
}

static bool
is_key(const struct build *b)
{
	const struct tree_node *in = b->depth ? b->open[b->depth - 1] : NULL;

	return in && in->kind == TREE_MAP && in->count % 2 == 1;
}

/* Refuse what may stand before any value: its anchor, its tag. */
static int
refuse_marks(const struct build *b, const yaml_event_t *event,
	     const yaml_char_t *anchor, const yaml_char_t *tag)
{
	struct tree_place at = place(&event->start_mark);

	if (anchor)
		return tree_refuse(b->tree, at, b->e, ANCHORS);
	if (tag)
		return tree_refuse(b->tree, at, b->e,
				   "tags are not allowed: remove this one, "
				   "values are text as they stand");
	return 0;
}

static int
on_scalar(struct build *b, const yaml_event_t *event)
{
	const char *text = (const char *)event->data.scalar.value;
	size_t len = event->data.scalar.length;
	struct tree_place at = place(&event->start_mark);
	struct tree_node *node;

	if (refuse_marks(b, event, event->data.scalar.anchor,
			 event->data.scalar.tag) < 0)
		return -1;
	if (memchr(text, '\0', len))
		return tree_refuse(
			b->tree, at, b->e,
			"a NUL (\\0) cannot be in a text: remove it");
	node = add_node(b, TREE_TEXT, at);
	if (!node)
		return -1;
	node->text = mem_copy_n(text, len);
	node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	if (is_key(b) && node->plain && !strcmp(node->text, "<<"))
		return tree_refuse(b->tree, at, b->e,
				   "merge keys are not allowed: "
				   "write the keys out");
	return 0;
}

static int
on_open(struct build *b, const yaml_event_t *event, enum tree_kind kind)
{
	bool list = kind == TREE_LIST;
	struct tree_place at = place(&event->start_mark);
	struct tree_node *node;

	if (refuse_marks(b, event,
			 list ? event->data.sequence_start.anchor
			      : event->data.mapping_start.anchor,
			 list ? event->data.sequence_start.tag
			      : event->data.mapping_start.tag) < 0)
		return -1;
	if (b->depth == YAML_DEPTH_MAX)
		return tree_refuse(b->tree, at, b->e,
				   "nested deeper than %d levels: "
				   "write it flatter",
				   YAML_DEPTH_MAX);
	node = add_node(b, kind, at);
	if (!node)
		return -1;
	b->open[b->depth++] = node;
	return 0;
}

static int
on_document_start(const struct build *b, const yaml_event_t *event)
{
	if (event->data.document_start.tag_directives.start ==
	    event->data.document_start.tag_directives.end)
		return 0;
	return tree_refuse(b->tree, place(&event->start_mark), b->e,
			   "tags are not allowed: remove the %%TAG line");
}

static int
on_document_end(const struct build *b)
{
	const struct tree_node *root = &b->tree->docs[b->tree->count - 1];

	if (!tree_null(root))
		return 0;
	return tree_refuse(b->tree, root->at, b->e,
			   "an empty document: remove its '---' or fill it");
}

static int
on_event(struct build *b, const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_DOCUMENT_START_EVENT:
		return on_document_start(b, event);
	case YAML_DOCUMENT_END_EVENT:
		return on_document_end(b);
	case YAML_ALIAS_EVENT:
		return tree_refuse(b->tree, place(&event->start_mark), b->e,
				   ANCHORS);
	case YAML_SCALAR_EVENT:
		return on_scalar(b, event);
	case YAML_SEQUENCE_START_EVENT:
		return on_open(b, event, TREE_LIST);
	case YAML_MAPPING_START_EVENT:
		return on_open(b, event, TREE_MAP);
	case YAML_SEQUENCE_END_EVENT:
		b->depth--;
		return 0;
	case YAML_MAPPING_END_EVENT:
		return refuse_duplicates(b, b->open[--b->depth]);
	case YAML_NO_EVENT:
	case YAML_STREAM_START_EVENT:
	case YAML_STREAM_END_EVENT:
		return 0;
	}
	return 0;
}

/* Not libyaml's own documents: they are built before one can look. */
static int
read_events(struct build *b, yaml_parser_t *parser)
{
	bool more = true;

	while (more) {
		yaml_event_t event;
		int failed;

		if (!yaml_parser_parse(parser, &event))
			return syntax_refused(b, parser);
		more = event.type != YAML_STREAM_END_EVENT;
		failed = on_event(b, &event);
		yaml_event_delete(&event);
		if (failed)
			return -1;
	}
	return 0;
}

static int
refuse_encoding(const struct build *b)
{
	const char *nul = memchr(b->text, '\0', b->len);

	if (b->len >= 2 && (!memcmp(b->text, "\xff\xfe", 2) ||
			    !memcmp(b->text, "\xfe\xff", 2)))
		return tree_refuse(b->tree, (struct tree_place){1, 1}, b->e,
				   "UTF-16 text: save the file as UTF-8");
	if (nul)
		return tree_refuse(b->tree,
				   place_of(b, (size_t)(nul - b->text)), b->e,
				   "a NUL byte: save the file as UTF-8 text");
	return 0;
}

int
yaml_read(struct tree *t, const char *text, size_t len, struct err *e)
{
	struct build b = {.tree = t, .text = text, .len = len, .e = e};
	yaml_parser_t parser;
	int result;

	/* libyaml would count a byte order mark as a column. */
	if (len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) {
		b.text += 3;
		b.len -= 3;
	}
	if (refuse_encoding(&b) < 0)
		return -1;
	if (!yaml_parser_initialize(&parser))
		abort();
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&parser, (const unsigned char *)b.text,
				     b.len);
	result = read_events(&b, &parser);
	yaml_parser_delete(&parser);
	return result;
}
