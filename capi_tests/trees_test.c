/* Trees: how they are grown, held against trees that are grown here by trying every cut of every
 * node (support/trees.h), and what options are refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pools.h"
#include "samples.h"
#include "stumps.h"
#include "trees.h"

static coppice_model* train_trees(coppice_dataset* data, const char* method, int64_t depth,
                                  const char* options) {
  char pool[64];
  snprintf(pool, sizeof pool, "tree(depth=%d)", (int)depth);
  return train_pool_by(method, data, pool, options);
}

static double sign_of(const sample* of, int64_t row, int64_t s) {
  return of->classes[row] == (of->K == 2 ? 1 : s) ? 1 : -1;
}

/* The first tree of AdaBoost is grown to the labels, weighted by the rows. */
static void check_first_tree(const sample* of, int64_t depth) {
  const int64_t n = of->t->rows;
  coppice_dataset* data = sample_dataset(of);
  coppice_model* model = train_trees(data, "adaboost", depth, "learners=1");
  double* u = allocate(n, sizeof *u);
  double* says = allocate(n, sizeof *says);
  for (int64_t i = 0; i < n; ++i) u[i] = of->t->weights[i] * sign_of(of, i, 0);
  assert_true(tree_grow(of->t, u, (tree_rules){.depth = depth}, says) > 0);
  double* outputs = predictions_of(model, COPPICE_LEARNERS, of->t);
  double* weights = array_of(model, "weights", NULL);
  double right = 0, whole = 0;
  for (int64_t i = 0; i < n; ++i) {
    assert_true(outputs[i] == says[i]);
    whole += of->t->weights[i];
    if (says[i] * u[i] > 0) right += of->t->weights[i];
  }
  if (right < whole) check_close(weights[0], log(right / (whole - right)) / 2, 1e-10);
  free(weights);
  free(outputs);
  free(says);
  free(u);
  coppice_model_free(model);
  coppice_dataset_free(data);
}

static void they_are_grown_greedily(void** state) {
  (void)state;
  for (uint32_t seed = 1; seed <= 6; ++seed)
    for (int64_t depth = 1; depth <= 4; ++depth) {
      sample of = sample_random(70, 4, seed % 2 == 0 ? 6 : 60, 2, seed);
      table_draw_weights(of.t, seed);
      if (seed > 3) table_lose(of.t, 0.15, seed);
      check_first_tree(&of, depth);
      sample_free(of);
    }
}

/* So many nodes times bins that sums are no longer kept for all of them: columns of different
 * numbers, of mostly zeros, and with missing values. */
static void they_are_grown_on_long_columns(void** state) {
  (void)state;
  for (uint32_t seed = 1; seed <= 3; ++seed) {
    sample of = sample_random(3000, 2, 1 << 20, 2, seed);
    table_draw_weights(of.t, seed);
    for (int64_t i = 0; i < of.t->rows && seed == 2; ++i)
      if (i % 5 != 0) of.t->x[2 * i] = 0;
    if (seed == 3) table_lose(of.t, 0.15, seed);
    check_first_tree(&of, 8);
    sample_free(of);
  }
}

static void threads_make_no_difference(void** state) {
  (void)state;
  sample of = sample_random(2000, 5, 1 << 20, 2, 4);
  coppice_dataset* data = sample_dataset(&of);
  coppice_model* one = train_trees(data, "cgens", 9, "learners=6 threads=1");
  coppice_model* four = train_trees(data, "cgens", 9, "learners=6 threads=4");
  check_equal_models(one, four, data);
  coppice_model_free(four);
  coppice_model_free(one);
  coppice_dataset_free(data);
  sample_free(of);
}

/* Every tree of a boosted model is the one grown to the residuals that the trees before it leave:
 * of several, grown to one class each, the one of the largest merit. Returns the error. */
static double check_boosted(const sample* of, const char* method, int64_t depth, int64_t learners) {
  const int64_t n = of->t->rows, scores = of->K == 2 ? 1 : of->K;
  char options[64];
  snprintf(options, sizeof options, "keep_stages=yes learners=%d", (int)learners);
  coppice_dataset* data = sample_dataset(of);
  coppice_model* model = train_trees(data, method, depth, options);
  double* staged = predictions_of(model, COPPICE_STAGED, of->t);
  double* outputs = predictions_of(model, COPPICE_LEARNERS, of->t);
  double* u = allocate(scores * n, sizeof *u); /* score after score */
  double* says = allocate(n, sizeof *says);
  double* best = allocate(n, sizeof *best);
  assert_int_equal(learners_of(model), learners);
  for (int64_t round = 0; round < learners; ++round) {
    double most = 0, total = 0;
    for (int64_t i = 0; i < n; ++i)
      for (int64_t s = 0; s < scores; ++s) {
        const double f = round == 0 ? 0 : staged[(i * learners + round - 1) * scores + s];
        const double sign = sign_of(of, i, s), weight = of->t->weights[i] * exp(-sign * f);
        u[s * n + i] = sign * weight;
        total += weight;
      }
    for (int64_t s = 0; s < scores; ++s) {
      double merit = 0;
      if (tree_grow(of->t, u + s * n, (tree_rules){.depth = depth}, says) == 0) continue;
      for (int64_t k = 0; k < scores; ++k) {
        double score = 0;
        for (int64_t i = 0; i < n; ++i) score += u[k * n + i] * says[i];
        merit += fabs(score) / total;
      }
      if (merit <= most * (1 + 1e-12)) continue;
      most = merit;
      memcpy(best, says, (size_t)n * sizeof *best);
    }
    assert_true(most > 0);
    for (int64_t i = 0; i < n; ++i) assert_true(outputs[i * learners + round] == best[i]);
  }
  const double error = quantity_of(model, "train_error");
  free(best);
  free(says);
  free(u);
  free(outputs);
  free(staged);
  coppice_model_free(model);
  coppice_dataset_free(data);
  return error;
}

/* One row of twenty is positive: at first all leaves are negative, and a constant errs as little as
 * any learner. */
static void they_learn_unbalanced_classes(void** state) {
  (void)state;
  for (int64_t depth = 1; depth <= 3; ++depth) {
    sample of = sample_random(200, 3, 40, 2, 11);
    table_draw_weights(of.t, 3);
    double positive = 0, all = 0;
    uint32_t seed = 5;
    for (int64_t i = 0; i < of.t->rows; ++i) {
      const double* x = of.t->x + 3 * i;
      of.classes[i] = x[0] + x[1] + 40 * random_next(&seed) > 91;
      all += of.t->weights[i];
      if (of.classes[i] == 1) positive += of.t->weights[i];
    }
    assert_true(positive > 0.04 * all && positive < 0.06 * all);
    const double error = check_boosted(&of, "adaboost", depth, 40);
    print_message("depth %d: error %.4f, of a constant %.4f\n", (int)depth, error, positive / all);
    assert_true(error < 0.8 * positive / all);
    sample_free(of);
  }
}

/* Positive rows, 4 of 10, are in one corner of a square alone: most there are negative too, but the
 * corner is above the average of 4 of 100. A stump would tell the halves of the square apart. */
static void they_tell_what_is_above_the_average(void** state) {
  (void)state;
  sample of = sample_of(table_create(100, 2), 2);
  for (int64_t i = 0; i < 100; ++i) {
    of.t->x[2 * i] = i < 10 || i >= 70;
    of.t->x[2 * i + 1] = i < 40;
    of.classes[i] = i < 4;
  }
  check_boosted(&of, "adaboost", 2, 1);
  coppice_dataset* data = sample_dataset(&of);
  coppice_model* model = train_trees(data, "adaboost", 2, "learners=1");
  double* outputs = predictions_of(model, COPPICE_LEARNERS, of.t);
  for (int64_t i = 0; i < 100; ++i) assert_true(outputs[i] == (i < 10 ? 1 : -1));
  double* weights = array_of(model, "weights", NULL);
  check_close(weights[0], log(94.0 / 6) / 2, 1e-12); /* it errs in 6 of 100 */
  free(weights);
  free(outputs);
  coppice_model_free(model);
  coppice_dataset_free(data);
  sample_free(of);
}

/* The residuals of a class of ten are mostly negative. */
static void they_learn_many_classes(void** state) {
  (void)state;
  double last = 1;
  for (int64_t depth = 1; depth <= 4; ++depth) {
    sample of = sample_random(150, 3, 30, 10, 7);
    table_draw_weights(of.t, 4);
    const double error = check_boosted(&of, "adaboost-mh", depth, 25);
    print_message("depth %d: error %.4f\n", (int)depth, error);
    assert_true(error < last);
    last = error;
    sample_free(of);
  }
  assert_true(last < 0.5);
}

/* Trees of one cut are stumps, also where a method takes no learner twice. */
static void trees_of_one_cut_are_stumps(void** state) {
  (void)state;
  static const char* const methods[] = {"adaboost", "logitboost", "cgens"};
  static const char* const pools[][2] = {
      {"tree(depth=1)", "stump"},
      {"tree(depth=4, leaves=2)", "stump"},
      {"tree(depth=1, max_bins=5)", "stump(max_bins=5)"},
  };
  for (int k = 0; k < 3; ++k)
    for (int p = 0; p < 3; ++p) {
      sample of = sample_random(90, 4, 20, 2, 3);
      table_draw_weights(of.t, 9);
      if (p == 1) table_lose(of.t, 0.1, 5);
      coppice_dataset* data = sample_dataset(&of);
      const char* const options = k == 2 ? "learners=60 columns_per_iteration=1" : "learners=60";
      coppice_model* stumps = train_pool_by(methods[k], data, pools[p][1], options);
      coppice_model* trees = train_pool_by(methods[k], data, pools[p][0], options);
      check_same_curves(trees, stumps, "curve.score", 1e-8);
      check_same_curves(trees, stumps, "curve.objective", 1e-8);
      assert_int_equal(learners_of(trees), learners_of(stumps));
      assert_true(learners_of(trees) > 15);
      coppice_model_free(trees);
      coppice_model_free(stumps);
      coppice_dataset_free(data);
      sample_free(of);
    }
}

/* How often a text is in another. */
static int count_in(const char* text, const char* sought) {
  int count = 0;
  for (const char* at = strstr(text, sought); at != NULL; at = strstr(at + 1, sought)) ++count;
  return count;
}

static void their_leaves_can_be_limited(void** state) {
  (void)state;
  sample of = sample_random(200, 3, 50, 2, 4);
  coppice_dataset* data = sample_dataset(&of);
  for (int leaves = 2; leaves <= 9; ++leaves) {
    char pool[64], text[8192];
    snprintf(pool, sizeof pool, "tree(depth=6, leaves=%d)", leaves);
    coppice_model* model = train_pool_by("adaboost", data, pool, "learners=8");
    for (int64_t j = 0; j < learners_of(model); ++j) {
      check_ok(coppice_model_learner(model, j, text, sizeof text, NULL));
      assert_in_range(count_in(text, "\"output\":"), 2, leaves);
      assert_int_equal(count_in(text, "\"output\":"), count_in(text, "\"feature\":") + 1);
    }
    coppice_model_free(model);
  }
  coppice_dataset_free(data);
  sample_free(of);
}

/* No tree of a fully corrective method tells rows apart as one before did. */
static void chosen_trees_differ(void** state) {
  (void)state;
  sample of = sample_random(60, 3, 8, 3, 8);
  coppice_dataset* data = sample_dataset(&of);
  coppice_model* model = train_trees(data, "cgens-sls", 2, "learners=60 C=1");
  const int64_t learners = learners_of(model), n = of.t->rows;
  double* h = predictions_of(model, COPPICE_LEARNERS, of.t);
  assert_true(learners > 20);
  for (int64_t a = 0; a < learners; ++a)
    for (int64_t b = 0; b < a; ++b) {
      int64_t same = 0;
      for (int64_t i = 0; i < n; ++i) same += h[i * learners + a] == h[i * learners + b];
      assert_true(same > 0 && same < n);
    }
  free(h);
  coppice_model_free(model);
  coppice_dataset_free(data);
  sample_free(of);
}

/* What one stump cannot tell apart two cuts can. */
static void two_cuts_are_more_than_one(void** state) {
  (void)state;
  static const double x[] = {0, 0, 0, 1, 1, 0, 1, 1, 1, 1};
  static const double labels[] = {-1, 1, 1, -1, -1};
  table* t = table_of(x, labels, 5, 2);
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = train_trees(data, "adaboost", 2, "");
  assert_int_equal(learners_of(model), 1);
  assert_true(quantity_of(model, "train_error") == 0);
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

static void bad_input_is_refused(void** state) {
  (void)state;
  static const char* const levels[] = {"a", "b"};
  static const double x[] = {0, 1, 1, 0};
  static const double labels[] = {-1, 1, 1, -1};
  table* t = table_of(x, labels, 4, 1);
  coppice_dataset* data = table_dataset(t);
  coppice_pool* pool = NULL;
  coppice_model* model = NULL;
  coppice_solver* solver = solver_of_method("adaboost", "");
  check_error(coppice_pool_create("tree(depth=0)", &pool), COPPICE_INVALID_OPTION, "depth");
  check_error(coppice_pool_create("tree(depth=31)", &pool), COPPICE_INVALID_OPTION,
              "option depth of pool tree is 31|1 <= depth <= 30");
  check_ok(coppice_pool_create("tree(max_bins=1)", &pool));
  check_ok(coppice_solver_set_pool(solver, pool));
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_OPTION,
              "option max_bins of pool tree is 1|max_bins >= 2");
  coppice_pool_free(pool);
  check_ok(coppice_dataset_set_levels(data, 0, levels, 2));
  check_ok(coppice_pool_create("tree", &pool));
  check_ok(coppice_solver_set_pool(solver, pool));
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA,
              "feature 0|is a category; pool tree cannot take categories");
  assert_null(model);
  coppice_pool_free(pool);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(they_are_grown_greedily),
      cmocka_unit_test(they_are_grown_on_long_columns),
      cmocka_unit_test(threads_make_no_difference),
      cmocka_unit_test(they_learn_unbalanced_classes),
      cmocka_unit_test(they_tell_what_is_above_the_average),
      cmocka_unit_test(they_learn_many_classes),
      cmocka_unit_test(trees_of_one_cut_are_stumps),
      cmocka_unit_test(their_leaves_can_be_limited),
      cmocka_unit_test(chosen_trees_differ),
      cmocka_unit_test(two_cuts_are_more_than_one),
      cmocka_unit_test(bad_input_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
