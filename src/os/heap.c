/* SPDX-License-Identifier: Apache-2.0 */
/* Chunks and segments are of a generation, which heap_fresh ends. */
#include "os/heap.h"

#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "os/chunks.h"

#if defined __has_feature
#if __has_feature(address_sanitizer)
#define OTHER_MALLOC 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined OTHER_MALLOC

void
heap_fresh(void)
{
}

void
heap_replace(void)
{
}

void
heap_forget(void)
{
}

void
heap_trim(void)
{
}

#else

#define SEGMENTS 24 /* of one generation, each twice as large as the one before */
#define SEGMENTS_ASIDE 40
#define SEGMENT_FIRST ((size_t)1 << 18)
/* As much as what is read for a moment takes: what is kept must not come to lie beyond it. */
#define BIG ((size_t)1 << 14)
#define SPARE_MAX ((size_t)1 << 16)
#define HEADER offsetof(struct chunk, next)

/* Before the memory of a chunk that has a mapping of its own; head is where a chunk has it. */
struct mapped {
	struct mapped *next, *last;
	size_t generation;
	size_t head;
};

struct segment {
	char *from, *to;
};

/* What heap_fresh has put aside: the first generation, which stays, then others. */
struct aside {
	struct segment segments[SEGMENTS_ASIDE];
	unsigned count, first;
	struct mapped *mapped; /* not of the first */
};

/* A process has one heap, so this is global; all of it in one page. */
static struct {
	struct chunks chunks;
	struct segment segments[SEGMENTS];
	unsigned count;
	struct mapped *mapped;
	struct mapped *spare; /* one that was freed: what is read comes one by one */
	size_t generation;
	struct aside aside;
} heap __attribute__((aligned(4096)));

static void *
memory_of(struct chunk *c)
{
	return (char *)c + HEADER;
}

static struct chunk *
chunk_of(void *memory)
{
	return (struct chunk *)(void *)((char *)memory - HEADER);
}

static size_t
page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t
mapped_size(const struct mapped *m)
{
	return m->head & ~CHUNK_FLAGS;
}

static bool
is_ours(const void *p)
{
	for (unsigned i = heap.count; i-- > 0;)
		if ((const char *)p >= heap.segments[i].from &&
		    (const char *)p < heap.segments[i].to)
			return true;
	return false;
}

static void *
map(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

/* A new segment with room for a chunk of this size. */
static bool
grow(size_t size)
{
	size_t room = SEGMENT_FIRST << heap.count;
	char *from;

	while (room < size + CHUNK_SPARE)
		room *= 2;
	from = heap.count < SEGMENTS ? map(room) : NULL;
	if (!from && heap.count < SEGMENTS) { /* a limit: just what is wanted */
		room = size + CHUNK_SPARE;
		from = map(room);
	}
	if (!from)
		return false;
	heap.segments[heap.count++] = (struct segment){from, from + room};
	chunks_add(&heap.chunks, from, room);
	return true;
}

static void *
map_alone(size_t size)
{
	size_t page = page_size();
	size_t room = (size + sizeof(struct mapped) + page - 1) / page * page;
	struct mapped *m = heap.spare;

	if (m && mapped_size(m) >= room) {
		heap.spare = NULL;
		room = mapped_size(m);
	} else {
		m = map(room);
	}
	if (!m)
		return NULL;
	*m = (struct mapped){heap.mapped, NULL, heap.generation,
			     room | CHUNK_IN_USE | CHUNK_MAPPED};
	if (m->next)
		m->next->last = m;
	heap.mapped = m;
	return m + 1;
}

/* What a chunk for so many bytes takes; 0 if there cannot be one. */
static size_t
size_for(size_t bytes)
{
	size_t size = (bytes + sizeof(size_t) + CHUNK_UNIT - 1) &
		      ~(CHUNK_UNIT - 1);

	if (bytes > PTRDIFF_MAX)
		return 0;
	return size < sizeof(struct chunk) ? sizeof(struct chunk) : size;
}

/* Not called malloc, of which the compiler has ideas of its own. */
static void *
allocate(size_t bytes)
{
	size_t size = size_for(bytes);
	struct chunk *c = NULL;
	void *p = NULL;

	if (size >= BIG) {
		p = map_alone(size);
	} else if (size) {
		c = chunks_get(&heap.chunks, size);
		if (!c && grow(size))
			c = chunks_get(&heap.chunks, size);
	}
	if (c)
		p = memory_of(c);
	if (!p)
		errno = ENOMEM;
	return p;
}

void *
malloc(size_t bytes)
{
	return allocate(bytes);
}

/* What is old belongs to our parents too, and stays. */
static void
unmap_alone(struct mapped *m)
{
	if (m->generation != heap.generation)
		return;
	if (m->next)
		m->next->last = m->last;
	if (m->last)
		m->last->next = m->next;
	else
		heap.mapped = m->next;
	if (mapped_size(m) > SPARE_MAX ||
	    (heap.spare && mapped_size(heap.spare) >= mapped_size(m))) {
		munmap(m, mapped_size(m));
		return;
	}
	if (heap.spare)
		munmap(heap.spare, mapped_size(heap.spare));
	heap.spare = m;
}

void
free(void *p)
{
	int errnum = errno;
	struct chunk *c;

	if (!p)
		return;
	c = chunk_of(p);
	if (is_ours(p))
		chunks_release(&heap.chunks, c);
	else if (c->head & CHUNK_MAPPED)
		unmap_alone((struct mapped *)p - 1);
	errno = errnum;
}

size_t
malloc_usable_size(void *p)
{
	struct chunk *c = p ? chunk_of(p) : NULL;

	if (!c)
		return 0;
	return chunk_size(c) - (c->head & CHUNK_MAPPED ? sizeof(struct mapped)
						       : sizeof(size_t));
}

void *
calloc(size_t count, size_t size)
{
	size_t bytes;
	void *p;

	if (__builtin_mul_overflow(count, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	p = allocate(bytes);
	if (p)
		memset(p, 0, bytes);
	return p;
}

void *
realloc(void *old, size_t bytes)
{
	size_t had = malloc_usable_size(old), size = size_for(bytes);
	void *p;

	if (!old)
		return allocate(bytes);
	if (size && bytes <= had && (bytes > had / 2 || had < 256))
		return old;
	if (size && bytes > had && size < BIG && is_ours(old) &&
	    chunks_stretch(&heap.chunks, chunk_of(old), size))
		return old;
	p = allocate(bytes);
	if (!p)
		return NULL;
	memcpy(p, old, had < bytes ? had : bytes);
	free(old);
	return p;
}

/* Nobody asks for more than any malloc(3) gives. */
void *
memalign(size_t alignment, size_t bytes)
{
	if (alignment <= CHUNK_UNIT)
		return allocate(bytes);
	errno = ENOMEM;
	return NULL;
}

void *
aligned_alloc(size_t alignment, size_t bytes)
{
	return memalign(alignment, bytes);
}

int
posix_memalign(void **p, size_t alignment, size_t bytes)
{
	void *memory = memalign(alignment, bytes);

	if (!memory)
		return ENOMEM;
	*p = memory;
	return 0;
}

static void
give_back(char *from, char *to)
{
	uintptr_t page = page_size();
	uintptr_t first = ((uintptr_t)from + page - 1) / page * page;
	uintptr_t end = (uintptr_t)to / page * page;

	if (first < end)
		madvise((void *)first, end - first, MADV_DONTNEED);
}

void
heap_trim(void)
{
	if (heap.spare)
		munmap(heap.spare, mapped_size(heap.spare));
	heap.spare = NULL;
	chunks_give(&heap.chunks, page_size(), give_back);
}

static void
begin(void)
{
	memset(&heap.chunks, 0, sizeof(heap.chunks));
	heap.count = 0;
	heap.mapped = NULL;
	heap.generation++;
}

static void
unmap_all(const struct segment *segments, unsigned count, struct mapped *mapped)
{
	for (unsigned i = 0; i < count; i++)
		munmap(segments[i].from,
		       (size_t)(segments[i].to - segments[i].from));
	while (mapped) {
		struct mapped *next = mapped->next;

		munmap(mapped, mapped_size(mapped));
		mapped = next;
	}
}

/* So few generations are there at a time that there always is room. */
static void
put_aside(void)
{
	bool first = heap.generation == 0;
	struct mapped **end = &heap.aside.mapped;

	for (unsigned i = 0;
	     i < heap.count && heap.aside.count < SEGMENTS_ASIDE; i++)
		heap.aside.segments[heap.aside.count++] = heap.segments[i];
	if (first) {
		heap.aside.first = heap.aside.count;
		return;
	}
	while (*end)
		end = &(*end)->next;
	*end = heap.mapped;
}

void
heap_fresh(void)
{
	heap_trim();
	put_aside();
	begin();
}

void
heap_replace(void)
{
	heap_trim();
	unmap_all(heap.segments, heap.count, heap.mapped);
	begin();
}

void
heap_forget(void)
{
	unmap_all(heap.aside.segments + heap.aside.first,
		  heap.aside.count - heap.aside.first, heap.aside.mapped);
	heap.aside.count = heap.aside.first;
	heap.aside.mapped = NULL;
}

#endif
