/* Trees as C4.5 grows and prunes them, held against trees that are grown and pruned here from their
 * definition (support/trees.h). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pools.h"
#include "samples.h"
#include "trees.h"

/* Quinlan, C4.5: Programs for Machine Learning, chapter 4. */
static void limits_of_errors_are_those_of_the_book(void** state) {
  (void)state;
  check_close(tree_error_limit(0.25, 0, 6), 0.206, 5e-4);
  check_close(tree_error_limit(0.25, 0, 9), 0.143, 5e-4);
  check_close(tree_error_limit(0.25, 0, 1), 0.750, 5e-4);
  check_close(tree_error_limit(0.25, 1, 16), 0.157, 5e-4);
}

/* The trees of a few rounds of AdaBoost, whose rows weigh more and more differently. Returns how
 * many leaves the first has. */
static int64_t check_rounds(const sample* of, tree_rules by) {
  enum { ROUNDS = 4 };
  const int64_t n = of->t->rows;
  char pool[160], confidence[64] = "none", text[1 << 16];
  if (by.confidence > 0)
    snprintf(confidence, sizeof confidence, "pessimistic, confidence=%g", by.confidence);
  snprintf(pool, sizeof pool, "tree(split=%s, depth=%d, pruning=%s)",
           by.gain_ratio ? "gain-ratio" : "gini", (int)by.depth, confidence);
  coppice_dataset* data = sample_dataset(of);
  coppice_model* model = train_pool_by("adaboost", data, pool, "keep_stages=yes learners=4");
  const int64_t learners = learners_of(model);
  double* staged = predictions_of(model, COPPICE_STAGED, of->t);
  double* outputs = predictions_of(model, COPPICE_LEARNERS, of->t);
  double* u = allocate(n, sizeof *u);
  double* says = allocate(n, sizeof *says);
  int64_t leaves = 0;
  assert_in_range(learners, 1, ROUNDS);
  for (int64_t round = 0; round < learners; ++round) {
    for (int64_t i = 0; i < n; ++i) {
      const double y = of->classes[i] == 1 ? 1 : -1;
      u[i] = of->t->weights[i] * y;
      if (round > 0) u[i] *= exp(-y * staged[i * learners + round - 1]);
    }
    assert_true(tree_grow(of->t, u, by, says) > 0);
    for (int64_t i = 0; i < n; ++i) assert_true(outputs[i * learners + round] == says[i]);
    check_ok(coppice_model_learner(model, round, text, sizeof text, NULL));
    if (round > 0) continue;
    for (const char* at = text; (at = strstr(at, "\"output\":")) != NULL; ++at) ++leaves;
  }
  free(says);
  free(u);
  free(outputs);
  free(staged);
  coppice_model_free(model);
  coppice_dataset_free(data);
  return leaves;
}

static void cuts_are_those_of_c45(void** state) {
  (void)state;
  for (uint32_t seed = 1; seed <= 6; ++seed)
    for (int64_t depth = 1; depth <= 7; depth += 2) {
      sample of = sample_random(90, 4, seed % 2 == 0 ? 6 : 60, 2, seed);
      table_draw_weights(of.t, seed);
      if (seed > 4) table_lose(of.t, 0.15, seed);
      check_rounds(&of, (tree_rules){.depth = depth, .gain_ratio = 1});
      sample_free(of);
    }
}

static void subtrees_are_pruned_as_by_c45(void** state) {
  (void)state;
  static const double confidences[] = {0, 0.5, 0.25, 0.1, 0.01, 1e-4};
  for (int gain_ratio = 0; gain_ratio < 2; ++gain_ratio) {
    int64_t last = 0;
    for (size_t k = 0; k < sizeof confidences / sizeof *confidences; ++k) {
      int64_t leaves = 0;
      for (uint32_t seed = 1; seed <= 6; ++seed) {
        sample of = sample_random(90, 4, seed % 2 == 0 ? 6 : 60, 2, seed);
        table_draw_weights(of.t, seed);
        if (seed > 4) table_lose(of.t, 0.15, seed);
        leaves += check_rounds(&of, (tree_rules){30, gain_ratio, confidences[k]});
        sample_free(of);
      }
      print_message("confidence %g: %d leaves\n", confidences[k], (int)leaves);
      if (k > 0) assert_true(leaves < last); /* of all seeds */
      last = leaves;
    }
  }
}

/* Two features: the first parts two rows of one class from all others, which has the larger ratio
 * but gains less than the average of both; the second parts all rows into halves that are a little
 * purer. */
static void cuts_gain_no_less_than_the_average(void** state) {
  (void)state;
  enum { ROWS = 40 };
  sample of = sample_of(table_create(ROWS, 2), 2);
  for (int64_t i = 0; i < ROWS; ++i) {
    of.classes[i] = i < 20;
    of.t->x[2 * i] = i < 2;
    of.t->x[2 * i + 1] = i < 20 ? i < 13 : i >= 33; /* 13 of one class, 7 of the other */
  }
  const double of_38 = -18 / 38.0 * log2(18 / 38.0) - 20 / 38.0 * log2(20 / 38.0);
  const double gain[] = {1 - 0.95 * of_38, 1 + 0.65 * log2(0.65) + 0.35 * log2(0.35)};
  const double ratio[] = {gain[0] / (-0.05 * log2(0.05) - 0.95 * log2(0.95)), gain[1]};
  assert_true(ratio[0] > ratio[1] && gain[0] < gain[1]);
  coppice_dataset* data = sample_dataset(&of);
  coppice_model* model =
      train_pool_by("adaboost", data, "tree(split=gain-ratio, depth=1)", "learners=1");
  double feature = -1;
  assert_int_equal(learner_numbers(model, 0, "feature", &feature, 1), 1);
  assert_true(feature == 1);
  coppice_model_free(model);
  coppice_dataset_free(data);
  sample_free(of);
}

/* A side of a cut has two cases: the first of five rows is not parted from the others unless it
 * weighs as much as two of five. */
static void sides_have_two_cases(void** state) {
  (void)state;
  static const double x[] = {0, 1, 2, 3, 4};
  static const double labels[] = {1, -1, -1, -1, -1};
  table* t = table_of(x, labels, 5, 1);
  for (int heavy = 0; heavy < 2; ++heavy) {
    double threshold = 0;
    if (heavy) t->weights[0] = 3; /* 3 of 7 are 2.1 of 5 cases */
    coppice_dataset* data = table_dataset(t);
    coppice_model* model =
        train_pool_by("adaboost", data, "tree(split=gain-ratio, depth=1)", "learners=1");
    assert_int_equal(learner_numbers(model, 0, "threshold", &threshold, 1), 1);
    assert_true(threshold == (heavy ? 0.5 : 1.5));
    coppice_model_free(model);
    coppice_dataset_free(data);
  }
  table_free(t);
}

static void bad_options_are_refused(void** state) {
  (void)state;
  coppice_pool* pool = NULL;
  check_error(coppice_pool_create("tree(split=ratio)", &pool), COPPICE_INVALID_OPTION, "split");
  check_error(coppice_pool_create("tree(pruning=yes)", &pool), COPPICE_INVALID_OPTION, "pruning");
  check_error(coppice_pool_create("tree(confidence=0)", &pool), COPPICE_INVALID_OPTION,
              "confidence");
  check_error(coppice_pool_create("tree(confidence=1.1)", &pool), COPPICE_INVALID_OPTION,
              "0 < confidence <= 1");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(limits_of_errors_are_those_of_the_book),
      cmocka_unit_test(cuts_are_those_of_c45),
      cmocka_unit_test(subtrees_are_pruned_as_by_c45),
      cmocka_unit_test(cuts_gain_no_less_than_the_average),
      cmocka_unit_test(sides_have_two_cases),
      cmocka_unit_test(bad_options_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
