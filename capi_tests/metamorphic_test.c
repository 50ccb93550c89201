/* Laws between fits: what must not change when rows, features, labels or the form of the data
 * change, and what must change in a known way. Where the law is one of bits, bits are compared. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "training.h"

static const char tight[] = "C=0.05 learners=15 tolerance=1e-10";
static const char whole_pool[] = "C=0.05 learners=100000 epsilon=1e-8 tolerance=1e-10";

/* Generic weights: no ties between stumps, so that their order is the mathematics' and not
 * rounding's. */
static table* generic_table(void) {
  table* t = table_random(80, 6, 9, 11);
  table_draw_weights(t, 12);
  return t;
}

static void check_same_learners(const coppice_model* a, const coppice_model* b,
                                const int64_t* features_of_b) {
  assert_int_equal(learners_of(a), learners_of(b));
  for (int64_t j = 0; j < learners_of(a); ++j) {
    int64_t feature_a = 0, feature_b = 0;
    double threshold_a = 0, threshold_b = 0;
    learner_of(a, j, &feature_a, &threshold_a);
    learner_of(b, j, &feature_b, &threshold_b);
    assert_int_equal(feature_a, features_of_b == NULL ? feature_b : features_of_b[feature_b]);
    assert_true(threshold_a == threshold_b);
  }
}

static void check_close_decisions(const coppice_model* a, const coppice_model* b, const table* t,
                                  double tolerance) {
  double* f = decisions_of(a, t);
  double* g = decisions_of(b, t);
  for (int64_t i = 0; i < t->rows; ++i) check_close(f[i], g[i], tolerance);
  free(f);
  free(g);
}

/* Two tables are the same problem, but for rounding: a short run takes the same steps, one to the
 * end of the pool finds the same optimum, whose decision values are known less well. */
static void check_same_problem(const table* t, const table* other) {
  const char* const options[] = {tight, whole_pool};
  const double tolerances[] = {1e-6, 1e-3};
  for (int k = 0; k < 2; ++k) {
    coppice_model* a = train(t, options[k]);
    coppice_model* b = train(other, options[k]);
    if (k == 0) check_same_learners(a, b, NULL);
    check_close(quantity_of(a, "objective"), quantity_of(b, "objective"), 1e-9);
    check_close_decisions(a, b, t, tolerances[k]);
    coppice_model_free(a);
    coppice_model_free(b);
  }
}

/* Weight 2 is two copies of the row, whether the run is short or goes to the end of the pool. */
static void a_weight_is_as_many_copies(void** state) {
  (void)state;
  table* t = generic_table();
  table* copies = table_weigh_as_copies(t);
  check_same_problem(t, copies);
  table_free(copies);
  table_free(t);
}

static void check_same_scores(const table* t, const table* other) {
  double a[12], b[12];
  int64_t size = 0;
  coppice_model* one = train(t, "learners=12 C=0.02 columns_per_iteration=1");
  coppice_model* another = train(other, "learners=12 C=0.02 columns_per_iteration=1");
  check_ok(coppice_model_get_array(one, "curve.score", a, 12, &size));
  check_ok(coppice_model_get_array(another, "curve.score", b, 12, NULL));
  assert_int_equal(size, 12);
  for (int j = 0; j < 12; ++j) check_close(a[j], b[j], 1e-6);
  coppice_model_free(one);
  coppice_model_free(another);
}

/* Scores hang on which dual point the master gives where many are optimal: rows that are alike must
 * be treated alike, in whatever order they stand, and however their copies are counted. */
static void rows_that_are_alike_share_alike(void** state) {
  (void)state;
  for (uint32_t seed = 1; seed <= 6; ++seed) {
    table* t = table_random(120, 4, 40, seed);
    table_draw_weights(t, seed + 50);
    table_check_order_and_copies(t, check_same_scores);
    table_free(t);
  }
}

/* A row of weight 0 does not count: not in the loss, and not in the midpoints either. */
static void a_row_of_weight_zero_does_not_count(void** state) {
  (void)state;
  table* t = generic_table();
  int64_t* rows = allocate(t->rows, sizeof *rows);
  int64_t count = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    if (i % 5 == 3) {
      t->weights[i] = 0;
      t->x[i * t->features] += 0.25 * (double)i; /* values that no other row has */
    } else {
      rows[count++] = i;
    }
  }
  table* fewer = table_rows(t, rows, count);
  coppice_model* a = train(t, tight);
  coppice_model* b = train(fewer, tight);
  check_same_model(a, b, t);
  assert_int_equal(count_of(a, "rows"), count);
  assert_true(quantity_of(a, "objective") == quantity_of(b, "objective"));
  coppice_model_free(a);
  coppice_model_free(b);
  free(rows);
  table_free(fewer);
  table_free(t);
}

static void the_order_of_rows_does_not_matter(void** state) {
  (void)state;
  table* t = generic_table();
  int64_t* rows = allocate(t->rows, sizeof *rows);
  for (int64_t i = 0; i < t->rows; ++i) rows[i] = (i * 37 + 5) % t->rows; /* 37 and 80: coprime */
  table* shuffled = table_rows(t, rows, t->rows);
  check_same_problem(t, shuffled);
  free(rows);
  table_free(shuffled);
  table_free(t);
}

/* The rows are the same, so the sums are, and with no ties all bits. */
static void features_may_be_renumbered(void** state) {
  (void)state;
  table* t = generic_table();
  table* turned = generic_table();
  int64_t old_feature[6];
  for (int64_t d = 0; d < t->features; ++d) {
    old_feature[d] = (d * 5 + 2) % t->features;
    for (int64_t i = 0; i < t->rows; ++i)
      turned->x[i * t->features + d] = t->x[i * t->features + old_feature[d]];
  }
  coppice_model* a = train(t, tight);
  coppice_model* b = train(turned, tight);
  check_same_learners(a, b, old_feature);
  double* f = decisions_of(a, t);
  double* g = decisions_of(b, turned);
  assert_memory_equal(f, g, (size_t)t->rows * sizeof *f);
  free(f);
  free(g);
  coppice_model_free(a);
  coppice_model_free(b);
  table_free(turned);
  table_free(t);
}

static void swapped_labels_flip_the_sign(void** state) {
  (void)state;
  const char* biases[] = {"free", "penalised", "none"};
  for (int k = 0; k < 3; ++k) {
    table* t = generic_table();
    char options[128];
    snprintf(options, sizeof options, "%s bias=%s", tight, biases[k]);
    coppice_model* a = train(t, options);
    for (int64_t i = 0; i < t->rows; ++i) t->labels[i] = -t->labels[i];
    coppice_model* b = train(t, options);
    check_same_learners(a, b, NULL);
    double* f = decisions_of(a, t);
    double* g = decisions_of(b, t);
    for (int64_t i = 0; i < t->rows; ++i) assert_true(f[i] == -g[i]);
    free(f);
    free(g);
    coppice_model_free(a);
    coppice_model_free(b);
    table_free(t);
  }
}

static void labels_may_be_names(void** state) {
  (void)state;
  table* t = generic_table();
  const char** names = allocate(t->rows, sizeof *names);
  for (int64_t i = 0; i < t->rows; ++i) names[i] = t->labels[i] > 0 ? "spam" : "ham";
  coppice_dataset* data = table_dataset(t);
  check_ok(coppice_dataset_set_label_names(data, names, t->rows));
  coppice_model* a = train(t, tight);
  coppice_model* b = train_dataset(data, tight);
  check_same_model(a, b, t);
  char name[16];
  check_ok(coppice_model_class_name(b, 1, name, sizeof name, NULL));
  assert_string_equal(name, "spam");
  coppice_model_free(a);
  coppice_model_free(b);
  coppice_dataset_free(data);
  free(names);
  table_free(t);
}

/* Every feature on its own scale and from its own origin, all exact in binary. */
static void shifts_and_scales_do_not_matter(void** state) {
  (void)state;
  table* t = generic_table();
  table* moved = generic_table();
  for (int64_t i = 0; i < t->rows; ++i)
    for (int64_t d = 0; d < t->features; ++d)
      moved->x[i * t->features + d] =
          ldexp(t->x[i * t->features + d] + (double)(1024 * d - 512), (int)(7 * d - 20));
  coppice_model* a = train(t, tight);
  coppice_model* b = train(moved, tight);
  assert_int_equal(learners_of(a), learners_of(b));
  for (int64_t j = 0; j < learners_of(a); ++j) {
    int64_t feature_a = 0, feature_b = 0;
    double threshold_a = 0, threshold_b = 0;
    learner_of(a, j, &feature_a, &threshold_a);
    learner_of(b, j, &feature_b, &threshold_b);
    assert_int_equal(feature_a, feature_b);
    assert_true(threshold_b ==
                ldexp(threshold_a + (double)(1024 * feature_a - 512), (int)(7 * feature_a - 20)));
  }
  double* f = decisions_of(a, t);
  double* g = decisions_of(b, moved);
  assert_memory_equal(f, g, (size_t)t->rows * sizeof *f);
  free(f);
  free(g);
  coppice_model_free(a);
  coppice_model_free(b);
  table_free(moved);
  table_free(t);
}

/* The same numbers as doubles, as floats, by columns and as svmlight text, zeros left out. */
static void the_form_of_the_data_does_not_matter(void** state) {
  (void)state;
  table* t = table_random(70, 5, 4, 21); /* many zeros */
  const int64_t size = t->rows * t->features;
  float* floats = allocate(size, sizeof *floats);
  double* columns = allocate(size, sizeof *columns);
  char* text = allocate(size * 40 + t->rows * 8, 1);
  char* at = text;
  for (int64_t i = 0; i < t->rows; ++i) {
    at += sprintf(at, "%g", t->labels[i]);
    for (int64_t d = 0; d < t->features; ++d) {
      double* x = t->x + i * t->features + d;
      if (*x != 0) *x = (float)(*x / 3 - 0.4);
      floats[i * t->features + d] = (float)*x;
      columns[d * t->rows + i] = *x;
      if (*x != 0) at += sprintf(at, " %d:%.17g", (int)(d + 1), *x);
    }
    at += sprintf(at, "\n");
  }
  coppice_dataset* forms[3] = {NULL, NULL, NULL};
  check_ok(coppice_dataset_create_dense_float(floats, size, t->rows, t->features, t->features, 1,
                                              &forms[0]));
  check_ok(
      coppice_dataset_create_dense(columns, size, t->rows, t->features, 1, t->rows, &forms[1]));
  check_ok(coppice_dataset_parse_svmlight(text, (int64_t)(at - text), 0, &forms[2]));
  coppice_model* expected = train(t, tight);
  double* f = decisions_of(expected, t);
  double* g = allocate(t->rows, sizeof *g);
  for (int k = 0; k < 3; ++k) {
    if (k < 2) check_ok(coppice_dataset_set_labels(forms[k], t->labels, t->rows));
    coppice_model* model = train_dataset(forms[k], tight);
    check_same_model(expected, model, t);
    check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, forms[k], 1, g, t->rows));
    assert_memory_equal(f, g, (size_t)t->rows * sizeof *f);
    coppice_model_free(model);
    coppice_dataset_free(forms[k]);
  }
  free(f);
  free(g);
  coppice_model_free(expected);
  free(floats);
  free(columns);
  free(text);
  table_free(t);
}

static table* with_last_feature(const table* t, int64_t copied) {
  table* wide = table_create(t->rows, t->features + 1);
  for (int64_t i = 0; i < t->rows; ++i) {
    memcpy(wide->x + i * wide->features, t->x + i * t->features,
           (size_t)t->features * sizeof *t->x);
    wide->x[i * wide->features + t->features] = copied < 0 ? 7 : t->x[i * t->features + copied];
    wide->labels[i] = t->labels[i];
    wide->weights[i] = t->weights[i];
  }
  return wide;
}

static void a_constant_feature_is_never_used(void** state) {
  (void)state;
  table* t = generic_table();
  table* wide = with_last_feature(t, -1);
  coppice_model* a = train(t, whole_pool);
  coppice_model* b = train(wide, whole_pool);
  check_same_learners(a, b, NULL);
  assert_true(quantity_of(a, "objective") == quantity_of(b, "objective"));
  double* counts = array_of(b, "feature_counts", NULL);
  assert_true(counts[t->features] == 0);
  free(counts);
  coppice_model_free(a);
  coppice_model_free(b);
  table_free(wide);
  table_free(t);
}

/* At the optimum w_j = sum_i y_i alpha_i h_j(x_i), so twin stumps have equal weights, and with two
 * columns to share the norm the objective can only fall. */
static void a_duplicated_feature_shares_its_weights(void** state) {
  (void)state;
  table* t = generic_table();
  table* wide = with_last_feature(t, 0);
  coppice_model* a = train(t, whole_pool);
  coppice_model* b = train(wide, whole_pool);
  assert_true(quantity_of(b, "objective") <= quantity_of(a, "objective") * (1 + 1e-9));
  assert_true(fabs(quantity_of(b, "gap")) <= 1e-9);
  double* amounts = array_of(b, "feature_weights", NULL);
  assert_true(amounts[0] > 0);
  check_close(amounts[0], amounts[t->features], 1e-4);
  free(amounts);
  coppice_model_free(a);
  coppice_model_free(b);
  table_free(wide);
  table_free(t);
}

/* A feature and its mirror image have the same stumps, whose scores are added up from two ends:
 * each stump is taken from the feature itself before it is taken from the image. */
static void the_first_of_equal_learners_is_taken(void** state) {
  (void)state;
  enum { LEARNERS = 60 };
  table* t = table_random(400, 2, 60, 13);
  table_draw_weights(t, 14);
  for (int64_t i = 0; i < t->rows; ++i) t->x[2 * i + 1] = -t->x[2 * i];
  coppice_model* model = train(t, "C=0.1 learners=60");
  int64_t feature[LEARNERS] = {0}, images = 0;
  double threshold[LEARNERS];
  for (int64_t j = 0; j < learners_of(model); ++j) {
    int64_t twin = 0;
    learner_of(model, j, &feature[j], &threshold[j]);
    while (twin < j && (feature[twin] == 1 || threshold[twin] != -threshold[j])) ++twin;
    assert_true(feature[j] == 0 || twin < j);
    images += feature[j];
  }
  assert_true(images > 0); /* which lower |w|^2 */
  coppice_model_free(model);
  table_free(t);
}

/* Stage J of a long run is the model of a run of J learners, and the last stage the model itself,
 * bit for bit. */
static void stages_are_shorter_runs(void** state) {
  (void)state;
  table* t = table_load("votes.svm", "-1", "1");
  coppice_model* model = train(t, "C=0.05 learners=12 keep_stages=yes columns_per_iteration=1");
  const int64_t stages = count_of(model, "stages");
  assert_int_equal(stages, 12);
  double* staged = predictions_of(model, COPPICE_STAGED, t);
  double* last = decisions_of(model, t);
  for (int64_t k = 0; k < stages; ++k) {
    char options[64];
    snprintf(options, sizeof options, "C=0.05 learners=%d columns_per_iteration=1", (int)(k + 1));
    coppice_model* shorter = train(t, options);
    double* f = decisions_of(shorter, t);
    for (int64_t i = 0; i < t->rows; ++i) {
      const double* stage = staged + i * stages + k;
      assert_memory_equal(stage, f + i, sizeof *f);
      if (k == stages - 1) assert_memory_equal(stage, last + i, sizeof *last);
    }
    free(f);
    coppice_model_free(shorter);
  }
  free(staged);
  free(last);
  coppice_model_free(model);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_weight_is_as_many_copies),
                                     cmocka_unit_test(rows_that_are_alike_share_alike),
                                     cmocka_unit_test(a_row_of_weight_zero_does_not_count),
                                     cmocka_unit_test(the_order_of_rows_does_not_matter),
                                     cmocka_unit_test(features_may_be_renumbered),
                                     cmocka_unit_test(swapped_labels_flip_the_sign),
                                     cmocka_unit_test(labels_may_be_names),
                                     cmocka_unit_test(shifts_and_scales_do_not_matter),
                                     cmocka_unit_test(the_form_of_the_data_does_not_matter),
                                     cmocka_unit_test(a_constant_feature_is_never_used),
                                     cmocka_unit_test(a_duplicated_feature_shares_its_weights),
                                     cmocka_unit_test(the_first_of_equal_learners_is_taken),
                                     cmocka_unit_test(stages_are_shorter_runs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
