/* Models of more than two classes: decision values, classes, probabilities, stages and errors are
 * what their definitions say. The models are files, made from one of two classes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "training.h"

enum { ROOM = 8192, LEARNERS = 2 };

static table* rows;
static coppice_model* two;
static double* h; /* the outputs of its learners */

static int make_model(void** state) {
  (void)state;
  rows = table_random(50, 2, 9, 8);
  two = train(rows, "learners=2");
  assert_int_equal(learners_of(two), LEARNERS);
  h = predictions_of(two, COPPICE_LEARNERS, rows);
  return 0;
}

static int free_model(void** state) {
  (void)state;
  free(h);
  coppice_model_free(two);
  table_free(rows);
  return 0;
}

/* A file of three classes; weights and biases are JSON lists. free() it. */
static char* three_classes(const char* weights, const char* bias, size_t* size) {
  char* json = saved_bytes(two, "json", ROOM, size);
  replace_list(json, size, "classes", "[1,2,3]");
  replace_list(json, size, "weights", weights);
  replace_list(json, size, "bias", bias);
  return json;
}

static void calibrate(char* json, size_t* size, const char* slope, const char* offset) {
  char text[1024];
  snprintf(text, sizeof text, "\"calibration\":{\"slope\":%s,\"offset\":%s},\"training\":{", slope,
           offset);
  replace_bytes(json, size, "\"training\":{", text);
}

static coppice_model* loaded(const char* json, size_t size) {
  coppice_model* model = NULL;
  check_ok(coppice_model_load_buffer(json, (int64_t)size, &model));
  return model;
}

/* Without weights, every row's decision values are the biases. */
static coppice_model* constant_model(const char* bias, const char* slope, const char* offset) {
  size_t size = 0;
  char* json = three_classes("[0,0,0,0,0,0]", bias, &size);
  if (slope != NULL) calibrate(json, &size, slope, offset);
  coppice_model* model = loaded(json, size);
  free(json);
  return model;
}

static double one_class(const coppice_model* model) {
  double value = -1;
  check_ok(coppice_model_predict_row(model, COPPICE_CLASS, rows->x, 2, &value, 1));
  return value;
}

static void decisions_and_stages_are_weighted_sums(void** state) {
  (void)state;
  const double w[] = {0.5, -1, 2, 0.25, 0.125, -3}, b[] = {0.1, 0.2, 0.3};
  size_t size = 0;
  char* json = three_classes("[0.5,-1,2,0.25,0.125,-3]", "[0.1,0.2,0.3]", &size);
  replace_list(json, &size, "stages",
               "[{\"weights\":[7,8,9],\"bias\":[1,2,3]},"
               "{\"weights\":[0.5,-1,2,0.25,0.125,-3],\"bias\":[0.1,0.2,0.3]}]");
  coppice_model* model = loaded(json, size);
  assert_int_equal(count_of(model, "scores"), 3);
  assert_int_equal(count_of(model, "classes"), 3);
  assert_int_equal(count_of(model, "stages"), 2);
  double* f = decisions_of(model, rows);
  double* staged = predictions_of(model, COPPICE_STAGED, rows);
  double* classes = predictions_of(model, COPPICE_CLASS, rows);
  int64_t met[3] = {0, 0, 0};
  for (int64_t i = 0; i < rows->rows; ++i) {
    int best = 0;
    for (int s = 0; s < 3; ++s) {
      const double expected = b[s] + w[s] * h[2 * i] + w[3 + s] * h[2 * i + 1];
      assert_true(f[3 * i + s] == expected);
      assert_true(staged[6 * i + s] == s + 1 + (s + 7) * h[2 * i]);
      assert_true(staged[6 * i + 3 + s] == expected);
      if (f[3 * i + s] > f[3 * i + best]) best = s;
    }
    assert_true(classes[i] == best);
    ++met[best];
  }
  assert_true(met[0] + met[1] + met[2] == rows->rows && met[2] < rows->rows);

  /* The error rate counts the rows whose class has another label. */
  coppice_dataset* data = table_dataset(rows);
  double* labels = allocate(rows->rows, sizeof *labels);
  double error = NAN;
  for (int64_t i = 0; i < rows->rows; ++i) labels[i] = classes[i] + 1;
  labels[3] = 17; /* never seen */
  labels[4] = classes[4] == 0 ? 2 : 1;
  check_ok(coppice_dataset_set_labels(data, labels, rows->rows));
  check_ok(coppice_model_error_rate(model, data, 1, &error));
  assert_true(error == 2.0 / (double)rows->rows);
  coppice_dataset_free(data);
  free(labels);
  free(f);
  free(staged);
  free(classes);
  free(json);
  coppice_model_free(model);
}

static void the_first_of_equal_scores_is_the_class(void** state) {
  (void)state;
  const struct {
    const char* bias;
    double expected;
  } cases[] = {{"[1,1,1]", 0},    {"[0,1,1]", 1},          {"[0,-1,0]", 0},  {"[-2,-1,-1]", 1},
               {"[-3,-2,-1]", 2}, {"[-1e300,1e300,0]", 1}, {"[0,-0.0,0]", 0}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
    coppice_model* model = constant_model(cases[k].bias, NULL, NULL);
    assert_true(one_class(model) == cases[k].expected);
    coppice_model_free(model);
  }
}

/* Each sigmoid by its definition, in more digits, over the sum of all. */
static void probabilities_are_sigmoids_over_their_sum(void** state) {
  (void)state;
  const double slope[] = {2, 0.5, 1.25}, offset[] = {-0.5, 3, 0.125};
  size_t size = 0;
  char* json = three_classes("[0.5,-1,2,0.25,0.125,-3]", "[0.1,0.2,0.3]", &size);
  calibrate(json, &size, "[2,0.5,1.25]", "[-0.5,3,0.125]");
  coppice_model* model = loaded(json, size);
  int64_t width = -1;
  check_ok(coppice_model_output_width(model, COPPICE_PROBABILITY, &width));
  assert_int_equal(width, 3);
  double* slopes = array_of(model, "calibration_slope", &width);
  double* offsets = array_of(model, "calibration_offset", NULL);
  assert_int_equal(width, 3);
  assert_memory_equal(slopes, slope, sizeof slope);
  assert_memory_equal(offsets, offset, sizeof offset);
  double* f = decisions_of(model, rows);
  double* p = predictions_of(model, COPPICE_PROBABILITY, rows);
  double* classes = predictions_of(model, COPPICE_CLASS, rows);
  int64_t differ = 0;
  for (int64_t i = 0; i < rows->rows; ++i) {
    long double one[3], sum = 0;
    int best = 0, largest_score = 0;
    for (int k = 0; k < 3; ++k) {
      one[k] = 1 / (1 + expl(-((long double)slope[k] * f[3 * i + k] + offset[k])));
      sum += one[k];
    }
    for (int k = 0; k < 3; ++k) {
      check_close(p[3 * i + k], (double)(one[k] / sum), 1e-15);
      if (p[3 * i + k] > p[3 * i + best]) best = k;
      if (f[3 * i + k] > f[3 * i + largest_score]) largest_score = k;
    }
    assert_true(classes[i] == best);
    differ += best != largest_score;
    double row[3];
    check_ok(coppice_model_predict_row(model, COPPICE_PROBABILITY, rows->x + 2 * i, 2, row, 3));
    assert_memory_equal(row, p + 3 * i, sizeof row);
  }
  assert_true(differ > 0); /* or the class could be the largest score's */

  const char* const formats[] = {"json", "cbor"};
  for (int k = 0; k < 2; ++k) {
    coppice_model* again = reloaded(model, formats[k]);
    double* q = predictions_of(again, COPPICE_PROBABILITY, rows);
    assert_memory_equal(p, q, (size_t)(3 * rows->rows) * sizeof *p);
    free(q);
    coppice_model_free(again);
  }
  free(slopes);
  free(offsets);
  free(f);
  free(p);
  free(classes);
  free(json);
  coppice_model_free(model);
}

static void check_probabilities(const char* bias, const char* slope, const char* offset,
                                const double* expected, double expected_class) {
  coppice_model* model = constant_model(bias, slope, offset);
  double p[3] = {NAN, NAN, NAN};
  check_ok(coppice_model_predict_row(model, COPPICE_PROBABILITY, rows->x, 2, p, 3));
  for (int k = 0; k < 3; ++k) {
    assert_true(isfinite(p[k]) && p[k] >= 0);
    check_close(p[k], expected[k], 1e-15);
  }
  assert_true(one_class(model) == expected_class);
  coppice_model_free(model);
}

/* Where sigmoids are 0 or 1 to the last digit, what is left of them still divides. */
static void extreme_scores_have_probabilities(void** state) {
  (void)state;
  const char *ones = "[1,1,1]", *zeros = "[0,0,0]", *huge = "[1e300,1e300,1e300]";
  const double third[] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
  check_probabilities("[0,0,0]", ones, zeros, third, 0);
  check_probabilities("[1e300,1e300,1e300]", ones, zeros, third, 0);
  check_probabilities("[-1e300,-1e300,-1e300]", ones, zeros, third, 0);
  check_probabilities("[1e300,1e300,1e300]", huge, zeros, third, 0); /* infinite arguments */
  check_probabilities("[-1e300,-1e300,-1e300]", huge, zeros, third, 0);
  check_probabilities("[-900,-900,-900]", ones, zeros, third, 0);

  const double mixed[] = {2.0 / 3, 0, 1.0 / 3};
  check_probabilities("[1e300,-1e300,0]", ones, zeros, mixed, 0);
  check_probabilities("[1e300,-1e300,0]", huge, zeros, mixed, 0);
  const double last[] = {0, 0, 1};
  check_probabilities("[-3e300,-2e300,-1e300]", ones, zeros, last, 2);
  const double first_two[] = {0.5, 0.5, 0};
  check_probabilities("[40,50,-1e300]", ones, zeros, first_two, 0); /* equal to the last digit */

  /* 1 / (1 + exp(800)) is 0 in doubles; as ratios, exp(-800) : exp(-801) : exp(-802). */
  const double sum = 1 + exp(-1) + exp(-2);
  const double ratios[] = {exp(-1) / sum, 1 / sum, exp(-2) / sum};
  check_probabilities("[-801,-800,-802]", ones, zeros, ratios, 1);
  check_probabilities("[-1,0,-2]", ones, "[-800,-800,-800]", ratios, 1);
}

/* One sigmoid a score: not fewer, not more, and each of them rises. */
static void calibrations_that_do_not_fit_are_damage(void** state) {
  (void)state;
  const struct {
    const char *slope, *offset, *message;
  } cases[] = {{"[1,1]", "[0,0]", "2 slopes and 2 offsets|expected 3"},
               {"[1]", "[0]", "1 slopes and 1 offsets|expected 3"},
               {"[]", "[]", "0 slopes and 0 offsets|expected 3"},
               {"[1,1,1]", "[0,0]", "3 slopes and 2 offsets|expected 3"},
               {"[1,1,1,1]", "[0,0,0,0]", "4 slopes and 4 offsets|expected 3"},
               {"[1,0,1]", "[0,0,0]", "score 1|rising sigmoid"},
               {"[1,1,-2.5]", "[0,0,0]", "-2.5 for score 2|rising sigmoid"},
               {"[1,1,null]", "[0,0,0]", "\"slope\"|not finite"},
               {"[1,1,1]", "[0,null,0]", "\"offset\"|not finite"},
               {"[1,1,1]", "{}", "\"offset\""}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
    size_t size = 0;
    coppice_model* none = NULL;
    char* json = three_classes("[0,0,0,0,0,0]", "[0,0,0]", &size);
    calibrate(json, &size, cases[k].slope, cases[k].offset);
    check_error(coppice_model_load_buffer(json, (int64_t)size, &none), COPPICE_MODEL_ERROR,
                cases[k].message);
    assert_null(none);
    free(json);
  }
}

/* More classes than a row's scores have room on the stack. */
static void seventy_classes(void** state) {
  (void)state;
  enum { CLASSES = 70 };
  char classes[1024] = "[", weights[1024] = "[", bias[1024] = "[", slope[1024] = "[";
  for (int k = 0; k < CLASSES; ++k) {
    const char* const comma = k < CLASSES - 1 ? "," : "]";
    sprintf(classes + strlen(classes), "%d%s", k, comma);
    sprintf(bias + strlen(bias), "%d%s", k == 67 ? 1 : 0, comma);
    sprintf(slope + strlen(slope), "1%s", comma);
  }
  for (int k = 0; k < LEARNERS * CLASSES; ++k) /* the second learner speaks for class 62 */
    sprintf(weights + strlen(weights), "%d%s", k == CLASSES + 62 ? 3 : 0,
            k < LEARNERS * CLASSES - 1 ? "," : "]");
  size_t size = 0;
  char* json = saved_bytes(two, "json", ROOM, &size);
  replace_list(json, &size, "classes", classes);
  replace_list(json, &size, "weights", weights);
  replace_list(json, &size, "bias", bias);
  for (int calibrated = 0; calibrated < 2; ++calibrated) {
    if (calibrated) calibrate(json, &size, slope, slope);
    coppice_model* model = loaded(json, size);
    double* found = predictions_of(model, COPPICE_CLASS, rows);
    int64_t met = 0;
    for (int64_t i = 0; i < rows->rows; ++i) {
      double alone = -1;
      check_ok(coppice_model_predict_row(model, COPPICE_CLASS, rows->x + 2 * i, 2, &alone, 1));
      assert_true(found[i] == (h[2 * i + 1] > 0 ? 62 : 67));
      assert_true(alone == found[i]);
      met += found[i] == 62;
    }
    assert_true(met > 0 && met < rows->rows);
    if (calibrated) {
      double* p = predictions_of(model, COPPICE_PROBABILITY, rows);
      for (int64_t i = 0; i < rows->rows; ++i) {
        double sum = 0;
        for (int k = 0; k < CLASSES; ++k) sum += p[i * CLASSES + k];
        check_close(sum, 1, 1e-14);
      }
      free(p);
    }
    free(found);
    coppice_model_free(model);
  }
  free(json);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(decisions_and_stages_are_weighted_sums),
      cmocka_unit_test(the_first_of_equal_scores_is_the_class),
      cmocka_unit_test(probabilities_are_sigmoids_over_their_sum),
      cmocka_unit_test(extreme_scores_have_probabilities),
      cmocka_unit_test(calibrations_that_do_not_fit_are_damage),
      cmocka_unit_test(seventy_classes),
  };
  return cmocka_run_group_tests(tests, make_model, free_model);
}
