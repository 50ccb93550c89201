/* Models of problems of two classes: each learner is of one problem and has one weight, in memory
 * and in files, and all that a model can be asked for agrees with the weights that it tells of. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "model_bytes.h"
#include "pools.h"
#include "samples.h"

enum { K = 4, FEATURES = 4 };

static sample sample_of_four(void) {
  sample of = sample_random(160, FEATURES, 12, K, 5);
  table_draw_weights(of.t, 6);
  return of;
}

/* Two kinds of learners, so that a problem has several groups of them. */
static coppice_model* model_of(const sample* of, int pairs) {
  coppice_dataset* data = sample_dataset(of);
  coppice_model* model = train_pool_by("cgens", data, "union(stump, tree(depth=1))",
                                       pairs ? "learners=8 C=0.3 keep_stages=yes"
                                             : "learners=8 C=0.3 keep_stages=yes "
                                               "multiclass=one-against-rest");
  coppice_dataset_free(data);
  return model;
}

/* Of the learners' outputs on the rows, in the order of the problems. */
static void scores_are_sums_over_problems(void** state) {
  (void)state;
  sample of = sample_of_four();
  for (int pairs = 0; pairs < 2; ++pairs) {
    coppice_model* model = model_of(&of, pairs);
    int64_t size = 0, J = learners_of(model);
    double* w = array_of(model, "weights", &size);
    assert_int_equal(size, J * K);
    double* bias = array_of(model, "bias", &size);
    assert_int_equal(size, K);
    double* h = predictions_of(model, COPPICE_LEARNERS, of.t);
    double* f = decisions_of(model, of.t);
    double* map = predictions_of(model, COPPICE_MAP, of.t);
    int64_t counted = 0;
    for (int64_t j = 0; j < J; ++j) {
      int64_t scores = 0;
      double norm = 0;
      for (int64_t s = 0; s < K; ++s) {
        scores += w[j * K + s] != 0;
        norm = hypot(norm, w[j * K + s]);
      }
      assert_true(scores == 0 || scores == (pairs ? 2 : 1));
      counted += scores > 0;
      for (int64_t i = 0; i < of.t->rows; ++i)
        check_close(map[i * J + j], norm * h[i * J + j], 1e-14);
    }
    assert_true(counted > J / 2);
    for (int64_t i = 0; i < of.t->rows; ++i)
      for (int64_t s = 0; s < K; ++s) {
        double expected = bias[s];
        for (int64_t j = 0; j < J; ++j) expected += w[j * K + s] * h[i * J + j];
        check_close(f[i * K + s], expected, 1e-13);
      }
    free(map);
    free(f);
    free(h);
    free(bias);
    free(w);
    coppice_model_free(model);
  }
  sample_free(of);
}

/* The standard deviation over the rows of what each feature contributes, the root of the sum of the
 * squares of the scores'. */
static void check_importance(const coppice_model* model, const table* t) {
  double* got = array_of(model, "feature_importance", NULL);
  double* parts = predictions_of(model, COPPICE_CONTRIBUTIONS, t);
  double total = 0;
  for (int64_t i = 0; i < t->rows; ++i) total += t->weights[i];
  for (int64_t d = 0; d < FEATURES; ++d) {
    double variance = 0;
    for (int64_t s = 0; s < K; ++s) {
      const double* of = parts + s * FEATURES + d;
      double mean = 0;
      for (int64_t i = 0; i < t->rows; ++i) mean += t->weights[i] * of[i * K * FEATURES] / total;
      for (int64_t i = 0; i < t->rows; ++i)
        variance += t->weights[i] * pow(of[i * K * FEATURES] - mean, 2) / total;
    }
    check_close(got[d], sqrt(variance), 1e-12);
  }
  free(parts);
  free(got);
}

/* What features contribute, and how much they weigh, by the weights that the model tells of. */
static void features_count_in_their_problems(void** state) {
  (void)state;
  sample of = sample_of_four();
  for (int pairs = 0; pairs < 2; ++pairs) {
    coppice_model* model = model_of(&of, pairs);
    const int64_t J = learners_of(model);
    double* w = array_of(model, "weights", NULL);
    double* intercept = array_of(model, "intercept", NULL);
    double* weights = array_of(model, "feature_weights", NULL);
    double* pools = array_of(model, "pool_weights", NULL);
    double* f = decisions_of(model, of.t);
    double* parts = predictions_of(model, COPPICE_CONTRIBUTIONS, of.t);
    for (int64_t i = 0; i < of.t->rows; ++i)
      for (int64_t s = 0; s < K; ++s) {
        double sum = intercept[s];
        for (int64_t d = 0; d < FEATURES; ++d) sum += parts[(i * K + s) * FEATURES + d];
        check_close(sum, f[i * K + s], 1e-13);
      }
    check_importance(model, of.t);
    double all = 0, squared = 0;
    for (int64_t k = 0; k < J * K; ++k) {
      all += fabs(w[k]);
      squared += w[k] * w[k];
    }
    for (int64_t d = 0; d < FEATURES; ++d) all -= weights[d];
    check_close(all, 0, 1e-12);
    check_close(pools[0] + pools[1], squared, 1e-12);
    free(parts);
    free(f);
    free(pools);
    free(weights);
    free(intercept);
    free(w);
    coppice_model_free(model);
  }
  sample_free(of);
}

/* The numbers of the list that the JSON first has under a name. */
static int64_t count_list(char* json, size_t size, const char* name) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":[", name);
  const char* at = find_bytes(json, size, key, strlen(key));
  assert_non_null(at);
  int64_t numbers = 1;
  for (at += strlen(key); *at != ']'; ++at) numbers += *at == ',';
  return numbers;
}

static void check_same_bits(const coppice_model* a, const coppice_model* b, coppice_output output,
                            const table* t) {
  int64_t width = 0;
  check_ok(coppice_model_output_width(a, output, &width));
  double* of_a = predictions_of(a, output, t);
  double* of_b = predictions_of(b, output, t);
  assert_memory_equal(of_a, of_b, (size_t)(t->rows * width) * sizeof *of_a);
  free(of_a);
  free(of_b);
}

static void files_have_a_weight_a_learner(void** state) {
  (void)state;
  static const char* const formats[] = {"json", "cbor"};
  sample of = sample_of_four();
  for (int pairs = 0; pairs < 2; ++pairs) {
    coppice_model* model = model_of(&of, pairs);
    for (int k = 0; k < 2; ++k) {
      size_t size = 0;
      char* bytes = saved_bytes(model, formats[k], 0, &size);
      if (k == 0) {
        assert_int_equal(count_list(bytes, size, "groups"), pairs ? K * (K - 1) / 2 : K);
        assert_int_equal(count_list(bytes, size, "weights"), learners_of(model));
      }
      expect_same_saved(model, formats[k], bytes, size);
      coppice_model* loaded = reloaded(model, formats[k]);
      check_same_bits(model, loaded, COPPICE_DECISION, of.t);
      check_same_bits(model, loaded, COPPICE_STAGED, of.t);
      check_same_bits(model, loaded, COPPICE_CONTRIBUTIONS, of.t);
      coppice_model_free(loaded);
      free(bytes);
    }
    coppice_model_free(model);
  }
  sample_free(of);
}

/* The last stage is the model; in blocks and by columns rows have the same bits as one by one. */
static void rows_are_predicted_alike(void** state) {
  (void)state;
  sample of = sample_of_four();
  for (int pairs = 0; pairs < 2; ++pairs) {
    coppice_model* model = model_of(&of, pairs);
    const int64_t rows = of.t->rows;
    int64_t width = 0;
    check_ok(coppice_model_output_width(model, COPPICE_STAGED, &width));
    double* f = decisions_of(model, of.t);
    double* staged = predictions_of(model, COPPICE_STAGED, of.t);
    double* columns = allocate(rows * FEATURES, sizeof *columns);
    double* by_columns = allocate(rows * K, sizeof *by_columns);
    for (int64_t i = 0; i < rows; ++i) {
      double one[K];
      check_ok(coppice_model_predict_row(model, COPPICE_DECISION, of.t->x + i * FEATURES, FEATURES,
                                         one, K));
      assert_memory_equal(one, f + i * K, sizeof one);
      assert_memory_equal(staged + (i + 1) * width - K, f + i * K, sizeof one);
      for (int64_t d = 0; d < FEATURES; ++d) columns[d * rows + i] = of.t->x[i * FEATURES + d];
    }
    check_ok(coppice_model_predict(model, COPPICE_DECISION, columns, rows * FEATURES, rows,
                                   FEATURES, 1, rows, 1, by_columns, rows * K));
    assert_memory_equal(by_columns, f, (size_t)(rows * K) * sizeof *f);
    free(by_columns);
    free(columns);
    free(staged);
    free(f);
    coppice_model_free(model);
  }
  sample_free(of);
}

static void damaged_problems_are_refused(void** state) {
  (void)state;
  static const char* const cases[][3] = {
      {"added_to", "[0,1,2]", "3 and 4 classes|4 numbers of groups"},
      {"taken_from", "[-1,-1,-1,-1,-1]", "4 and 5 classes"},
      {"groups", "[]", "0 numbers of groups"},
      {"added_to", "[0,1,2,4]", "\"added_to\" is 4|expected 0 to 3"},
      {"added_to", "[0,1,2,-1]", "\"added_to\" is -1"},
      {"taken_from", "[-1,-1,-1,-2]", "\"taken_from\" is -2|expected -1 to 3"},
      {"taken_from", "[-1,-1,-1,3]", "problem 3 takes from the score that it adds to"},
      {"taken_from", "[-1,-1,-1,0.5]", "\"taken_from\""},
      {"groups", "[1,1,1,0]", "do not have 4 groups in all"},
      {"groups", "[1,1,1,2]", "do not have 4 groups in all"},
      {"groups", "[4,4,4,4]", "do not have 4 groups in all"},
      {"groups", "[1,1,1,-1]", "\"groups\" is -1"},
      {"groups", "[1,1,1,9223372036854775807]", "\"groups\" is 9223372036854775807"},
      {"groups", "{}", "\"groups\" is an object"},
      {"weights", "[1,2,3]", "4 learners|3 weights"},
      {"weights", "[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]", "4 learners|16 weights"},
      {"stages", "[{\"weights\":[1],\"bias\":[0,0,0,0]}]", "stage 0 does not fit"},
      {"stages", "[{\"weights\":[1,1,1,1,1],\"bias\":[0,0,0,0]}]", "stage 0 does not fit"},
      {"stages", "[{\"weights\":[1,1,1,1],\"bias\":[0]}]", "stage 0 does not fit"},
      {"classes", "[0,1]", "a score for each of three classes"}};
  sample of = sample_of_four();
  coppice_model* model = learn(&of, "cgens", "learners=1 C=0.3 multiclass=one-against-rest");
  coppice_model* two = learn(&of, "adaboost-mo", "learners=1");
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    size_t size = 0;
    char* json = saved_bytes(model, "json", 256, &size);
    replace_list(json, &size, cases[k][0], cases[k][1]);
    expect_refused(json, size, cases[k][2]);
    free(json);
  }
  size_t size = 0;
  char* json = saved_bytes(model, "json", 256, &size);
  replace_bytes(json, &size, "\"taken_from\"", "\"takes_from\"");
  expect_refused(json, size, "\"taken_from\" is missing");
  free(json);
  json = saved_bytes(two, "json", 256, &size);
  replace_bytes(json, &size, "\"stages\":",
                "\"problems\":{\"added_to\":[0],\"taken_from\":[1],\"groups\":[1]},\"stages\":");
  expect_refused(json, size, "a score for each of three classes");
  free(json);
  coppice_model_free(two);
  coppice_model_free(model);
  sample_free(of);
}

/* Files with a weight for every score, as they were before, are read as they were. */
static void weights_for_all_scores_are_read(void** state) {
  (void)state;
  sample of = sample_of_four();
  coppice_model* model = learn(&of, "cgens", "learners=1 C=0.3 multiclass=one-against-rest");
  size_t size = 0;
  char weights[400], *json = saved_bytes(model, "json", 800, &size);
  double* w = array_of(model, "weights", NULL);
  int length = 0;
  for (int k = 0; k < K * K; ++k)
    length += snprintf(weights + length, sizeof weights - (size_t)length, "%s%.17g",
                       k == 0 ? "[" : ",", w[k]);
  snprintf(weights + length, sizeof weights - (size_t)length, "]");
  replace_list(json, &size, "weights", weights);
  replace_bytes(json, &size, "\"problems\"", "\"comments\"");
  coppice_model* loaded = NULL;
  check_ok(coppice_model_load_buffer(json, (int64_t)size, &loaded));
  double* before = decisions_of(model, of.t);
  double* f = decisions_of(loaded, of.t);
  for (int64_t k = 0; k < of.t->rows * K; ++k) check_close(f[k], before[k], 1e-14);
  free(f);
  free(before);
  free(w);
  free(json);
  coppice_model_free(loaded);
  coppice_model_free(model);
  sample_free(of);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(scores_are_sums_over_problems),
                                     cmocka_unit_test(features_count_in_their_problems),
                                     cmocka_unit_test(files_have_a_weight_a_learner),
                                     cmocka_unit_test(rows_are_predicted_alike),
                                     cmocka_unit_test(damaged_problems_are_refused),
                                     cmocka_unit_test(weights_for_all_scores_are_read)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
