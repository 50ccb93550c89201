/* Stumps of categories: one level against all others, or any set of levels, missing values being
 * one more. What a fit finds is held against the same pool as explicit columns of -1 and +1, made
 * by brute force from the definition. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mixed.h"
#include "pools.h"
#include "stumps.h"

enum { MOST_STUMPS = 6000 };

/* A row's place among the groups of a category: its level, or behind all levels where missing. */
static int64_t group_of(const table* t, int64_t i, int64_t d, const int64_t* levels) {
  const double value = t->x[i * t->features + d];
  return isnan(value) ? levels[d] : (int64_t)value;
}

/* Adds h = +1 where the row's group is in the set `mask`, unless it is constant or, but for the
 * sign, an earlier stump of the feature, of which the first is `first`. */
static void add_set(stump_pool* pool, const table* t, int64_t d, const int64_t* levels,
                    unsigned mask, int64_t first) {
  assert_true(pool->count < MOST_STUMPS);
  double* h = pool->outputs + pool->count * t->rows;
  double sum = 0;
  for (int64_t i = 0; i < t->rows; ++i)
    sum += h[i] = mask >> group_of(t, i, d, levels) & 1u ? 1 : -1;
  if (fabs(sum) == (double)t->rows) return;
  for (int64_t k = first; k < pool->count; ++k) {
    double product = 0;
    for (int64_t i = 0; i < t->rows; ++i) product += h[i] * pool->outputs[k * t->rows + i];
    if (fabs(product) == (double)t->rows) return;
  }
  pool->features[pool->count++] = d;
}

/* The pool by definition. */
static stump_pool* enumerate(const table* t, const int64_t* levels, int subsets) {
  stump_pool* pool = calloc(1, sizeof *pool);
  assert_non_null(pool);
  pool->rows = t->rows;
  pool->features = allocate(MOST_STUMPS, sizeof *pool->features);
  pool->outputs = allocate(MOST_STUMPS * t->rows, sizeof *pool->outputs);
  for (int64_t d = 0; d < t->features; ++d) {
    const int64_t first = pool->count;
    if (levels[d] == 0) {
      table* alone = table_create(t->rows, 1);
      for (int64_t i = 0; i < t->rows; ++i) alone->x[i] = t->x[i * t->features + d];
      stump_pool* cuts = stumps_enumerate(alone);
      memcpy(pool->outputs + first * t->rows, cuts->outputs,
             (size_t)(cuts->count * t->rows) * sizeof *cuts->outputs);
      for (int64_t k = 0; k < cuts->count; ++k) pool->features[pool->count++] = d;
      stumps_free(cuts);
      table_free(alone);
      continue;
    }
    unsigned there = 0; /* the groups that rows have: the others tell nothing apart */
    for (int64_t i = 0; i < t->rows; ++i) there |= 1u << group_of(t, i, d, levels);
    if (subsets) {
      const unsigned lowest = there & -there;
      for (unsigned mask = 1; mask < 2u << levels[d]; ++mask)
        if ((mask & ~there) == 0 && (mask & lowest) == 0 && mask != 0)
          add_set(pool, t, d, levels, mask, pool->count); /* all distinct */
      continue;
    }
    const unsigned missing = 1u << levels[d];
    for (int64_t level = 0; level < levels[d]; ++level) {
      add_set(pool, t, d, levels, 1u << level, first);
      add_set(pool, t, d, levels, 1u << level | missing, first);
    }
    add_set(pool, t, d, levels, missing, first);
  }
  return pool;
}

/* The bounds as a share of the objectives, by which they are told from 0 however small both are;
 * some are above it. */
static void check_same_bounds(const coppice_model* a, const coppice_model* b) {
  int64_t size = 0;
  double* bounds_a = array_of(a, "curve.dual_objective", &size);
  double* bounds_b = array_of(b, "curve.dual_objective", &size);
  double* objectives = array_of(a, "curve.objective", &size);
  for (int64_t k = 0; k < size; ++k)
    check_close(bounds_a[k] / objectives[k], bounds_b[k] / objectives[k], 1e-7);
  assert_true(bounds_a[0] > 0.1 * objectives[0]);
  free(bounds_a);
  free(bounds_b);
  free(objectives);
}

/* With fewer levels in the first two columns. */
static table* mixed_rows_of(int64_t rows, uint32_t seed, const int64_t* levels) {
  table* t = mixed_rows(rows, seed);
  for (int64_t i = 0; i < t->rows; ++i)
    for (int64_t d = 0; d < 2; ++d)
      t->x[i * COLUMNS + d] = fmod(t->x[i * COLUMNS + d], (double)levels[d]);
  return t;
}

static const char* const pools[] = {"stump(levels=one)", "stump(levels=subset)"};

static void check_like_columns(const table* t, const int64_t* levels, int subsets, int form,
                               const char* options) {
  coppice_dataset* data = dataset_of(t, levels, form);
  char one_by_one[128];
  snprintf(one_by_one, sizeof one_by_one, "%s columns_per_iteration=1", options);
  const both_ways made =
      train_both_ways("cgens", data, pools[subsets], t, enumerate(t, levels, subsets), one_by_one);
  check_same_steps(made.drawn, t, made.expected, made.columns);
  both_ways_free(made);
  coppice_dataset_free(data);
}

/* On rows that leave no tie: stumps that differ in rows without a residual only, which the squared
 * hinge has, are equally good, and rounding chooses between them. */
static void pricing_finds_the_best_of_all_sets(void** state) {
  (void)state;
  static const char* const options[] = {
      "C=0.001 learners=25 tolerance=1e-11",
      "C=0.05 learners=14 tolerance=1e-11 loss=squared-hinge bias=penalised",
      "C=0.2 learners=14 tolerance=1e-11 loss=least-squares bias=none",
      "C=0.002 learners=20 tolerance=1e-11 start=constant class_weight=balanced",
  };
  for (int subsets = 0; subsets < 2; ++subsets) {
    for (int k = 0; k < 4; ++k) {
      table* t = mixed_rows(90, (uint32_t)(11 + k));
      check_like_columns(t, mixed, subsets, k % 3, options[k]);
      table_free(t);
    }
  }
}

/* By the rule of those that fit a + b h. */
static void logitboost_finds_them_too(void** state) {
  (void)state;
  for (int subsets = 0; subsets < 2; ++subsets)
    for (uint32_t seed = 1; seed <= 4; ++seed) {
      table* t = mixed_rows(90, seed);
      coppice_dataset* data = dataset_of(t, mixed, 0);
      const both_ways made = train_both_ways("logitboost", data, pools[subsets], t,
                                             enumerate(t, mixed, subsets), "learners=12");
      check_same_curves(made.drawn, made.expected, "curve.score", 1e-8);
      check_same_curves(made.drawn, made.expected, "curve.objective", 1e-9);
      both_ways_free(made);
      coppice_dataset_free(data);
      table_free(t);
    }
}

/* Costs so small that the bounds mean something from the beginning. Without a free bias, the
 * residuals do not sum up to 0: a stump that tells nothing apart would have a score. */
static void bounds_leave_out_what_is_constant(void** state) {
  (void)state;
  static const char* const options[] = {
      "C=1e-6 learners=12 columns_per_iteration=1 tolerance=1e-11 bias=none",
      "C=1e-6 learners=12 columns_per_iteration=1 tolerance=1e-11 loss=least-squares "
      "bias=penalised",
      "C=1e-6 learners=12 columns_per_iteration=1 tolerance=1e-11",
  };
  for (int k = 0; k < 6; ++k) {
    const int subsets = k / 3;
    table* t = mixed_rows(90, (uint32_t)(60 + k));
    coppice_dataset* data = dataset_of(t, mixed, k % 3);
    const both_ways made = train_both_ways("cgens", data, pools[subsets], t,
                                           enumerate(t, mixed, subsets), options[k % 3]);
    assert_int_equal(learners_of(made.drawn), 12);
    check_same_bounds(made.drawn, made.expected);
    both_ways_free(made);
    coppice_dataset_free(data);
    table_free(t);
  }
}

/* So many rows that sums by bins are corrected from pricing to pricing, and the columns of one
 * level mostly list other rows only. */
static void corrected_sums_find_the_best(void** state) {
  (void)state;
  static const level_counts levels = {6, 4, 5, 3, 2, 0, 0};
  table* t = mixed_rows_of(3000, 4, levels);
  for (int subsets = 0; subsets < 2; ++subsets) {
    check_like_columns(t, levels, subsets, 0, "C=0.01 learners=30 tolerance=1e-11");
    check_like_columns(t, levels, subsets, 2, "C=0.01 learners=30 tolerance=1e-11 threads=3");
  }
  table_free(t);
}

/* Over the whole pool: the optimum of all columns, with a certificate that closes. That takes most
 * of the stumps into the model: the best ones outside are far from the best of all. */
static void the_whole_pool_has_the_optimum_of_all_columns(void** state) {
  (void)state;
  static const char* const options[] = {
      "C=0.01 learners=100000 epsilon=1e-8 tolerance=1e-11",
      "C=0.01 learners=100000 epsilon=1e-8 tolerance=1e-11 columns_per_iteration=4",
      "C=0.01 learners=100000 epsilon=1e-8 tolerance=1e-11 loss=squared-hinge",
      "C=0.01 learners=100000 epsilon=1e-8 tolerance=1e-11 loss=least-squares bias=penalised",
  };
  static const level_counts levels = {5, 4, 5, 3, 2, 0, 0};
  for (int k = 0; k < 8; ++k) {
    const int subsets = k / 4;
    table* t = mixed_rows_of(60, (uint32_t)(10 + k), levels);
    coppice_dataset* data = dataset_of(t, levels, k % 3);
    const both_ways made = train_both_ways("cgens", data, pools[subsets], t,
                                           enumerate(t, levels, subsets), options[k % 4]);
    check_same_optimum(&made);
    both_ways_free(made);
    coppice_dataset_free(data);
    table_free(t);
  }
}

/* Every stump is chosen once, up to its sign. What is missing, or no level of the training set, is
 * where the text of the learner says: outside of its levels. */
static void every_stump_comes_once(void** state) {
  (void)state;
  static const level_counts levels = {4, 3, 5, 3, 2, 0, 0};
  table* t = mixed_rows_of(50, 20, levels);
  table* unknown = table_rows(t, (const int64_t[]){0, 1}, 2);
  for (int64_t d = 0; d < COLUMNS; ++d) {
    unknown->x[d] = levels[d] > 0 ? 1e9 + (double)d : NAN;
    unknown->x[COLUMNS + d] = NAN;
  }
  coppice_dataset* data = dataset_of(t, levels, 0);
  for (int subsets = 0; subsets < 2; ++subsets) {
    stump_pool* pool = enumerate(t, levels, subsets);
    coppice_model* model = train_pool(data, pools[subsets], "C=0.5 learners=100000 epsilon=0");
    check_text(model, "stop_reason", "exhausted");
    assert_int_equal(learners_of(model), pool->count);
    double* outputs = predictions_of(model, COPPICE_LEARNERS, t);
    double* of_unknown = predictions_of(model, COPPICE_LEARNERS, unknown);
    int64_t* times = allocate(pool->count, sizeof *times);
    for (int64_t j = 0; j < pool->count; ++j) {
      double feature = -1, listed[MOST_LEVELS];
      learner_numbers(model, j, "feature", &feature, 1);
      const int64_t d = (int64_t)feature;
      const int64_t count = learner_numbers(model, j, "levels", listed, MOST_LEVELS);
      assert_true((count > 0) == (levels[d] > 0));
      for (int64_t i = 0; i < t->rows && count > 0; ++i) {
        double expected = -1;
        for (int64_t k = 0; k < count; ++k)
          if (t->x[i * COLUMNS + d] == listed[k]) expected = 1;
        assert_true(outputs[i * pool->count + j] == expected);
      }
      assert_true(of_unknown[j] == of_unknown[pool->count + j]);
      if (count > 0) assert_true(of_unknown[j] == -1);
      int64_t found = -1;
      for (int64_t k = 0; k < pool->count; ++k) {
        double product = 0;
        for (int64_t i = 0; i < t->rows; ++i)
          product += pool->outputs[k * t->rows + i] * outputs[i * pool->count + j];
        if (pool->features[k] == d && fabs(product) == (double)t->rows) found = k;
      }
      assert_true(found >= 0);
      ++times[found];
    }
    for (int64_t k = 0; k < pool->count; ++k) assert_int_equal(times[k], 1);
    free(times);
    free(outputs);
    free(of_unknown);
    coppice_model_free(model);
    stumps_free(pool);
  }
  coppice_dataset_free(data);
  table_free(unknown);
  table_free(t);
}

/* Where no value is missing in training, what is missing later goes where most of the weight is,
 * as do levels that no row has; of halves, to the level that comes first. */
static void what_was_never_seen_goes_where_most_are(void** state) {
  (void)state;
  static const struct {
    double weights[3];
    double level; /* the one the stump is +1 at */
  } cases[] = {{{1, 1, 1}, 1},   {{3, 1, 1}, 3},    {{2, 1, 1}, 3},    {{0.3, 0.1, 0.2}, 3},
               {{1.9, 1, 1}, 1}, {{1e50, 1, 1}, 3}, {{1e-50, 1, 1}, 1}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    for (int subsets = 0; subsets < 2; ++subsets) {
      table* t = table_create(3, 1);
      for (int64_t i = 0; i < 3; ++i) {
        t->x[i] = i == 0 ? 1 : 3;
        t->labels[i] = i == 0 ? -1 : 1;
        t->weights[i] = cases[k].weights[i];
      }
      const int64_t levels[] = {5};
      coppice_dataset* data = dataset_of(t, levels, 0);
      coppice_model* model = train_pool(data, pools[subsets], "epsilon=0");
      assert_int_equal(learners_of(model), 1);
      double level = -1;
      assert_int_equal(learner_numbers(model, 0, "levels", &level, 1), 1);
      assert_true(level == cases[k].level);
      const double others[] = {0, 2, 4, 5, NAN};
      for (int i = 0; i < 5; ++i) {
        double h = 0;
        check_ok(coppice_model_predict_row(model, COPPICE_LEARNERS, &others[i], 1, &h, 1));
        assert_true(h == -1);
      }
      coppice_model_free(model);
      coppice_dataset_free(data);
      table_free(t);
    }
  }
}

/* The same bits by any number of threads, in any form of the matrix, and with features that tell
 * nothing apart beside. */
static void models_do_not_depend_on_threads_or_form(void** state) {
  (void)state;
  table* t = mixed_rows(2500, 30);
  for (int subsets = 0; subsets < 2; ++subsets) {
    coppice_dataset* first = dataset_of(t, mixed, 0);
    coppice_model* model = train_pool(first, pools[subsets], "C=0.01 learners=40 threads=1");
    for (int k = 1; k < 4; ++k) {
      char options[64];
      snprintf(options, sizeof options, "C=0.01 learners=40 threads=%d", k);
      coppice_dataset* data = dataset_of(t, mixed, k % 3);
      coppice_model* other = train_pool(data, pools[subsets], options);
      check_equal_models(model, other, data);
      coppice_model_free(other);
      coppice_dataset_free(data);
    }
    coppice_model_free(model);
    coppice_dataset_free(first);
  }
  table_free(t);
}

/* The order of the codes means nothing: with the levels named in another order the scores of the
 * stumps are the same, and so are the decisions. */
static void the_order_of_levels_means_nothing(void** state) {
  (void)state;
  for (int subsets = 0; subsets < 2; ++subsets) {
    table* t = mixed_rows(400, 40);
    coppice_dataset* data = dataset_of(t, mixed, 0);
    coppice_model* model =
        train_pool(data, pools[subsets], "C=0.01 learners=60 tolerance=1e-11 epsilon=0");
    double* decisions = decisions_of(model, t);
    for (int64_t i = 0; i < t->rows; ++i)
      for (int64_t d = 0; d < COLUMNS; ++d)
        if (mixed[d] > 0)
          t->x[i * COLUMNS + d] = fmod(t->x[i * COLUMNS + d] * 7 + 1, (double)mixed[d]);
    coppice_dataset* turned = dataset_of(t, mixed, 0);
    coppice_model* other =
        train_pool(turned, pools[subsets], "C=0.01 learners=60 tolerance=1e-11 epsilon=0");
    double* other_decisions = decisions_of(other, t);
    assert_true(learners_of(model) > 40);
    check_same_curves(model, other, "curve.objective", 1e-9);
    check_same_curves(model, other, "curve.dual_objective", 1e-7);
    for (int64_t i = 0; i < t->rows; ++i) check_close(decisions[i], other_decisions[i], 1e-4);
    free(decisions);
    free(other_decisions);
    coppice_model_free(model);
    coppice_model_free(other);
    coppice_dataset_free(data);
    coppice_dataset_free(turned);
    table_free(t);
  }
}

/* So many levels that all their sets cannot be counted. */
static void many_levels(void** state) {
  (void)state;
  enum { LEVELS = 3000, ROWS = 9000 };
  table* t = table_create(ROWS, 1);
  uint32_t seed = 50;
  static char text[LEVELS][8];
  static const char* called[LEVELS];
  for (int64_t k = 0; k < LEVELS; ++k) {
    snprintf(text[k], sizeof text[k], "%d", (int)k);
    called[k] = text[k];
  }
  for (int64_t i = 0; i < ROWS; ++i) {
    t->x[i] = (double)(i % LEVELS);
    t->labels[i] = (i % LEVELS % 3 == 0) == (random_next(&seed) < 0.9) ? 1 : -1;
  }
  const int64_t none[] = {0};
  coppice_dataset* data = dataset_of(t, none, 0);
  check_ok(coppice_dataset_set_levels(data, 0, called, LEVELS));
  coppice_model* model = train_pool(data, pools[1], "C=0.001 learners=5 epsilon=0");
  assert_int_equal(learners_of(model), 5);
  assert_true(quantity_of(model, "dual_objective") >= 0);
  assert_true(quantity_of(model, "train_error") < 0.1);
  /* The best set of all has the levels whose residual, that of the empty ensemble, sums up to more
   * than 0: a majority of their rows is of class 1. */
  coppice_model* first = train_pool(data, pools[1], "C=0.001 learners=1 start=constant");
  double* outputs = predictions_of(first, COPPICE_LEARNERS, t);
  double agreed = 0, count[LEVELS] = {0}, best = 0;
  for (int64_t i = 0; i < ROWS; ++i) {
    agreed += outputs[i] * t->labels[i];
    count[i % LEVELS] += t->labels[i];
  }
  for (int64_t k = 0; k < LEVELS; ++k) best += fabs(count[k]);
  assert_true(fabs(agreed) == best);
  free(outputs);
  coppice_model_free(first);
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pricing_finds_the_best_of_all_sets),
      cmocka_unit_test(logitboost_finds_them_too),
      cmocka_unit_test(bounds_leave_out_what_is_constant),
      cmocka_unit_test(corrected_sums_find_the_best),
      cmocka_unit_test(the_whole_pool_has_the_optimum_of_all_columns),
      cmocka_unit_test(every_stump_comes_once),
      cmocka_unit_test(what_was_never_seen_goes_where_most_are),
      cmocka_unit_test(models_do_not_depend_on_threads_or_form),
      cmocka_unit_test(the_order_of_levels_means_nothing),
      cmocka_unit_test(many_levels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
