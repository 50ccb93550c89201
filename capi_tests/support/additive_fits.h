/* Fits of the SVM with additive kernels, and that both of their solvers reach the same optimum. */
#ifndef COPPICE_TESTS_ADDITIVE_FITS_H
#define COPPICE_TESTS_ADDITIVE_FITS_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "training.h"

static const char* const additive_kernels[] = {"stump", "middle-stump", "histogram-intersection",
                                               "sum(stump,middle-stump)", "stump@some"};
enum { ADDITIVE_KERNELS = sizeof additive_kernels / sizeof *additive_kernels };

static inline coppice_dataset* with_view(const table* t) {
  static const int64_t some[] = {0, 2};
  coppice_dataset* data = table_dataset(t);
  check_ok(coppice_dataset_add_view(data, "some", some, 2));
  return data;
}

static inline coppice_solver* svm(const char* kernel, double C, double tolerance,
                                  const char* solver) {
  coppice_solver* made = solver_of_method("svm", "");
  check_ok(coppice_solver_set_string(made, "kernel", kernel));
  check_ok(coppice_solver_set_double(made, "C", C));
  check_ok(coppice_solver_set_double(made, "tolerance", tolerance));
  check_ok(coppice_solver_set_string(made, "solver", solver));
  return made;
}

static inline coppice_model* fit(coppice_solver* solver, coppice_dataset* data) {
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  return model;
}

/* Both are certified; near the optimum decision values are alike. */
static inline void check_same_optimum(const table* t, const char* kernel, double C,
                                      double tolerance) {
  coppice_dataset* data = with_view(t);
  coppice_model* newton = fit(svm(kernel, C, tolerance, "newton"), data);
  coppice_model* sets = fit(svm(kernel, C, tolerance, "working-sets"), data);
  const double P = quantity_of(newton, "objective"), D = quantity_of(newton, "dual_objective");
  const double other_P = quantity_of(sets, "objective");
  const double other_D = quantity_of(sets, "dual_objective");
  const double slack = 1e-9 * other_P;
  if (P > other_P + tolerance * P + slack || D < other_D - tolerance * P - slack)
    print_message("%s, C %g: %.12g >= .. >= %.12g, working sets %.12g >= .. >= %.12g\n", kernel, C,
                  P, D, other_P, other_D);
  check_text(newton, "stop_reason", "tolerance");
  check_text(sets, "stop_reason", "tolerance");
  assert_true(other_P - other_D <= tolerance * other_P);
  assert_true(P >= other_D - slack && other_P >= D - slack);
  assert_true(P - D <= tolerance * P);
  double* f = decisions_of(newton, t);
  double* g = decisions_of(sets, t);
  for (int64_t i = 0; tolerance <= 1e-6 && i < t->rows; ++i)
    assert_true(fabs(f[i] - g[i]) <= 1e-2 * (1 + fabs(g[i])));
  free(f);
  free(g);
  coppice_model_free(newton);
  coppice_model_free(sets);
  coppice_dataset_free(data);
}

#endif
