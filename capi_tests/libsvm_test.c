/* Run to its end over a finite pool, the ensemble is the soft-margin SVM on all columns of the
 * pool: the same objective as LIBSVM's on the explicit columns, and a gap over the pool that is
 * gone. LIBSVM's answer is taken as weights and multipliers only; both sides of its own duality
 * gap are computed here, and must be close enough to mean something. */
#include <libsvm/svm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "libsvm_solution.h"
#include "stumps.h"
#include "training.h"

static const double costs[] = {1e-3, 1e-2, 0.1, 1, 10};
enum { cost_count = sizeof costs / sizeof *costs };

static void check_learners(const coppice_model* model, const stump_pool* pool) {
  char* chosen = allocate(pool->count, 1);
  for (int64_t j = 0; j < learners_of(model); ++j) {
    int64_t feature = 0;
    double threshold = 0;
    learner_of(model, j, &feature, &threshold);
    char* mark = chosen + stumps_find(pool, feature, threshold);
    assert_false(*mark);
    *mark = 1;
  }
  free(chosen);
}

/* `trained` is what the ensemble sees, `copies` what LIBSVM sees: as many copies as weights. */
static void compare(const char* name, const table* trained, const table* copies, double C) {
  stump_pool* pool = stumps_enumerate(copies);
  double* kernel = stumps_kernel(pool);
  const double start = seconds_now();
  const libsvm_solution expected = solve_with_libsvm(copies, kernel, C, 1e-10);
  const double seconds = seconds_now() - start;
  char options[128];
  snprintf(options, sizeof options, "C=%.17g learners=100000 epsilon=1e-7 tolerance=1e-9", C);
  coppice_model* model = train(trained, options);
  const double objective = quantity_of(model, "objective");
  print_message(
      "%s, %d rows, %d stumps, C %g: LIBSVM %.10g (gap %.0e) in %.2f s, coppice %.10g "
      "(gap %.0e) in %.2f s with %d stumps\n",
      name, (int)trained->rows, (int)pool->count, C, expected.primal,
      (expected.primal - expected.dual) / expected.primal, seconds, objective,
      quantity_of(model, "gap"), quantity_of(model, "fit_seconds"), (int)learners_of(model));
  assert_true(expected.primal - expected.dual <= 1e-6 * expected.primal);
  assert_true(fabs(objective - expected.primal) <= 1e-5 * expected.primal);
  /* Sharper: each side's primal value is above the other's dual value. */
  assert_true(objective >= expected.dual * (1 - 1e-12));
  assert_true(quantity_of(model, "dual_objective") <= expected.primal * (1 + 1e-12));
  assert_true(quantity_of(model, "gap") <= 1e-6);
  check_learners(model, pool);
  coppice_model_free(model);
  free(expected.decisions);
  free(kernel);
  stumps_free(pool);
}

static void compare_at_all_costs(const char* name, table* t) {
  for (int k = 0; k < cost_count; ++k) compare(name, t, t, costs[k]);
  table_free(t);
}

static void votes(void** state) {
  (void)state;
  compare_at_all_costs("votes", table_load("votes.svm", "-1", "1"));
}

static void breast_cancer(void** state) {
  (void)state;
  compare_at_all_costs("breast-cancer-original",
                       table_load("breast-cancer-original.svm", "-1", "1"));
}

static void iris(void** state) {
  (void)state;
  compare_at_all_costs("iris", table_load("iris.svm", "2", "3"));
}

static void wine(void** state) {
  (void)state;
  compare_at_all_costs("wine", table_load("wine.svm", "1", "2"));
}

static void digits(void** state) {
  (void)state;
  compare_at_all_costs("digits", table_load("digits.svm", "3", "8"));
}

static void sonar(void** state) {
  (void)state;
  table* whole = table_load("sonar.svm", "-1", "1");
  compare_at_all_costs("sonar", table_thinned(whole, 2, 8));
  table_free(whole);
}

/* Weights 1, 2 and 3: LIBSVM gets as many copies. */
static void weighted_rows(void** state) {
  (void)state;
  table* t = table_load("iris.svm", "2", "3");
  table* copies = table_weigh_as_copies(t);
  for (int k = 0; k < cost_count; ++k) compare("weighted iris", t, copies, costs[k]);
  table_free(copies);
  table_free(t);
}

/* With epsilon 0 nothing stops the run but the end of the pool: it has every stump, once. */
static void the_pool_has_every_midpoint_stump(void** state) {
  (void)state;
  table* t = table_load("iris.svm", "2", "3");
  stump_pool* pool = stumps_enumerate(t);
  coppice_model* model = train(t, "C=0.01 learners=100000 epsilon=0");
  assert_int_equal(learners_of(model), pool->count);
  check_learners(model, pool);
  check_text(model, "stop_reason", "exhausted");
  coppice_model_free(model);
  stumps_free(pool);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(votes),         cmocka_unit_test(breast_cancer),
      cmocka_unit_test(iris),          cmocka_unit_test(wine),
      cmocka_unit_test(digits),        cmocka_unit_test(sonar),
      cmocka_unit_test(weighted_rows), cmocka_unit_test(the_pool_has_every_midpoint_stump)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
