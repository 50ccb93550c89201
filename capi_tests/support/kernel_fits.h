/* What holds of every fit of a kernel machine: the number of threads does not matter, and wherever
 * it is stopped or cancelled, it leaves what it should. */
#ifndef COPPICE_TESTS_KERNEL_FITS_H
#define COPPICE_TESTS_KERNEL_FITS_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "training.h"

typedef struct stopping {
  int64_t at; /* the report, from 1, that is answered with `answer` */
  int64_t heard;
  coppice_action answer;
} stopping;

static inline coppice_action stop_at(void* user, const coppice_progress_info* info) {
  stopping* when = user;
  (void)info;
  return ++when->heard >= when->at ? when->answer : COPPICE_CONTINUE;
}

static inline coppice_status fit_until(coppice_solver* solver, coppice_dataset* data,
                                       stopping* when, coppice_model** out) {
  check_ok(coppice_solver_set_progress(solver, stop_at, when));
  const coppice_status status = coppice_solver_fit(solver, data, out);
  coppice_solver_free(solver);
  return status;
}

/* Wherever it is stopped there is a model, whose bounds hold the optimum between them, to within
 * `tolerance`, and whose file is read. How often a fit reports depends on the time it takes, so it
 * is stopped later and later until it ends by itself. */
static inline void check_stopped_fits(const table* t, coppice_dataset* data,
                                      coppice_solver* (*make)(void), double tolerance) {
  coppice_model* whole = NULL;
  stopping never = {INT64_MAX, 0, COPPICE_STOP};
  check_ok(fit_until(make(), data, &never, &whole));
  const double optimum = quantity_of(whole, "objective");
  coppice_model_free(whole);
  double least = INFINITY;
  bool ended = false;
  for (int64_t at = 1; !ended; at *= 2) {
    stopping when = {at, 0, COPPICE_STOP};
    coppice_model* model = NULL;
    check_ok(fit_until(make(), data, &when, &model));
    ended = when.heard < at;
    coppice_model* again = reloaded(model, "json");
    double* f = decisions_of(model, t);
    double* g = decisions_of(again, t);
    assert_memory_equal(f, g, (size_t)t->rows * sizeof *f);
    for (int64_t i = 0; i < t->rows; ++i) assert_true(isfinite(f[i]));
    free(f);
    free(g);
    if (count_of(model, "iterations") > 0) {
      assert_true(quantity_of(model, "objective") >= optimum * (1 - tolerance));
      assert_true(quantity_of(model, "dual_objective") <= optimum * (1 + tolerance));
      assert_true(quantity_of(model, "objective") <= least * (1 + 1e-12));
      least = quantity_of(model, "objective");
    }
    coppice_model_free(again);
    coppice_model_free(model);
  }
  assert_true(least <= optimum * (1 + tolerance));
  stopping when = {2, 0, COPPICE_CANCEL};
  coppice_model* none = NULL;
  check_error(fit_until(make(), data, &when, &none), COPPICE_CANCELLED, "");
  assert_null(none);
}

static inline void check_threads_do_not_matter(const table* t, coppice_solver* (*make)(void)) {
  coppice_dataset* data = table_dataset(t);
  coppice_model* models[2] = {NULL, NULL};
  for (int k = 0; k < 2; ++k) {
    coppice_solver* solver = make();
    check_ok(coppice_solver_set_int(solver, "threads", k == 0 ? 1 : 3));
    check_ok(coppice_solver_fit(solver, data, &models[k]));
    coppice_solver_free(solver);
  }
  check_same_array(models[0], models[1], "coefficients");
  check_same_array(models[0], models[1], "bias");
  coppice_model_free(models[0]);
  coppice_model_free(models[1]);
  coppice_dataset_free(data);
}

#endif
