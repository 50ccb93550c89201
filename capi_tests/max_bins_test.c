/* Fewer bins than values (option max_bins of pool stump): which cuts are left follows from the
 * definition, and enough bins are the same as no limit. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "pools.h"

static coppice_model* train_binned(const table* t, const char* pool_text, int learners) {
  char options[64];
  snprintf(options, sizeof options, "epsilon=0 learners=%d", learners);
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = train_pool(data, pool_text, options);
  coppice_dataset_free(data);
  return model;
}

static int ascending(const void* a, const void* b) {
  const double left = *(const double*)a;
  const double right = *(const double*)b;
  return (left > right) - (left < right);
}

/* The thresholds of all stumps there are, ascending. */
static int64_t all_cuts(const table* t, const char* pool_text, double* out) {
  coppice_model* model = train_binned(t, pool_text, 1000);
  check_text(model, "stop_reason", "exhausted");
  const int64_t count = learners_of(model);
  for (int64_t j = 0; j < count; ++j) {
    int64_t feature = 0;
    learner_of(model, j, &feature, &out[j]);
  }
  qsort(out, (size_t)count, sizeof *out, ascending);
  coppice_model_free(model);
  return count;
}

/* The values 0 to 99, one row each, in an order that is not theirs. */
static table* hundred_values(void) {
  table* t = table_create(100, 1);
  uint32_t seed = 5;
  for (int64_t i = 0; i < 100; ++i) {
    t->x[i] = (double)(i * 37 % 100);
    t->labels[i] = random_next(&seed) < 0.5 ? -1 : 1;
  }
  return t;
}

/* In four bins: 25 rows a bin, whatever all of them weigh. */
static void bins_hold_equally_many_equal_rows(void** state) {
  (void)state;
  table* t = hundred_values();
  for (int k = 0; k < 2; ++k) {
    for (int64_t i = 0; i < 100 && k == 1; ++i) t->weights[i] = 0.1; /* sums of it are rounded */
    double cuts[100];
    assert_int_equal(all_cuts(t, "stump:max_bins=4", cuts), 3);
    assert_true(cuts[0] == 24.5 && cuts[1] == 49.5 && cuts[2] == 74.5);
    assert_int_equal(all_cuts(t, "stump:max_bins=2", cuts), 1);
    assert_true(cuts[0] == 49.5);
    assert_int_equal(all_cuts(t, "stump:max_bins=100", cuts), 99);
    assert_int_equal(all_cuts(t, "stump", cuts), 99);
  }
  table_free(t);
}

/* The values below 20 weigh 4 each, the others 1: 160 in four bins of 40. */
static void bins_hold_equal_weight(void** state) {
  (void)state;
  table* t = hundred_values();
  for (int64_t i = 0; i < 100; ++i) t->weights[i] = t->x[i] < 20 ? 4 : 1;
  double cuts[100];
  assert_int_equal(all_cuts(t, "stump:max_bins=4", cuts), 3);
  assert_true(cuts[0] == 9.5 && cuts[1] == 19.5 && cuts[2] == 59.5);
  table_free(t);
}

/* A row of weight k is k rows: the same cuts, of dense columns and of columns of mostly zeros. */
static void weights_are_copies(void** state) {
  (void)state;
  enum { ROWS = 90 };
  uint32_t seed = 21;
  for (int mostly_zeros = 0; mostly_zeros < 2; ++mostly_zeros) {
    table* weighted = table_random(ROWS, 1, 40, 22);
    int64_t rows[ROWS * 5], count = 0;
    for (int64_t i = 0; i < ROWS; ++i) {
      if (mostly_zeros && random_next(&seed) < 0.8) weighted->x[i] = 0;
      const int64_t copies = (int64_t)(5 * random_next(&seed));
      weighted->weights[i] = (double)copies;
      for (int64_t k = 0; k < copies; ++k) rows[count++] = i;
    }
    table* copied = table_rows(weighted, rows, count);
    for (int64_t i = 0; i < count; ++i) copied->weights[i] = 1;
    for (int bins = 2; bins <= 12; ++bins) {
      char pool[64];
      double of_weights[100], of_copies[100];
      snprintf(pool, sizeof pool, "stump:max_bins=%d", bins);
      const int64_t found = all_cuts(weighted, pool, of_weights);
      assert_int_equal(found, all_cuts(copied, pool, of_copies));
      assert_memory_equal(of_weights, of_copies, (size_t)found * sizeof *of_weights);
    }
    table_free(copied);
    table_free(weighted);
  }
}

/* A value that half of the rows have fills a bin alone; the others share what is left: of 40 zeros
 * and the values 1 to 40, the bins are {0}, {1 .. 20}, {21 .. 40}. */
static void a_common_value_has_a_bin(void** state) {
  (void)state;
  table* t = table_create(80, 1);
  uint32_t seed = 7;
  for (int64_t i = 0; i < 80; ++i) {
    t->x[i] = i < 40 ? 0 : (double)(i - 39);
    t->labels[i] = random_next(&seed) < 0.5 ? -1 : 1;
  }
  double cuts[100];
  assert_int_equal(all_cuts(t, "stump:max_bins=3", cuts), 2);
  assert_true(cuts[0] == 0.5 && cuts[1] == 20.5);
  for (int64_t i = 0; i < 80; ++i) t->x[i] = -t->x[i]; /* the common value is now the largest */
  assert_int_equal(all_cuts(t, "stump:max_bins=2", cuts), 1);
  assert_true(cuts[0] == -0.5);
  table_free(t);
}

/* Whole numbers from 0 to 255 are kept as bytes and have a way of their own, halves of them have
 * not. All 256 of them: with a row each, and with most rows in the last. */
static void bytes_have_the_bins_of_other_numbers(void** state) {
  (void)state;
  static const char* const pools[] = {"stump", "stump:max_bins=255", "stump:max_bins=7",
                                      "stump:max_bins=2"};
  for (int64_t rows = 256; rows <= 1024; rows += 768) {
    table* bytes = table_create(rows, 1);
    uint32_t seed = 26;
    for (int64_t i = 0; i < rows; ++i) {
      bytes->x[i] = i < 256 ? (double)(i * 37 % 256) : 255;
      bytes->labels[i] = random_next(&seed) < 0.5 ? -1 : 1;
      bytes->weights[i] = 1 + random_next(&seed);
    }
    for (int p = 0; p < 4; ++p) {
      double cuts[300], of_halves[300];
      const int64_t count = all_cuts(bytes, pools[p], cuts);
      for (int64_t i = 0; i < rows; ++i) bytes->x[i] /= 2;
      assert_int_equal(all_cuts(bytes, pools[p], of_halves), count);
      for (int64_t i = 0; i < rows; ++i) bytes->x[i] *= 2;
      assert_int_equal(count, p == 0 ? 255 : p == 1 ? 254 : p == 2 ? 6 : 1);
      for (int64_t k = 0; k < count; ++k) assert_true(cuts[k] == 2 * of_halves[k]);
    }
    table_free(bytes);
  }
}

/* Features side by side are summed up together, eight at a time, where their bins are many: here
 * more than 16 bits can number. In the other order each stands elsewhere among the eight. */
static void the_order_of_features_of_many_bins_does_not_matter(void** state) {
  (void)state;
  enum { rows = 9000, features = 40, learners = 60 };
  table* forwards = table_create(rows, features);
  table* backwards = table_create(rows, features);
  uint32_t seed = 7;
  for (int64_t i = 0; i < rows; ++i) {
    double* x = forwards->x + i * features;
    for (int64_t d = 0; d < features; ++d) {
      x[d] = (double)((i * (2 * d + 1) + 61 * d) % rows) + random_next(&seed) / 2;
      backwards->x[(i + 1) * features - 1 - d] = x[d];
    }
    const double sum = x[0] + x[9] + x[20] + x[39] - 2 * rows;
    forwards->labels[i] = (sum > 0) == (random_next(&seed) < 0.9) ? 1 : -1;
    backwards->labels[i] = forwards->labels[i];
  }
  coppice_model* one = train_binned(forwards, "stump", learners);
  coppice_model* other = train_binned(backwards, "stump", learners);
  assert_int_equal(learners_of(one), learners);
  assert_int_equal(learners_of(other), learners);
  for (int64_t j = 0; j < learners; ++j) {
    int64_t feature = 0, mirrored = 0;
    double threshold = 0, of_mirrored = 0;
    learner_of(one, j, &feature, &threshold);
    learner_of(other, j, &mirrored, &of_mirrored);
    assert_int_equal(mirrored, features - 1 - feature);
    assert_true(of_mirrored == threshold);
  }
  coppice_model_free(other);
  coppice_model_free(one);
  table_free(backwards);
  table_free(forwards);
}

/* Whatever the weights, no bin goes unused: the last value of four has nearly all of it. */
static void every_bin_is_used(void** state) {
  (void)state;
  table* t = table_create(40, 1);
  for (int64_t i = 0; i < 40; ++i) {
    t->x[i] = (double)(i < 3 ? i : 3);
    t->labels[i] = i % 2 == 0 ? -1 : 1;
  }
  double cuts[100];
  assert_int_equal(all_cuts(t, "stump:max_bins=2", cuts), 1);
  assert_true(cuts[0] == 2.5);
  assert_int_equal(all_cuts(t, "stump:max_bins=3", cuts), 2);
  assert_true(cuts[0] == 1.5 && cuts[1] == 2.5);
  table_free(t);
}

/* A subset whose bins are derived from the whole's shares them out by the weights of its own rows.
 */
static void subsets_have_weights_of_their_own(void** state) {
  (void)state;
  table* t = table_random(300, 4, 60, 23);
  table_draw_weights(t, 24);
  int64_t rows[100];
  for (int64_t k = 0; k < 100; ++k) rows[k] = 299 - 2 * k;
  coppice_dataset* data = table_dataset(t);
  coppice_model_free(train_pool(data, "stump", "learners=1")); /* makes the exact bins */
  coppice_dataset* part = subset_of(data, rows, 100);
  table* copied = table_rows(t, rows, 100);
  coppice_dataset* alone = table_dataset(copied);
  coppice_model* derived = train_pool(part, "stump:max_bins=5", "learners=30 epsilon=0");
  coppice_model* expected = train_pool(alone, "stump:max_bins=5", "learners=30 epsilon=0");
  check_equal_models(derived, expected, alone);
  coppice_model_free(derived);
  coppice_model_free(expected);
  coppice_dataset_free(alone);
  coppice_dataset_free(part);
  coppice_dataset_free(data);
  table_free(copied);
  table_free(t);
}

static coppice_action cancel_behind_the_first(void* user, const coppice_progress_info* info) {
  (void)user;
  return told_int(info, "iteration") > 0 ? COPPICE_CANCEL : COPPICE_CONTINUE;
}

/* A fit that was cancelled leaves bins behind, and weights that may still be set: then other bins.
 */
static void new_weights_have_new_bins(void** state) {
  (void)state;
  table* t = hundred_values();
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = pool_solver("stump:max_bins=4", "learners=30 epsilon=0");
  coppice_model *model = NULL, *expected = NULL;
  check_ok(coppice_solver_set_progress(solver, cancel_behind_the_first, NULL));
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_CANCELLED, "cancel");
  for (int64_t i = 0; i < 100; ++i) t->weights[i] = t->x[i] < 20 ? 4 : 1;
  check_ok(coppice_dataset_set_weights(data, t->weights, 100));
  check_ok(coppice_solver_set_progress(solver, NULL, NULL));
  check_ok(coppice_solver_fit(solver, data, &model));
  expected = train_binned(t, "stump:max_bins=4", 30);
  check_same_model(model, expected, t);
  coppice_model_free(model);
  coppice_model_free(expected);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

/* The dataset forgets the bins of a limit when another is asked for; a fit that is at work with
 * them keeps them. */
static void bins_in_use_stay(void** state) {
  (void)state;
  table* t = table_random(200, 5, 50, 25);
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = pool_solver("stump:max_bins=5", "learners=6");
  coppice_model *part = NULL, *continued = NULL;
  check_ok(coppice_solver_fit(solver, data, &part));
  for (int bins = 2; bins < 9; ++bins) {
    char other[64];
    snprintf(other, sizeof other, "stump:max_bins=%d", bins);
    coppice_model_free(train_pool(data, other, "learners=3"));
  }
  check_ok(coppice_solver_set_int(solver, "learners", 15));
  check_ok(coppice_solver_fit(solver, data, &continued));
  coppice_model* expected = train_pool(data, "stump:max_bins=5", "learners=15");
  check_equal_models(continued, expected, data);
  coppice_model_free(part);
  coppice_model_free(continued);
  coppice_model_free(expected);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

static void enough_bins_are_exact(void** state) {
  (void)state;
  table* t = table_load("sonar.svm", "-1", "1");
  coppice_model* exact = train_binned(t, "stump", 40);
  coppice_model* limited = train_binned(t, "stump:max_bins=208", 40);
  coppice_model* coarse = train_binned(t, "stump:max_bins=3", 40);
  check_same_model(exact, limited, t);
  /* Its pool is a subset: no smaller optimum, and what it chose is its own. */
  check_text(coarse, "stop_reason", "learners");
  assert_true(quantity_of(coarse, "gap") > 0);
  coppice_model_free(coarse);
  coppice_model_free(limited);
  coppice_model_free(exact);
  table_free(t);
}

static double spread(int64_t k) {
  return (double)k - 5000;
}
static double in_groups(int64_t k) {
  return (double)(k / 8) + ldexp((double)(k % 8), -30);
}
static double crowded(int64_t k) {
  return 1 + ldexp((double)k, -50);
}

/* Values that differ in their last digits only, all of them or those of a group, are in their order
 * like any others: there is a cut between two neighbours. */
static void crowded_values_are_told_apart(void** state) {
  (void)state;
  double (*const values[])(int64_t) = {spread, in_groups, crowded};
  for (int v = 0; v < 3; ++v) {
    table* t = table_create(10000, 1);
    for (int64_t i = 0; i < 10000; ++i) {
      const int64_t k = i * 7919 % 10000;
      t->x[i] = values[v](k);
      t->labels[i] = k < 5003 ? -1 : 1;
    }
    coppice_model* model = train_binned(t, "stump", 1);
    int64_t feature = 0;
    double cut = 0;
    learner_of(model, 0, &feature, &cut);
    assert_true(values[v](5002) <= cut && cut <= values[v](5003));
    assert_true(quantity_of(model, "train_error") == 0);
    coppice_model_free(model);
    table_free(t);
  }
}

static void one_bin_is_refused(void** state) {
  (void)state;
  table* t = table_random(30, 2, 5, 9);
  coppice_dataset* data = table_dataset(t);
  coppice_pool* pool = NULL;
  coppice_solver* solver = NULL;
  coppice_model* model = NULL;
  check_ok(coppice_pool_create("stump:max_bins=1", &pool));
  check_ok(coppice_solver_create("cgens", &solver));
  check_ok(coppice_solver_set_pool(solver, pool));
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_OPTION,
              "max_bins|stump|1|expected 0");
  check_error(coppice_pool_set_int(pool, "max_bins", -1), COPPICE_INVALID_OPTION, "max_bins|-1");
  coppice_solver_free(solver);
  coppice_pool_free(pool);
  coppice_dataset_free(data);
  table_free(t);
}

/* A limit is for numbers: every level of a category keeps a bin, and so a stump, of its own. Levels
 * set after bins were made, of the whole or of a subset, count. */
static void levels_are_not_limited(void** state) {
  (void)state;
  char texts[100][4];
  const char* names[100];
  int64_t rows[100];
  for (int k = 0; k < 100; ++k) {
    snprintf(texts[k], sizeof texts[k], "%d", k);
    names[k] = texts[k];
    rows[k] = 99 - k;
  }
  table* t = hundred_values();
  for (int k = 0; k < 3; ++k) {
    coppice_dataset* data = table_dataset(t);
    coppice_dataset* part = k == 0 ? NULL : subset_of(data, rows, 100);
    if (k == 1) coppice_model_free(train_pool(data, "stump", "learners=1")); /* bins of numbers */
    coppice_dataset* trained = k == 0 ? data : part;
    check_ok(coppice_dataset_set_levels(trained, 0, names, 100));
    coppice_model* model = train_pool(trained, "stump:max_bins=4", "epsilon=0 learners=1000");
    check_text(model, "stop_reason", "exhausted");
    assert_int_equal(learners_of(model), 100);
    coppice_model_free(model);
    if (k == 2) {
      check_ok(coppice_dataset_set_levels(data, 0, names, 100));
      model = train_pool(data, "stump:max_bins=4", "epsilon=0 learners=1000");
      assert_int_equal(learners_of(model), 100);
      coppice_model_free(model);
    }
    coppice_dataset_free(part);
    coppice_dataset_free(data);
  }
  /* The other way round: the whole's levels are set after the subset was made of numbers. */
  coppice_dataset* data = table_dataset(t);
  coppice_dataset* part = subset_of(data, rows, 100);
  check_ok(coppice_dataset_set_levels(data, 0, names, 100));
  coppice_model_free(train_pool(data, "stump", "learners=1"));
  coppice_model* model = train_pool(part, "stump:max_bins=4", "epsilon=0 learners=1000");
  assert_int_equal(learners_of(model), 3);
  coppice_model_free(model);
  coppice_dataset_free(part);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(levels_are_not_limited),
      cmocka_unit_test(bins_hold_equally_many_equal_rows),
      cmocka_unit_test(bins_hold_equal_weight),
      cmocka_unit_test(weights_are_copies),
      cmocka_unit_test(a_common_value_has_a_bin),
      cmocka_unit_test(bytes_have_the_bins_of_other_numbers),
      cmocka_unit_test(the_order_of_features_of_many_bins_does_not_matter),
      cmocka_unit_test(every_bin_is_used),
      cmocka_unit_test(subsets_have_weights_of_their_own),
      cmocka_unit_test(new_weights_have_new_bins),
      cmocka_unit_test(bins_in_use_stay),
      cmocka_unit_test(enough_bins_are_exact),
      cmocka_unit_test(crowded_values_are_told_apart),
      cmocka_unit_test(one_bin_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
