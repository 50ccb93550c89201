/* Preloaded into the program: allocation number ALLOCATION_FAILS, counted from 0, fails, and where
 * ALL_LATER is set all that come after it do, too. Without ALLOCATION_FAILS the number of
 * allocations is printed at the end. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* block, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);

static long allocations;
static long failing = -1;
static bool all_later;

__attribute__((constructor)) static void begin(void) {
  const char* number = getenv("ALLOCATION_FAILS");
  if (number != NULL) failing = strtol(number, NULL, 10);
  all_later = getenv("ALL_LATER") != NULL;
}

__attribute__((destructor)) static void end(void) {
  if (failing < 0) fprintf(stderr, "%ld\n", __atomic_load_n(&allocations, __ATOMIC_SEQ_CST));
}

static bool fails(void) {
  const long now = __atomic_fetch_add(&allocations, 1, __ATOMIC_SEQ_CST);
  const bool fail = failing >= 0 && (now == failing || (all_later && now > failing));
  if (fail) errno = ENOMEM;
  return fail;
}

void* malloc(size_t size) {
  return fails() ? NULL : __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  return fails() ? NULL : __libc_calloc(count, size);
}
void* realloc(void* block, size_t size) {
  return fails() ? NULL : __libc_realloc(block, size);
}
void* memalign(size_t alignment, size_t size) {
  return fails() ? NULL : __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}
int posix_memalign(void** out, size_t alignment, size_t size) {
  void* block = memalign(alignment, size);
  if (block == NULL) return ENOMEM;
  *out = block;
  return 0;
}
