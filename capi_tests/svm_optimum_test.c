/* The SVM with every kernel reaches LIBSVM's optimum, on eight sets and for small, middling and
 * large C. LIBSVM gets the kernel's matrix by the definitions in support/kernels.c, constants and
 * all, so that this also holds theorems 4 and 10 of Lin & Li: the SVM does not see a constant that
 * is added to its kernel. */
#include <libsvm/svm.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"
#include "libsvm_solution.h"
#include "training.h"

static coppice_model* train_svm(const table* t, const kernel_case* with, double C) {
  coppice_solver* solver = solver_of_method("svm", "tolerance=1e-9");
  check_ok(coppice_solver_set_string(solver, "kernel", with->text));
  check_ok(coppice_solver_set_string(solver, "solver", with->solver));
  check_ok(coppice_solver_set_double(solver, "C", C));
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_dataset_free(data);
  coppice_solver_free(solver);
  return model;
}

static void compare(const char* name, const table* t, const kernel_case* with, double C) {
  double* kernel = kernel_matrix(with, t);
  const libsvm_solution expected = solve_with_libsvm(t, kernel, C, 1e-7);
  coppice_model* model = train_svm(t, with, C);
  const double dual = quantity_of(model, "dual_objective");
  double* decisions = decisions_of(model, t);
  double largest = 1;
  double difference = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    largest = fmax(largest, fabs(expected.decisions[i]));
    difference = fmax(difference, fabs(decisions[i] - expected.decisions[i]));
  }
  const double off = fabs(dual - expected.dual) / expected.dual;
  if (off > 1e-5 || difference > 1e-4 * largest)
    print_message(
        "%s, %s, C %g: dual objective %.10g, LIBSVM %.10g (gap %.0e); decisions differ by %.1e\n",
        name, with->text, C, dual, expected.dual,
        (expected.primal - expected.dual) / expected.primal, difference);
  assert_true(off <= 1e-5);
  assert_true(difference <= 1e-4 * largest);
  assert_true(quantity_of(model, "gap") <= 1e-7);
  coppice_model_free(model);
  free(decisions);
  free(expected.decisions);
  free(kernel);
}

/* Into [-1, 1]: LIBSVM takes hours on kernels of features that are thousands of times as large as
 * others. */
static void scale_features(table* t) {
  for (int64_t d = 0; d < t->features; ++d) {
    double largest = 0;
    for (int64_t i = 0; i < t->rows; ++i) largest = fmax(largest, fabs(t->x[i * t->features + d]));
    for (int64_t i = 0; largest > 0 && i < t->rows; ++i) t->x[i * t->features + d] /= largest;
  }
}

static void compare_all(const char* file, const char* negative, const char* positive,
                        int64_t step) {
  static const double costs[] = {0.01, 1, 100};
  table* whole = table_load(file, negative, positive);
  table* t = table_thinned(whole, step, whole->features);
  scale_features(t);
  for (int k = 0; k < kernel_case_count; ++k)
    for (int c = 0; c < 3; ++c) compare(file, t, &kernel_cases[k], costs[c]);
  table_free(t);
  table_free(whole);
}

static void votes(void** state) {
  (void)state;
  compare_all("votes.svm", "-1", "1", 3);
}

static void breast_cancer_original(void** state) {
  (void)state;
  compare_all("breast-cancer-original.svm", "-1", "1", 5);
}

static void breast_cancer_diagnostic(void** state) {
  (void)state;
  compare_all("breast-cancer-diagnostic.svm", "-1", "1", 4);
}

static void iris(void** state) {
  (void)state;
  compare_all("iris.svm", "2", "3", 1);
}

static void wine(void** state) {
  (void)state;
  compare_all("wine.svm", "1", "2", 1);
}

static void digits(void** state) {
  (void)state;
  compare_all("digits.svm", "3", "8", 3);
}

static void sonar(void** state) {
  (void)state;
  compare_all("sonar.svm", "-1", "1", 2);
}

static void ionosphere(void** state) {
  (void)state;
  compare_all("ionosphere.svm", "-1", "1", 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(votes),
                                     cmocka_unit_test(breast_cancer_original),
                                     cmocka_unit_test(breast_cancer_diagnostic),
                                     cmocka_unit_test(iris),
                                     cmocka_unit_test(wine),
                                     cmocka_unit_test(digits),
                                     cmocka_unit_test(sonar),
                                     cmocka_unit_test(ionosphere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
