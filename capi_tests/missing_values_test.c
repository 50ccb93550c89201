/* Missing values (NaN) and stumps: the pool has every cut with both sides for them, and "is
 * missing". What a fit finds is held against the same pool as explicit columns of -1 and +1 without
 * a missing value, enumerated by brute force. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "pools.h"
#include "stumps.h"

/* Columns of every sort: few values, mostly zeros, mostly missing, one value or missing, all
 * missing, values all distinct, nothing missing. Weights without ties. */
enum { COLUMNS = 7 };
static table* gappy(int64_t rows, uint32_t seed) {
  table* t = table_random(rows, COLUMNS, 6, seed);
  for (int64_t i = 0; i < rows; ++i) {
    double* x = t->x + i * COLUMNS;
    x[1] = random_next(&seed) < 0.85 ? 0 : x[1] - 2;
    x[5] += random_next(&seed);
    for (int64_t d = 0; d < 6; ++d) {
      const double share[] = {0.1, 0.1, 0.85, 0.3, 1, 0.2};
      if (random_next(&seed) < share[d] * (t->labels[i] > 0 ? 1.1 : 0.9)) x[d] = NAN;
    }
    if (!isnan(x[3])) x[3] = 2;
    x[4] = NAN;
  }
  table_draw_weights(t, seed);
  return t;
}

static void check_like_columns(const table* t, const char* options) {
  coppice_dataset* data = table_dataset(t);
  char one_by_one[128];
  snprintf(one_by_one, sizeof one_by_one, "%s columns_per_iteration=1", options);
  const both_ways made =
      train_both_ways("cgens", data, "stump", t, stumps_enumerate(t), one_by_one);
  check_same_steps(made.drawn, t, made.expected, made.columns);
  both_ways_free(made);
  coppice_dataset_free(data);
}

static void pricing_sees_both_sides(void** state) {
  (void)state;
  static const char* const options[] = {
      "C=0.001 learners=25 tolerance=1e-11",
      "C=0.05 learners=12 tolerance=1e-11 loss=squared-hinge bias=penalised",
      "C=0.2 learners=12 tolerance=1e-11 loss=least-squares bias=none",
      "C=0.002 learners=20 tolerance=1e-11 start=constant class_weight=balanced",
  };
  for (uint32_t seed = 1; seed <= 3; ++seed) {
    table* t = gappy(70, seed);
    for (int k = 0; k < 4; ++k) check_like_columns(t, options[k]);
    table_free(t);
  }
}

/* So many rows that sums by bins are corrected from pricing to pricing. */
static void corrected_sums_see_both_sides(void** state) {
  (void)state;
  table* t = gappy(3000, 4);
  for (int64_t i = 0; i < t->rows; ++i) /* few values: the columns must fit */
    for (int64_t d = 0; d < COLUMNS; ++d) t->x[i * COLUMNS + d] = floor(t->x[i * COLUMNS + d]);
  check_like_columns(t, "C=0.01 learners=30 tolerance=1e-11");
  check_like_columns(t, "C=0.01 learners=30 tolerance=1e-11 threads=3");
  table_free(t);
}

/* Over the whole pool: the optimum of all columns, with a certificate that closes. */
static void the_whole_pool_has_the_optimum_of_all_columns(void** state) {
  (void)state;
  static const char* const options[] = {
      "C=0.01 learners=100000 epsilon=1e-8 tolerance=1e-11",
      "C=0.01 learners=100000 epsilon=1e-8 tolerance=1e-11 columns_per_iteration=4",
      "C=0.01 learners=100000 epsilon=1e-8 tolerance=1e-11 loss=squared-hinge",
      "C=0.01 learners=100000 epsilon=1e-8 tolerance=1e-11 loss=least-squares bias=penalised",
  };
  for (int k = 0; k < 4; ++k) {
    table* t = gappy(60, (uint32_t)(10 + k));
    coppice_dataset* data = table_dataset(t);
    const both_ways made =
        train_both_ways("cgens", data, "stump", t, stumps_enumerate(t), options[k]);
    check_same_optimum(&made);
    both_ways_free(made);
    coppice_dataset_free(data);
    table_free(t);
  }
}

static int is_ever_missing(const table* t, int64_t feature) {
  for (int64_t i = 0; i < t->rows; ++i)
    if (isnan(t->x[i * t->features + feature])) return 1;
  return 0;
}

/* The stump of learner j, by its text. The side of a feature that is never missing is anybody's. */
static int64_t stump_of(const coppice_model* model, int64_t j, const stump_pool* pool,
                        const table* t) {
  char text[256];
  check_ok(coppice_model_learner(model, j, text, sizeof text, NULL));
  double feature = -1, threshold = DBL_MAX;
  assert_int_equal(learner_numbers(model, j, "feature", &feature, 1), 1);
  const int is_missing = strstr(text, "\"condition\":\"is missing\"") != NULL;
  const int above = strstr(text, "\"missing\":\"above\"") != NULL;
  const int below = strstr(text, "\"missing\":\"below\"") != NULL;
  assert_int_equal(is_missing + above + below, 1);
  assert_int_equal(learner_numbers(model, j, "threshold", &threshold, 1), 1 - is_missing);
  for (int64_t k = 0; k < pool->count; ++k)
    if (pool->features[k] == (int64_t)feature && pool->thresholds[k] == threshold &&
        (pool->missing_above[k] == !below || !is_ever_missing(t, (int64_t)feature)))
      return k;
  fail_msg("%s is not in the pool", text);
  return -1;
}

/* Every stump is chosen once, and gives what it is defined to give, also saved and loaded. */
static void every_stump_comes_once(void** state) {
  (void)state;
  table* t = gappy(50, 20);
  stump_pool* pool = stumps_enumerate(t);
  coppice_model* made = train(t, "C=0.5 learners=100000 epsilon=0");
  coppice_model* models[] = {made, reloaded(made, "json"), reloaded(made, "cbor")};
  check_text(made, "stop_reason", "exhausted");
  for (int m = 0; m < 3; ++m) {
    const coppice_model* model = models[m];
    int64_t* times = allocate(pool->count, sizeof *times);
    assert_int_equal(learners_of(model), pool->count);
    double* outputs = predictions_of(model, COPPICE_LEARNERS, t);
    for (int64_t j = 0; j < pool->count; ++j) {
      const int64_t k = stump_of(model, j, pool, t);
      assert_int_equal(++times[k], 1);
      for (int64_t i = 0; i < t->rows; ++i)
        assert_true(outputs[i * pool->count + j] == pool->outputs[k * t->rows + i]);
    }
    free(outputs);
    free(times);
    coppice_model_free(models[m]);
  }
  stumps_free(pool);
  table_free(t);
}

/* Missing values have a bin beside those of the values, also where a byte just or just not holds
 * it, or 16 bits. */
static void any_number_of_bins(void** state) {
  (void)state;
  static const int64_t values[] = {2, 254, 255, 256, 65535, 65536};
  for (int k = 0; k < 6; ++k) {
    table* t = table_create(values[k] + values[k] / 2 + 3, 1);
    uint32_t seed = 30;
    for (int64_t i = 0; i < t->rows; ++i) {
      t->x[i] = i < values[k] ? (double)(i * i) : NAN;
      t->labels[i] = (i % 7 == 0) == (random_next(&seed) < 0.8) ? 1 : -1;
    }
    table_draw_weights(t, seed);
    coppice_model* model = train(t, "C=0.01 learners=8 bias=none keep_stages=yes");
    double* outputs = predictions_of(model, COPPICE_LEARNERS, t);
    const int64_t learners = learners_of(model);
    assert_true(learners >= 3);
    double* decisions = decisions_of(model, t);
    assert_true(error_of(decisions, t) == quantity_of(model, "train_error"));
    for (int64_t j = 0; j < learners; ++j) {
      char text[256];
      check_ok(coppice_model_learner(model, j, text, sizeof text, NULL));
      double threshold = DBL_MAX;
      learner_numbers(model, j, "threshold", &threshold, 1);
      const double of_missing = strstr(text, "\"below\"") != NULL ? -1 : 1;
      for (int64_t i = 0; i < t->rows; ++i)
        assert_true(outputs[i * learners + j] == (isnan(t->x[i])        ? of_missing
                                                  : t->x[i] > threshold ? 1
                                                                        : -1));
    }
    free(outputs);
    free(decisions);
    coppice_model_free(model);
    table_free(t);
  }
}

/* Bins of values are at most as many as asked for; missing values have one more, which shares no
 * rows with them. */
static void missing_values_share_no_bin(void** state) {
  (void)state;
  table* t = table_create(90, 1);
  for (int64_t i = 0; i < t->rows; ++i) {
    t->x[i] = i % 3 == 0 ? NAN : (double)i;
    t->labels[i] = i % 3 == 0 || i > 60 ? 1 : -1;
  }
  table_draw_weights(t, 31);
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = train_pool(data, "stump(max_bins=4)", "C=1 learners=1000 epsilon=0");
  check_text(model, "stop_reason", "exhausted");
  assert_int_equal(learners_of(model), 2 * 3 + 1); /* 4 bins: 3 cuts with two sides */
  double* decisions = decisions_of(model, t);
  for (int64_t i = 0; i < t->rows; i += 3) assert_true(decisions[i] == decisions[0]);
  free(decisions);
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

/* A value that no row of the training set misses goes where most of their weight is; a half is
 * below.
 */
static void what_was_never_missing_goes_where_most_are(void** state) {
  (void)state;
  static const struct {
    double weights[4];
    double side;
  } cases[] = {{{1, 1, 1, 1}, 1},     {{3, 1, 1, 1}, -1},         {{5, 1, 1, 1}, -1},
               {{0.1, 1, 1, 1}, 1},   {{0.3, 0.1, 0.1, 0.1}, -1}, {{2, 1, 1, 1}, 1},
               {{1e50, 1, 1, 1}, -1}, {{1e-50, 1, 1, 1}, 1}};
  const double missing = NAN;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    table* t = table_create(4, 1);
    for (int64_t i = 0; i < 4; ++i) {
      t->x[i] = i == 0 ? 1 : 2;
      t->labels[i] = i == 0 ? -1 : 1;
      t->weights[i] = cases[k].weights[i];
    }
    coppice_model* model = train(t, "epsilon=0");
    double h = 0;
    check_ok(coppice_model_predict_row(model, COPPICE_LEARNERS, &missing, 1, &h, 1));
    assert_true(h == cases[k].side);
    coppice_model_free(model);
    table_free(t);
  }
}

/* Columns and rows of which nothing is known: a feature that is always missing has no stump, and a
 * row without any value is predicted by the sides. */
static void nothing_may_be_known(void** state) {
  (void)state;
  table* t = gappy(40, 40);
  for (int64_t d = 0; d < COLUMNS; ++d) t->x[5 * COLUMNS + d] = NAN;
  coppice_model* model = train(t, "C=0.5 learners=100000 epsilon=0");
  double* counts = array_of(model, "feature_counts", NULL);
  for (int64_t d = 0; d < COLUMNS; ++d) assert_true((counts[d] > 0) == (d != 4));
  double* decisions = decisions_of(model, t);
  for (int64_t i = 0; i < t->rows; ++i) assert_true(isfinite(decisions[i]));
  free(decisions);
  free(counts);
  coppice_model_free(model);
  /* Only missing values anywhere: no stump at all. */
  for (int64_t k = 0; k < t->rows * COLUMNS; ++k) t->x[k] = NAN;
  model = train(t, "");
  assert_int_equal(learners_of(model), 0);
  check_text(model, "stop_reason", "exhausted");
  coppice_model_free(model);
  table_free(t);
}

/* All ways to predict agree on rows with missing values, those that the model has never seen
 * missing among them. */
static void all_ways_to_predict_agree(void** state) {
  (void)state;
  table* t = gappy(300, 50);
  coppice_model* model = train(t, "C=0.05 learners=40 calibration=platt keep_stages=yes");
  table_lose(t, 0.2, 51);
  const int64_t size = t->rows * COLUMNS;
  float* narrow = allocate(size, sizeof *narrow);
  for (int64_t k = 0; k < size; ++k) t->x[k] = (double)(narrow[k] = (float)t->x[k]);
  coppice_dataset *wide = table_dataset(t), *floats = NULL;
  check_ok(coppice_dataset_create_dense_float(narrow, size, t->rows, COLUMNS, COLUMNS, 1, &floats));
  for (int output = COPPICE_DECISION; output <= COPPICE_CONTRIBUTIONS; ++output) {
    int64_t width = 0;
    check_ok(coppice_model_output_width(model, (coppice_output)output, &width));
    const int64_t numbers = t->rows * width;
    double* expected = predictions_of(model, (coppice_output)output, t);
    double* found = allocate(numbers, sizeof *found);
    for (int64_t k = 0; k < numbers; ++k) assert_true(isfinite(expected[k]));
    for (int64_t i = 0; i < t->rows; ++i)
      check_ok(coppice_model_predict_row(model, (coppice_output)output, t->x + i * COLUMNS, COLUMNS,
                                         found + i * width, width));
    assert_memory_equal(found, expected, (size_t)numbers * sizeof *found);
    coppice_dataset* const sets[] = {wide, floats};
    for (int k = 0; k < 2; ++k) {
      memset(found, 0, (size_t)numbers * sizeof *found);
      check_ok(
          coppice_model_predict_dataset(model, (coppice_output)output, sets[k], 2, found, numbers));
      assert_memory_equal(found, expected, (size_t)numbers * sizeof *found);
    }
    free(found);
    free(expected);
  }
  coppice_dataset_free(wide);
  coppice_dataset_free(floats);
  free(narrow);
  coppice_model_free(model);
  table_free(t);
}

/* A validation set may miss what it likes: its errors are those of prediction, and copy what the
 * stages say. */
static void validation_sees_what_prediction_sees(void** state) {
  (void)state;
  table* t = gappy(120, 60);
  table* other = gappy(90, 61);
  table_lose(other, 0.2, 62);
  coppice_dataset *data = table_dataset(t), *held_out = table_dataset(other);
  coppice_solver* solver = solver_with("C=0.1 learners=30 keep_stages=yes");
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_validation(solver, held_out));
  check_ok(coppice_solver_fit(solver, data, &model));
  double* errors = array_of(model, "curve.validation_error", NULL);
  double* staged = predictions_of(model, COPPICE_STAGED, other);
  double* stage = allocate(other->rows, sizeof *stage);
  const int64_t stages = count_of(model, "stages");
  assert_true(stages > 0);
  for (int64_t k = 0; k < stages; ++k) {
    for (int64_t i = 0; i < other->rows; ++i) stage[i] = staged[i * stages + k];
    assert_true(error_of(stage, other) == errors[k]);
  }
  free(stage);
  free(staged);
  free(errors);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  coppice_dataset_free(held_out);
  table_free(t);
  table_free(other);
}

/* Two tables are the same problem but for rounding, and models of both say the same of rows with
 * values that have never been missing. */
static void check_same_problem(const table* t, const table* other) {
  const char* const options = "C=0.05 learners=15 tolerance=1e-10";
  coppice_model* a = train(t, options);
  coppice_model* b = train(other, options);
  assert_int_equal(learners_of(a), learners_of(b));
  for (int64_t j = 0; j < learners_of(a); ++j) {
    char text_a[256], text_b[256];
    check_ok(coppice_model_learner(a, j, text_a, sizeof text_a, NULL));
    check_ok(coppice_model_learner(b, j, text_b, sizeof text_b, NULL));
    assert_string_equal(text_a, text_b);
  }
  check_close(quantity_of(a, "objective"), quantity_of(b, "objective"), 1e-9);
  table* lost = table_of(t->x, t->labels, t->rows, t->features);
  table_lose(lost, 0.3, 70);
  double* f = decisions_of(a, lost);
  double* g = decisions_of(b, lost);
  for (int64_t i = 0; i < lost->rows; ++i) check_close(f[i], g[i], 1e-6);
  free(f);
  free(g);
  table_free(lost);
  coppice_model_free(a);
  coppice_model_free(b);
}

/* Not of seed 71, where rounding decides which of two stumps is chosen. */
static void neither_order_nor_copies_matter(void** state) {
  (void)state;
  for (uint32_t seed = 72; seed < 75; ++seed) {
    table* t = gappy(80, seed);
    table_check_order_and_copies(t, check_same_problem);
    table_free(t);
  }
}

/* Zeros that a sparse row does not list are zeros. */
static void what_is_not_listed_is_not_missing(void** state) {
  (void)state;
  const int64_t indptr[] = {0, 1, 1, 2, 3};
  const int32_t indices[] = {0, 0, 0};
  const double values[] = {1, NAN, 1};
  const double labels[] = {1, -1, 1, 1};
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_csr(indptr, 5, indices, values, 3, 1, &data));
  check_ok(coppice_dataset_set_labels(data, labels, 4));
  double row = 7;
  check_ok(coppice_dataset_copy_row(data, 1, &row, 1));
  assert_true(row == 0);
  check_ok(coppice_dataset_copy_row(data, 2, &row, 1));
  assert_true(isnan(row));
  coppice_model* model = train_dataset(data, "C=10 learners=1 tolerance=1e-9");
  char text[256];
  check_ok(coppice_model_learner(model, 0, text, sizeof text, NULL));
  assert_string_equal(text,
                      "{\"kind\":\"stump\",\"feature\":0,\"threshold\":0.5,\"missing\":"
                      "\"above\"}");
  assert_true(quantity_of(model, "train_error") == 0);
  coppice_model_free(model);
  coppice_dataset_free(data);
}

/* A stump in words. */
static void what_is_missing_can_be_all_that_counts(void** state) {
  (void)state;
  const double x[] = {NAN, 1, 2, NAN, 3, NAN};
  const double labels[] = {1, -1, -1, 1, -1, 1};
  const char* const name = "income";
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_dense(x, 6, 6, 1, 1, 1, &data));
  check_ok(coppice_dataset_set_labels(data, labels, 6));
  check_ok(coppice_dataset_set_feature_names(data, &name, 1));
  coppice_model* model = train_dataset(data, "C=10 learners=1");
  char text[256];
  check_ok(coppice_model_learner(model, 0, text, sizeof text, NULL));
  assert_string_equal(text,
                      "{\"kind\":\"stump\",\"feature\":0,\"feature_name\":\"income\","
                      "\"condition\":\"is missing\"}");
  const double rows[] = {NAN, DBL_MAX, -DBL_MAX, 0};
  double h[4];
  check_ok(coppice_model_predict(model, COPPICE_LEARNERS, rows, 4, 4, 1, 1, 1, 1, h, 4));
  assert_true(h[0] == 1 && h[1] == -1 && h[2] == -1 && h[3] == -1);
  coppice_model_free(model);
  coppice_dataset_free(data);
}

/* Sides in a file are one a stump, 0 or 1; a file without them has missing values below. */
static void sides_in_files_are_checked(void** state) {
  (void)state;
  const double x[] = {0, 1, 2, NAN, 2, 1};
  const double labels[] = {-1, 1, 1, 1, 1, -1};
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_dense(x, 6, 6, 1, 1, 1, &data));
  check_ok(coppice_dataset_set_labels(data, labels, 6));
  coppice_model* model = train_dataset(data, "C=1 learners=3 epsilon=0");
  assert_int_equal(learners_of(model), 3);
  const struct {
    const char *sides, *fragments;
  } cases[] = {{"[0,1]", "3 features|2 sides"},
               {"[0,1,0,1]", "3 features|4 sides"},
               {"[]", "3 features|0 sides"},
               {"[0,2,0]", "\"missing_above\" is 2|expected 0 to 1"},
               {"[0,-1,0]", "\"missing_above\" is -1|expected 0 to 1"},
               {"[0,4294967296,0]", "\"missing_above\" is 4294967296|expected 0 to 1"},
               {"[0,0.5,0]", "\"missing_above\"|whole numbers"},
               {"[0,null,0]", "\"missing_above\"|whole numbers"},
               {"\"010\"", "\"missing_above\"|whole numbers"},
               {"null", "\"missing_above\"|whole numbers"}};
  for (size_t k = 0; k <= sizeof cases / sizeof cases[0]; ++k) {
    size_t size = 0;
    char* json = saved_bytes(model, "json", 256, &size);
    char* at = find_bytes(json, size, "\"missing_above\":", 16);
    assert_non_null(at);
    if (k < sizeof cases / sizeof cases[0]) {
      splice_bytes(json, &size, at + 16, strcspn(at + 16, "]") + 1, cases[k].sides,
                   strlen(cases[k].sides));
      expect_refused(json, size, cases[k].fragments);
    } else {
      memcpy(at, "\"Missing_above\"", 15);
      assert_true(fit_header(json, size));
      coppice_model* without = NULL;
      check_ok(coppice_model_load_buffer(json, (int64_t)size, &without));
      const double missing = NAN;
      double h[3];
      check_ok(coppice_model_predict_row(without, COPPICE_LEARNERS, &missing, 1, h, 3));
      assert_true(h[0] == -1 && h[1] == -1 && h[2] == -1);
      coppice_model_free(without);
    }
    free(json);
  }
  coppice_model_free(model);
  coppice_dataset_free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pricing_sees_both_sides),
      cmocka_unit_test(corrected_sums_see_both_sides),
      cmocka_unit_test(the_whole_pool_has_the_optimum_of_all_columns),
      cmocka_unit_test(every_stump_comes_once),
      cmocka_unit_test(any_number_of_bins),
      cmocka_unit_test(missing_values_share_no_bin),
      cmocka_unit_test(what_was_never_missing_goes_where_most_are),
      cmocka_unit_test(nothing_may_be_known),
      cmocka_unit_test(all_ways_to_predict_agree),
      cmocka_unit_test(validation_sees_what_prediction_sees),
      cmocka_unit_test(neither_order_nor_copies_matter),
      cmocka_unit_test(what_is_not_listed_is_not_missing),
      cmocka_unit_test(what_is_missing_can_be_all_that_counts),
      cmocka_unit_test(sides_in_files_are_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
