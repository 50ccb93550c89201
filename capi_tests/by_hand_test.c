/* Models that can be worked out by hand: optima of a few points, and the outputs, decision values
 * and counts that follow from the learners' own text. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "training.h"

/* n rows at 0, m at 1, one stump h. In the dual both classes have the same total A, w = 2 A, and
 * 2 A - 2 A^2 is largest at A = 1/2: A = min(1/2, C min(n, m)). */
static void one_learner_by_hand(void** state) {
  (void)state;
  static const double costs[] = {0.001, 0.05, 0.125, 0.5, 1, 1000};
  static const int counts[][2] = {{1, 1}, {1, 3}, {4, 2}};
  for (int shape = 0; shape < 3; ++shape)
    for (int k = 0; k < 6; ++k) {
      const int n = counts[shape][0], m = counts[shape][1];
      table* t = table_create(n + m, 1);
      for (int i = n; i < n + m; ++i) t->x[i] = t->labels[i] = 1;
      const double total = fmin(0.5, costs[k] * fmin(n, m));
      char options[96];
      snprintf(options, sizeof options, "C=%.17g tolerance=1e-12", costs[k]);
      coppice_model* model = train(t, options);
      assert_int_equal(learners_of(model), 1);
      int64_t feature = -1;
      double threshold = 0;
      learner_of(model, 0, &feature, &threshold);
      assert_int_equal(feature, 0);
      assert_true(threshold == 0.5);
      double* weights = array_of(model, "weights", NULL);
      /* the tolerance, and the rounding of margins times the costs; half the squared distance to
       * the optimal weight is at most that gap */
      const double gap = 2e-12 + 1e-13 * costs[k];
      check_close(weights[0], 2 * total, sqrt(2 * gap));
      check_close(quantity_of(model, "objective"), 2 * total - 2 * total * total, gap);
      if (total == 0.5) { /* separated: the bias is known too */
        double* bias = array_of(model, "bias", NULL);
        check_close(bias[0], 0, 2e-5);
        free(bias);
      }
      free(weights);
      coppice_model_free(model);
      table_free(t);
    }
}

/* Points 0, 1 | 2, 3: the stump at 1.5 alone separates with w = 1, and no other stump helps. The
 * first learner is it, min(1/2, 4 C - 8 C^2 for C <= 1/4) is the optimum with it alone. */
static void four_points_by_hand(void** state) {
  (void)state;
  static const double x[] = {0, 1, 2, 3};
  static const double labels[] = {-1, -1, 1, 1};
  static const double costs[] = {0.01, 0.1, 0.25, 0.5, 1, 100};
  table* t = table_of(x, labels, 4, 1);
  for (int k = 0; k < 6; ++k) {
    const double C = costs[k];
    char options[96];
    snprintf(options, sizeof options, "C=%.17g learners=1 tolerance=1e-12", C);
    coppice_model* one = train(t, options);
    int64_t feature = -1;
    double threshold = 0;
    learner_of(one, 0, &feature, &threshold);
    assert_true(threshold == 1.5);
    check_close(quantity_of(one, "objective"), C <= 0.25 ? 4 * C - 8 * C * C : 0.5, 2e-12);
    coppice_model_free(one);
    if (C < 0.5) continue;
    snprintf(options, sizeof options, "C=%.17g tolerance=1e-12", C);
    coppice_model* whole = train(t, options);
    check_close(quantity_of(whole, "objective"), 0.5, 2e-12);
    check_close(quantity_of(whole, "gap"), 0, 1e-9);
    double* decisions = decisions_of(whole, t);
    check_close(decisions[1], -1, 1e-5);
    check_close(decisions[2], 1, 1e-5);
    free(decisions);
    coppice_model_free(whole);
  }
  table_free(t);
}

/* Outputs, decision values, counts and amounts by feature, all recomputed from the learners' JSON
 * text and the weights. */
static void the_model_is_what_its_learners_say(void** state) {
  (void)state;
  table* t = table_load("wine.svm", "2", "3");
  coppice_model* model = train(t, "C=0.05 learners=60");
  const int64_t learners = learners_of(model);
  assert_true(learners > 20);
  double* h = predictions_of(model, COPPICE_LEARNERS, t);
  double* f = decisions_of(model, t);
  double* weights = array_of(model, "weights", NULL);
  double* bias = array_of(model, "bias", NULL);
  double* counts = array_of(model, "feature_counts", NULL);
  double* amounts = array_of(model, "feature_weights", NULL);
  double* sums = allocate(t->rows, sizeof *sums);
  double* expected_counts = allocate(t->features, sizeof *counts);
  double* expected_amounts = allocate(t->features, sizeof *amounts);
  for (int64_t j = 0; j < learners; ++j) {
    int64_t feature = 0;
    double threshold = 0;
    learner_of(model, j, &feature, &threshold);
    expected_counts[feature] += 1;
    expected_amounts[feature] += fabs(weights[j]);
    for (int64_t i = 0; i < t->rows; ++i) {
      const double output = t->x[i * t->features + feature] > threshold ? 1 : -1;
      assert_true(h[i * learners + j] == output);
      sums[i] += weights[j] * output;
    }
  }
  for (int64_t i = 0; i < t->rows; ++i) check_close(f[i], bias[0] + sums[i], 1e-13);
  for (int64_t d = 0; d < t->features; ++d) {
    assert_true(counts[d] == expected_counts[d]);
    check_close(amounts[d], expected_amounts[d], 1e-14);
  }
  free(h);
  free(f);
  free(weights);
  free(bias);
  free(counts);
  free(amounts);
  free(sums);
  free(expected_counts);
  free(expected_amounts);
  coppice_model_free(model);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_learner_by_hand),
                                     cmocka_unit_test(four_points_by_hand),
                                     cmocka_unit_test(the_model_is_what_its_learners_say)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
