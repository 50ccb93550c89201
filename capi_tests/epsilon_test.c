/* Costs and weights may be of any size: what is chosen depends on their proportions, and a model
 * without a weak learner says why. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stumps.h"
#include "training.h"

/* No row reaches the margin, so that u_i = C c_i y_i whatever was chosen (bias=none couples no
 * rows): stumps come in the order of their |score|, and each weight is the learner's score. */
static void check_order_of_scores(const table* t, double C, double factor) {
  enum { LEARNERS = 60 };
  char options[128];
  snprintf(options, sizeof options, "C=%.17g bias=none learners=%d columns_per_iteration=1", C,
           (int)LEARNERS);
  coppice_model* model = train(t, options);
  stump_pool* pool = stumps_enumerate(t);
  double* u = allocate(t->rows, sizeof *u);
  for (int64_t i = 0; i < t->rows; ++i) u[i] = factor * t->labels[i];
  double* weights = array_of(model, "weights", NULL);
  assert_int_equal(learners_of(model), LEARNERS);
  check_text(model, "warnings", "");
  double last = INFINITY;
  for (int64_t j = 0; j < LEARNERS; ++j) {
    int64_t feature = 0;
    double threshold = 0;
    learner_of(model, j, &feature, &threshold);
    const double score = stumps_score(pool, stumps_find(pool, feature, threshold), u);
    assert_true(fabs(score) <= last * (1 + 1e-12));
    assert_true(fabs(weights[j] - score) <= 1e-3 * fabs(score));
    last = fabs(score);
  }
  int64_t better = 0;
  for (int64_t j = 0; j < pool->count; ++j)
    if (fabs(stumps_score(pool, j, u)) > last * (1 + 1e-12)) ++better;
  assert_true(better < LEARNERS);
  free(weights);
  free(u);
  stumps_free(pool);
  coppice_model_free(model);
}

static void tiny_costs_and_weights_choose_learners(void** state) {
  (void)state;
  static const double costs[] = {1e-6, 1e-9, 1e-11};
  table* t = table_load("wine.svm", "1", "2");
  for (int k = 0; k < 3; ++k) check_order_of_scores(t, costs[k], costs[k]);
  for (int64_t i = 0; i < t->rows; ++i) t->weights[i] = 1e-8;
  check_order_of_scores(t, 1e-2, 1e-10);
  table_free(t);
}

static void what_weights_lose_C_makes_up_for(void** state) {
  (void)state;
  table* t = table_load("ionosphere.svm", "-1", "1");
  coppice_model* plain = train(t, "C=0.02 learners=30 tolerance=1e-9");
  for (int64_t i = 0; i < t->rows; ++i) t->weights[i] = 1e-8;
  coppice_model* scaled = train(t, "C=2e6 learners=30 tolerance=1e-9");
  double* expected = array_of(plain, "weights", NULL);
  double* weights = array_of(scaled, "weights", NULL);
  assert_int_equal(learners_of(plain), 30);
  assert_int_equal(learners_of(scaled), 30);
  for (int64_t j = 0; j < 30; ++j) {
    int64_t feature[2];
    double threshold[2];
    learner_of(plain, j, &feature[0], &threshold[0]);
    learner_of(scaled, j, &feature[1], &threshold[1]);
    assert_int_equal(feature[0], feature[1]);
    assert_true(threshold[0] == threshold[1]);
    check_close(weights[j], expected[j], 1e-4);
  }
  free(expected);
  free(weights);
  coppice_model_free(plain);
  coppice_model_free(scaled);
  table_free(t);
}

/* With bias=none the first residual is u_i = C y_i, none is larger, and with C so small that no row
 * reaches the margin all are as large. */
static void epsilon_is_a_share_of_the_first_score(void** state) {
  (void)state;
  static const double costs[] = {1e-8, 1e-3, 0.05};
  table* t = table_load("ionosphere.svm", "-1", "1");
  stump_pool* pool = stumps_enumerate(t);
  double first = 0;
  for (int64_t j = 0; j < pool->count; ++j)
    first = fmax(first, fabs(stumps_score(pool, j, t->labels)));
  for (int k = 0; k < 3; ++k) {
    const double least = 0.5 * costs[k] * first;
    char options[96];
    int64_t length = 0;
    snprintf(options, sizeof options,
             "C=%g bias=none epsilon=0.5 learners=2000 columns_per_iteration=1", costs[k]);
    coppice_model* model = train(t, options);
    check_text(model, "stop_reason", "epsilon");
    double* score = array_of(model, "curve.score", &length); /* of the best one left outside */
    assert_true(length >= 1);
    assert_int_equal(length, learners_of(model));
    for (int64_t j = 0; k == 0 && j < length - 1; ++j) assert_true(score[j] >= least * (1 - 1e-9));
    assert_true(score[length - 1] < least);
    free(score);
    coppice_model_free(model);
  }
  stumps_free(pool);
  table_free(t);
}

static void check_empty(coppice_model* model, const char* stop_reason, const char* reason) {
  assert_int_equal(learners_of(model), 0);
  check_text(model, "stop_reason", stop_reason);
  char* warnings = text_of(model, "warnings");
  assert_non_null(strstr(warnings, "no weak learner"));
  assert_non_null(strstr(warnings, reason));
  free(warnings);
  coppice_model_free(model);
}

static coppice_action stop_at_once(void* user, const coppice_progress_info* info) {
  (void)user;
  (void)info;
  return COPPICE_STOP;
}

static void a_model_without_a_learner_says_why(void** state) {
  (void)state;
  const double labels[] = {-1, 1, 1, -1};
  const double corners[] = {0, 0, 0, 1, 1, 0, 1, 1};
  const double nothing[] = {7, 7, 7, 7, 7, 7, 7, 7};
  static const char* const costs[] = {"C=1e-9", "C=1", "C=1e9"};
  table* exclusive_or = table_of(corners, labels, 4, 2);
  table* constant = table_of(nothing, labels, 4, 2);
  for (int k = 0; k < 3; ++k) {
    check_empty(train(exclusive_or, costs[k]), "epsilon", "rounding");
    check_empty(train(constant, costs[k]), "exhausted", "tells rows apart");
  }
  coppice_dataset* data = table_dataset(exclusive_or);
  coppice_solver* solver = solver_with("C=1");
  coppice_model* stopped = NULL;
  check_ok(coppice_solver_set_progress(solver, stop_at_once, NULL));
  check_ok(coppice_solver_fit(solver, data, &stopped));
  check_empty(stopped, "stopped", "before it had chosen");
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(exclusive_or);
  table_free(constant);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(tiny_costs_and_weights_choose_learners),
                                     cmocka_unit_test(what_weights_lose_C_makes_up_for),
                                     cmocka_unit_test(epsilon_is_a_share_of_the_first_score),
                                     cmocka_unit_test(a_model_without_a_learner_says_why)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
