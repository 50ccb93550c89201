/* See rival.h. */
#include "rival.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static coppice_solver* solver_of(const rival* r, const char* options) {
  coppice_solver* solver = NULL;
  coppice_pool* pool = NULL;
  must(coppice_solver_create(r->method, &solver));
  must(coppice_pool_create(r->pool, &pool));
  must(coppice_solver_set_pool(solver, pool));
  coppice_pool_free(pool);
  if (strncmp(r->method, "cgens", 5) == 0) /* as in its paper, and as is usual for its rivals */
    must(coppice_solver_set_int(solver, "columns_per_iteration", 1));
  set_options(solver, options);
  return solver;
}

static void choose(coppice_solver* solver, const rival* r, split* s, int folds, int64_t seed,
                   char* note, size_t size) {
  const int several = strchr(r->learners, ',') != NULL;
  char text[64];
  if (r->option == NULL && !several) {
    must(coppice_solver_set_int(solver, "learners", atoi(r->learners)));
    must(coppice_solver_set_int(solver, "seed", seed));
    return;
  }
  const choice chosen =
      cross_validate(solver, s->train, r->option, r->values, r->learners, folds, seed);
  if (r->option == NULL)
    snprintf(text, sizeof text, "%ld", (long)chosen.learners);
  else if (!several)
    snprintf(text, sizeof text, "%g", chosen.value);
  else
    snprintf(text, sizeof text, "%g %ld", chosen.value, (long)chosen.learners);
  note_choice(note, size, text);
}

double error_of_rival(const rival* r, const char* options, split* s, int folds, int64_t seed,
                      char* note, size_t size) {
  coppice_solver* solver = solver_of(r, options);
  choose(solver, r, s, folds, seed, note, size);
  coppice_model* model = fit(solver, s->train);
  const double error = 100 * error_rate(model, s->test);
  coppice_model_free(model);
  coppice_solver_free(solver);
  return error;
}
