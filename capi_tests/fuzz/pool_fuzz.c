/* A pool's description, and lines behind it that set options of the pool as `name=value`. What was
 * accepted has a text, of which the same pool is made. */
#include "fuzz.h"

static char* description_of(const coppice_pool* pool) {
  int64_t needed = 0;
  assert_int_equal(coppice_pool_describe(pool, NULL, 0, &needed), COPPICE_BUFFER_TOO_SMALL);
  char* text = malloc((size_t)needed);
  assert_non_null(text);
  check_ok(coppice_pool_describe(pool, text, needed, &needed));
  return text;
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  char* text = as_text(bytes, size);
  char* rest = strchr(text, '\n');
  if (rest != NULL) *rest++ = '\0';
  coppice_pool* pool = NULL;
  if (accepted(coppice_pool_create(text, &pool))) {
    while (rest != NULL) {
      char* const line = rest;
      rest = strchr(rest, '\n');
      if (rest != NULL) *rest++ = '\0';
      char* const value = strchr(line, '=');
      if (value == NULL) break;
      *value = '\0';
      accepted(coppice_pool_set_string(pool, line, value + 1));
    }
    char* const described = description_of(pool);
    coppice_pool* again = NULL;
    check_ok(coppice_pool_create(described, &again));
    char* const described_again = description_of(again);
    assert_string_equal(described, described_again);
    coppice_pool_free(again);
    free(described_again);
    free(described);
    coppice_solver* solver = NULL;
    check_ok(coppice_solver_create("cgens", &solver));
    check_ok(coppice_solver_set_pool(solver, pool));
    coppice_solver_free(solver);
  }
  coppice_pool_free(pool);
  free(text);
  return 0;
}
