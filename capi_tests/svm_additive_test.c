/* The SVM with additive kernels where a fit takes little: Newton's method and working sets reach
 * the same optimum where rows are equal, contradictory, weighted, constant or of very different
 * scales, or more than a sample; and a fit that is stopped leaves a model. (c.svm_optimum compares
 * optima with LIBSVM's, c.svm_additive_hard has what takes longer.) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "additive_fits.h"
#include "kernel_fits.h"

/* Features of one value, of two, and 1e6 times as large as others; weights; equal rows of both
 * labels. */
static void odd_rows_are_no_harder(void** state) {
  (void)state;
  table* t = table_random(200, 5, 30, 3);
  for (int64_t i = 0; i < t->rows; ++i) {
    double* x = t->x + 5 * i;
    x[1] = -7;
    x[2] = x[2] > 12 ? 3e6 : -1e6;
    x[3] *= 1e-6;
    if (i % 9 == 0) {
      memcpy(x, t->x, 5 * sizeof *x);
      t->labels[i] = i % 2 ? 1 : -1;
    }
  }
  table_draw_weights(t, 4);
  for (int k = 0; k < ADDITIVE_KERNELS; ++k) {
    check_same_optimum(t, additive_kernels[k], 1e-4, 1e-7);
    check_same_optimum(t, additive_kernels[k], 0.5, 1e-6);
  }
  table_free(t);
}

/* More rows than a sample: they grow, and rows rest. */
static void samples_lead_to_all_rows(void** state) {
  (void)state;
  table* t = table_random(7000, 3, 400, 5);
  check_same_optimum(t, "stump", 1e-5, 1e-5);
  check_same_optimum(t, "stump", 0.002, 1e-4);
  table_free(t);
}

/* Few values, so that thousands of rows have the decision value at which the bias is looked for,
 * and those beside it. */
static void equal_decisions_have_one_bias(void** state) {
  (void)state;
  table* t = table_random(8192, 3, 2, 3);
  for (int64_t i = 0; i < t->rows; ++i)
    if (i % 5 < 2) t->labels[i] = i % 5 == 0 ? 1 : -1;
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = fit(svm("stump", 1e-4, 1e-6, "newton"), data);
  check_text(model, "stop_reason", "tolerance");
  assert_true(quantity_of(model, "gap") <= 1e-6);
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

/* Features s times as large and weights s times as small make the same machine; both objectives are
 * s times as small then. */
static void units_do_not_matter(void** state) {
  (void)state;
  static const double scales[] = {1, 1e40, 1e-40};
  double P = 0;
  for (int s = 0; s < 3; ++s) {
    table* t = table_random(7000, 3, 400, 5);
    for (int64_t k = 0; k < 3 * t->rows; ++k) t->x[k] *= scales[s];
    table_draw_weights(t, 8);
    for (int64_t i = 0; i < t->rows; ++i) t->weights[i] = 1 / scales[s];
    coppice_dataset* data = table_dataset(t);
    coppice_model* model = fit(svm("stump", 0.002, 1e-6, "newton"), data);
    check_text(model, "stop_reason", "tolerance");
    const double found = quantity_of(model, "objective") * scales[s];
    if (s == 0) P = found;
    assert_true(fabs(found - P) <= 2e-6 * P);
    coppice_model_free(model);
    coppice_dataset_free(data);
    table_free(t);
  }
}

/* Rows that no kernel tells apart: f = b, and every row of the rarer class costs 2 C. */
static void equal_rows_leave_the_bias(void** state) {
  (void)state;
  table* t = table_create(10, 3);
  for (int64_t i = 0; i < t->rows; ++i) t->labels[i] = i < 3 ? 1 : -1;
  static const char* const solvers[] = {"newton", "working-sets"};
  for (int s = 0; s < 2; ++s) {
    coppice_dataset* data = with_view(t);
    coppice_model* model = fit(svm("stump", 0.5, 1e-6, solvers[s]), data);
    check_close(quantity_of(model, "objective"), 3, 1e-6);
    double* f = decisions_of(model, t);
    for (int64_t i = 0; i < t->rows; ++i) check_close(f[i], -1, 1e-6);
    free(f);
    coppice_model_free(model);
    coppice_dataset_free(data);
  }
  table_free(t);
}

/* Working sets where the matrix has few entries beside the values of the features; Newton's method
 * where it has many. */
static void the_size_of_the_matrix_chooses(void** state) {
  (void)state;
  static const struct {
    int64_t rows;
    const char* chosen;
  } cases[] = {{150, "working-sets"}, {450, "newton"}};
  for (int k = 0; k < 2; ++k) {
    table* t = table_random(cases[k].rows, 4, 1000000, 8);
    coppice_dataset* data = table_dataset(t);
    coppice_model* by_itself = fit(svm("stump", 1e-4, 1e-5, "auto"), data);
    coppice_model* chosen = fit(svm("stump", 1e-4, 1e-5, cases[k].chosen), data);
    coppice_model* other = fit(svm("stump", 1e-4, 1e-5, cases[1 - k].chosen), data);
    check_same_array(by_itself, chosen, "coefficients");
    assert_true(quantity_of(chosen, "objective") != quantity_of(other, "objective"));
    coppice_model_free(by_itself);
    coppice_model_free(chosen);
    coppice_model_free(other);
    coppice_dataset_free(data);
    table_free(t);
  }
}

static void newton_is_for_sums_of_distances(void** state) {
  (void)state;
  table* t = table_random(30, 3, 10, 2);
  coppice_dataset* data = table_dataset(t);
  static const char* const others[] = {"perceptron", "linear", "product(stump,stump)"};
  for (int k = 0; k < 3; ++k) {
    coppice_solver* solver = svm(others[k], 1, 1e-3, "newton");
    coppice_model* model = NULL;
    check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_OPTION,
                "is not a sum of distances in single features; expected auto or working-sets");
    assert_null(model);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
  table_free(t);
}

static coppice_solver* rough(void) {
  return svm("stump", 0.001, 1e-4, "newton");
}

static void threads_do_not_matter(void** state) {
  (void)state;
  table* t = table_random(9000, 6, 300, 6);
  check_threads_do_not_matter(t, rough);
  table_free(t);
}

static coppice_solver* nearly_exact(void) {
  return svm("stump", 0.01, 1e-6, "newton");
}

static void stopped_fits_leave_a_model(void** state) {
  (void)state;
  table* t = table_random(8000, 4, 500, 7);
  coppice_dataset* data = table_dataset(t);
  check_stopped_fits(t, data, nearly_exact, 1e-6);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(odd_rows_are_no_harder),
                                     cmocka_unit_test(samples_lead_to_all_rows),
                                     cmocka_unit_test(equal_decisions_have_one_bias),
                                     cmocka_unit_test(units_do_not_matter),
                                     cmocka_unit_test(equal_rows_leave_the_bias),
                                     cmocka_unit_test(the_size_of_the_matrix_chooses),
                                     cmocka_unit_test(newton_is_for_sums_of_distances),
                                     cmocka_unit_test(threads_do_not_matter),
                                     cmocka_unit_test(stopped_fits_leave_a_model)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
