/* A pool's description, and lines behind it that set options of the pool as `name=value`. */
#include "fuzz.h"

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
    coppice_solver* solver = NULL;
    check_ok(coppice_solver_create("cgens", &solver));
    check_ok(coppice_solver_set_pool(solver, pool));
    coppice_solver_free(solver);
  }
  coppice_pool_free(pool);
  free(text);
  return 0;
}
