/* Where the matrix of the kernel is larger than the memory for its rows, rows rest: the optimum is
 * that of a fit with memory for all of it (which c.svm_optimum compares with LIBSVM's), for every
 * kernel and method, from nothing and from the solution of another cost, with rare classes, for
 * every number of threads; and what is stopped meanwhile is a model. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cross_validated.h"
#include "kernel_fits.h"
#include "training.h"

/* So many rows of the matrix have room, as the value of option cache. */
static void give_room(coppice_solver* solver, const table* t, double rows) {
  check_ok(coppice_solver_set_double(solver, "cache", rows * 8 * (double)t->rows / 1e6));
}

static coppice_solver* machine(const char* method, const char* kernel, const char* options) {
  coppice_solver* solver = solver_of_method(method, options);
  check_ok(coppice_solver_set_string(solver, "kernel", kernel));
  check_ok(coppice_solver_set_string(solver, "solver", "working-sets"));
  check_ok(coppice_solver_set_double(solver, "tolerance", 1e-7));
  return solver;
}

static coppice_model* fit(coppice_solver* solver, coppice_dataset* data) {
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  return model;
}

/* The first is at the optimum to 1e-7, so both objectives of the other lie around its own. */
static void check_same_optimum(const coppice_model* much, const coppice_model* little,
                               const table* t) {
  check_text(little, "stop_reason", "tolerance");
  const double P = quantity_of(much, "objective");
  assert_true(quantity_of(little, "gap") <= 1e-7);
  assert_true(fabs(quantity_of(little, "objective") - P) <= 2e-7 * fabs(P));
  assert_true(quantity_of(little, "dual_objective") <= P * (1 + 1e-12));
  double* f = decisions_of(much, t);
  double* g = decisions_of(little, t);
  for (int64_t i = 0; i < t->rows; ++i) assert_true(fabs(f[i] - g[i]) <= 1e-2 * (1 + fabs(f[i])));
  free(f);
  free(g);
}

static void check_room(const table* t, coppice_dataset* data, const char* method,
                       const char* kernel, const char* options, double rows) {
  coppice_model* much = fit(machine(method, kernel, options), data);
  coppice_solver* solver = machine(method, kernel, options);
  give_room(solver, t, rows);
  coppice_model* little = fit(solver, data);
  check_same_optimum(much, little, t);
  coppice_model_free(much);
  coppice_model_free(little);
}

/* Room for 3 rows, for the rows of a working set, and for a third of the matrix: rows rest from the
 * beginning, most of the time, and late. */
static void the_optimum_is_that_of_all_rows(void** state) {
  (void)state;
  table* t = table_load("digits.svm", "3", "8");
  coppice_dataset* data = table_dataset(t);
  static const char* const kernels[] = {"gaussian(gamma=0.002)", "perceptron", "stump",
                                        "product(linear,laplacian(gamma=0.01))"};
  static const char* const costs[] = {"C=1e-4", "C=0.01", "C=10"};
  static const double rooms[] = {3, 64, 0.34};
  for (int k = 0; k < 4; ++k)
    for (int c = 0; c < 3; ++c)
      check_room(
          t, data, "svm", kernels[k], costs[c],
          rooms[(k + c) % 3] < 1 ? rooms[(k + c) % 3] * (double)t->rows : rooms[(k + c) % 3]);
  coppice_dataset_free(data);
  table_free(t);
}

/* Of regression every row is two of the problem; those of one class begin with coefficients. */
static void other_problems_rest_too(void** state) {
  (void)state;
  table* t = table_load("breast-cancer-diagnostic.svm", "-1", "1");
  for (int64_t i = 0; i < t->rows; ++i) t->labels[i] = t->x[i * t->features];
  coppice_dataset* data = table_dataset(t);
  check_room(t, data, "svr", "sum(stump,linear)", "C=1e-4", 20);
  check_room(t, data, "one-class", "gaussian(gamma=1e-5)", "nu=0.2", 20);
  coppice_dataset_free(data);
  table_free(t);
}

/* The first sample has no row of the rare class, whose weights are large. */
static void a_rare_class_is_found(void** state) {
  (void)state;
  table* t = table_random(3000, 5, 1000, 3);
  for (int64_t i = 0; i < t->rows; ++i) {
    t->labels[i] = i % 1000 == 7 ? 1 : -1;
    t->weights[i] = i % 1000 == 7 ? 100 : 1;
  }
  coppice_dataset* data = table_dataset(t);
  check_room(t, data, "svm", "gaussian(gamma=1e-5)", "C=1", 4);
  coppice_dataset_free(data);
  table_free(t);
}

/* Each cost starts from the solution of the one before. */
static void costs_follow_one_another(void** state) {
  (void)state;
  table* t = table_load("ionosphere.svm", "-1", "1");
  cross_validated found[2];
  for (int k = 0; k < 2; ++k) {
    coppice_solver* solver = machine("svm", "perceptron", "seed=4");
    check_ok(coppice_solver_set_grid(solver, "C", "0.001,0.01,0.1,1,10"));
    check_ok(coppice_solver_set_string(solver, "criterion", "auc"));
    if (k == 1) give_room(solver, t, 4);
    found[k] = cross_validate(solver, t, 4);
    coppice_solver_free(solver);
  }
  for (int64_t point = 0; point < 5; ++point)
    check_close(found[1].criterion[point], found[0].criterion[point], 1e-3);
  table_free(t);
}

static coppice_solver* with_little_room(void) {
  coppice_solver* solver = machine("svm", "gaussian(gamma=1e-4)", "C=1");
  check_ok(coppice_solver_set_double(solver, "cache", 0.5));
  return solver;
}

static void threads_do_not_matter(void** state) {
  (void)state;
  table* t = table_random(3000, 6, 300, 6);
  check_threads_do_not_matter(t, with_little_room);
  table_free(t);
}

static void stopped_fits_leave_a_model(void** state) {
  (void)state;
  table* t = table_random(2000, 6, 300, 6);
  coppice_dataset* data = table_dataset(t);
  check_stopped_fits(t, data, with_little_room, 1e-6);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_optimum_is_that_of_all_rows),
                                     cmocka_unit_test(other_problems_rest_too),
                                     cmocka_unit_test(a_rare_class_is_found),
                                     cmocka_unit_test(costs_follow_one_another),
                                     cmocka_unit_test(threads_do_not_matter),
                                     cmocka_unit_test(stopped_fits_leave_a_model)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
