/* Kernels are positive semidefinite on coefficients of sum 0, which is all that the SVM asks of
 * them (theorems 4 and 10 of Lin & Li). A machine of two training rows tells differences of
 * kernels, f(x) - b = c (K(x, x_i) - K(x, x_0)), and these the matrix
 *
 *     G_ik = K(x_i, x_k) - K(x_i, x_0) - K(x_0, x_k) + K(x_0, x_0),
 *
 * which is positive semidefinite if and only if K is so for such coefficients. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "training.h"

enum { ROWS = 24, FEATURES = 3 };

/* Values of halves and quarters in [0, 1], so that rows share values, and two equal rows. */
static table* points(void) {
  table* t = table_random(ROWS, FEATURES, 5, 3);
  for (int64_t k = 0; k < ROWS * FEATURES; ++k) t->x[k] /= 4;
  for (int64_t d = 0; d < FEATURES; ++d) t->x[(ROWS - 1) * FEATURES + d] = t->x[2 * FEATURES + d];
  return t;
}

static coppice_action distance(void* user, const double* x, int64_t count, const double* z,
                               int64_t others, int64_t features, double* out) {
  (void)user;
  for (int64_t i = 0; i < count; ++i)
    for (int64_t j = 0; j < others; ++j) {
      double* to = &out[i * others + j];
      *to = 0;
      for (int64_t d = 0; d < features; ++d) *to += fabs(x[i * features + d] - z[j * features + d]);
    }
  return COPPICE_CONTINUE;
}

/* Column i of G. */
static void differences(const table* all, const char* kernel, int64_t i, double* out) {
  const int64_t pair[] = {i, 0};
  table* t = table_rows(all, pair, 2);
  t->labels[0] = 1;
  t->labels[1] = -1;
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = solver_of_method("svm", "C=0.5 tolerance=1e-9");
  check_ok(coppice_solver_set_string(solver, "kernel", kernel));
  check_ok(coppice_solver_set_kernel(solver, "distance", distance, NULL, NULL));
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  int64_t size = 0;
  double* coefficients = array_of(model, "coefficients", &size);
  assert_int_equal(size, 2);
  assert_true(coefficients[0] > 0);
  double* f = decisions_of(model, all);
  for (int64_t k = 0; k < ROWS; ++k) out[k] = (f[k] - f[0]) / coefficients[0];
  free(f);
  free(coefficients);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

/* By elimination with the largest pivot: each is the variance that is left. */
static bool is_semidefinite(double g[ROWS][ROWS]) {
  double largest = 0;
  for (int k = 0; k < ROWS; ++k) largest = fmax(largest, g[k][k]);
  const double rounding = 1e-7 * largest;
  bool is_eliminated[ROWS] = {false};
  for (int step = 0; step < ROWS; ++step) {
    int pivot = -1;
    for (int k = 0; k < ROWS; ++k) {
      if (is_eliminated[k]) continue;
      if (g[k][k] < -rounding) return false;
      if (pivot < 0 || g[k][k] > g[pivot][pivot]) pivot = k;
    }
    is_eliminated[pivot] = true;
    for (int i = 0; i < ROWS; ++i) {
      if (is_eliminated[i]) continue;
      if (g[pivot][pivot] <= rounding) {
        if (fabs(g[i][pivot]) > sqrt(rounding * largest)) return false;
        continue;
      }
      const double share = g[i][pivot] / g[pivot][pivot];
      for (int k = 0; k < ROWS; ++k)
        if (!is_eliminated[k]) g[i][k] -= share * g[pivot][k];
    }
  }
  return largest > 0;
}

static bool is_kernel_semidefinite(const char* kernel) {
  static double g[ROWS][ROWS];
  table* t = points();
  for (int64_t i = 0; i < ROWS; ++i)
    for (int64_t k = 0; k < ROWS; ++k) g[i][k] = 0;
  for (int64_t i = 1; i < ROWS; ++i) differences(t, kernel, i, g[i]);
  for (int i = 0; i < ROWS; ++i)
    for (int k = 0; k < i; ++k) check_close(g[i][k], g[k][i], 1e-6);
  table_free(t);
  return is_semidefinite(g);
}

static void kernels_are_semidefinite(void** state) {
  (void)state;
  static const char* const kernels[] = {"stump(lower=0,upper=1)",
                                        "tree(lower=0,upper=1,gamma=0.2)",
                                        "stump-region(lower=0,upper=1)",
                                        "perceptron",
                                        "laplacian(gamma=2)",
                                        "gaussian(gamma=3)",
                                        "linear",
                                        "and(stump(lower=0,upper=1),gaussian(gamma=1))",
                                        "sum(perceptron,linear)",
                                        "product(gaussian(gamma=1),laplacian(gamma=1))"};
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k) {
    const bool is_right = is_kernel_semidefinite(kernels[k]);
    if (!is_right) print_message("%s is not positive semidefinite\n", kernels[k]);
    assert_true(is_right);
  }
}

/* The check finds what is not: distances are minus a kernel. */
static void distances_are_not(void** state) {
  (void)state;
  assert_false(is_kernel_semidefinite("custom(name=distance)"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(kernels_are_semidefinite),
                                     cmocka_unit_test(distances_are_not)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
