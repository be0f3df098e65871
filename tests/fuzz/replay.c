/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay TARGET FILE...: give files to a target, whatever compiler there is.  Each is
 * named before, so the last one named is the one that broke it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "fuzz.h"

static int
read_file(const char *path, struct buf *to)
{
	FILE *f = fopen(path, "rb");
	size_t n;

	if (!f)
		return -1;
	while ((n = fread(buf_room(to, 4096), 1, 4096, f)) > 0)
		to->len += n;
	n = (size_t)ferror(f);
	fclose(f);
	return n ? -1 : 0;
}

int
main(int argc, char **argv)
{
	const struct fuzz_target *target = argc > 2 ? fuzz_find(argv[1]) : NULL;

	if (!target) {
		fprintf(stderr, "usage: replay TARGET FILE...\n");
		return 2;
	}
	for (int i = 2; i < argc; i++) {
		autobuf struct buf text = BUF_INIT;
		char *exact;

		printf("%s %s\n", target->name, argv[i]);
		fflush(stdout);
		if (read_file(argv[i], &text) < 0) {
			perror(argv[i]);
			return 1;
		}
		/* no byte more than there are, so that the sanitizer sees */
		exact = malloc(text.len ? text.len : 1);
		must(exact != NULL);
		for (size_t k = 0; k < text.len; k++)
			exact[k] = text.data[k];
		target->run(exact, text.len);
		free(exact);
	}
	return 0;
}
