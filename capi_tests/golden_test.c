/* Model files that earlier versions wrote are read for good, and score as docs/model-format.md
 * says. data/golden/version-V.json and .cbor are one ensemble for votes.svm each, in format version
 * V, kernel-machine-V.json and .cbor a kernel machine for the four corners of a square, and
 * linear-V.json and .cbor a linear model for them, its components with it; learned-map-V.json and
 * .cbor a kernel of one view of them with a linear classifier, and neighbours-V.json and .cbor the
 * same with the nearest neighbour, of weighted rows. problems-V.json and .cbor are three classes,
 * 0, 1 and 2, of one feature that is the class, by problems of two with one stump each. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "training.h"

static coppice_model* golden(const char* name, int version, const char* format) {
  char file[64];
  coppice_model* model = NULL;
  snprintf(file, sizeof file, "golden/%s-%d.%s", name, version, format);
  check_ok(coppice_model_load(data_path(file), &model));
  return model;
}

static void old_ensembles_are_read(void** state) {
  (void)state;
  const char* const formats[] = {"json", "cbor"};
  const int64_t features[] = {3, 3, 2, 10};
  const double thresholds[] = {0.5, -0.5, -0.5, 0.5};
  const double weights[] = {0.5439866948077229, 0.4439866948077229, -0.012053777658151927,
                            -0.011932917199998266};
  table* votes = table_load("votes.svm", "-1", "1");
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = golden("version", 1, formats[k]);
    assert_int_equal(learners_of(model), 4);
    double* f = decisions_of(model, votes);
    int64_t wrong = 0;
    for (int64_t i = 0; i < votes->rows; ++i) {
      double expected = -0.011927771968975709;
      for (int j = 0; j < 4; ++j)
        expected +=
            votes->x[i * votes->features + features[j]] > thresholds[j] ? weights[j] : -weights[j];
      assert_true(f[i] == expected);
      wrong += (f[i] >= 0) != (votes->labels[i] > 0);
    }
    assert_true(quantity_of(model, "train_error") == (double)wrong / (double)votes->rows);
    char text[16];
    check_ok(coppice_model_feature_name(model, 15, text, sizeof text, NULL));
    assert_string_equal(text, ""); /* its features have no names */
    check_ok(coppice_model_class_name(model, 1, text, sizeof text, NULL));
    assert_string_equal(text, "1");
    free(f);
    coppice_model_free(model);
  }
  table_free(votes);
}

/* sum(perceptron,product(stump,gaussian(gamma=0.5))) of rows between 0 and 1. */
static double nested_kernel(const double* x, const double* z) {
  const double dx = x[0] - z[0], dy = x[1] - z[1];
  return -hypot(dx, dy) + (1 - fabs(dx) - fabs(dy)) * exp(-0.5 * (dx * dx + dy * dy));
}

/* Of two diagonals as classes all corners have the same coefficient a, whose margins are 1:
 * a (K(x, x) + K(across) - 2 K(along)) = 1. */
static void old_kernel_machines_are_read(void** state) {
  (void)state;
  const char* const formats[] = {"json", "cbor"};
  static const double corners[4][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
  static const double labels[4] = {-1, 1, 1, -1};
  const double a = 1 / (1 + (-sqrt(2) - exp(-1)) + 2);
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = golden("kernel-machine", 1, formats[k]);
    check_text(model, "kind", "kernel-expansion");
    for (int at = 0; at < 25; ++at) {
      const double x[2] = {0.25 * (at % 5), 0.25 * (at / 5)};
      double expected = 0, f = 0;
      for (int j = 0; j < 4; ++j) expected += labels[j] * a * nested_kernel(x, corners[j]);
      check_ok(coppice_model_predict_row(model, COPPICE_DECISION, x, 2, &f, 1));
      assert_true(fabs(f - expected) <= 1e-9);
    }
    coppice_model_free(model);
  }
}

/* Left against right: the widest margin is f = 2 x - 1, of both components. */
static void old_linear_models_are_read(void** state) {
  (void)state;
  const char* const formats[] = {"json", "cbor"};
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = golden("linear", 1, formats[k]);
    check_text(model, "kind", "linear");
    for (int at = 0; at < 25; ++at) {
      const double x[2] = {0.25 * (at % 5), 0.25 * (at / 5)};
      double f = 0;
      check_ok(coppice_model_predict_row(model, COPPICE_DECISION, x, 2, &f, 1));
      assert_true(fabs(f - (2 * x[0] - 1)) <= 1e-9);
    }
    int64_t size = 0;
    double* w = array_of(model, "component_weights", &size);
    assert_int_equal(size, 4);
    for (int j = 0; j < 4; ++j) assert_true(fabs(w[j] - (j % 2 == 0 ? 2 : 0)) <= 1e-9);
    assert_true(fabs(quantity_of(model, "exclusivity") - 4) <= 1e-9);
    free(w);
    coppice_model_free(model);
  }
}

/* Left against right, of the view of the first feature: with the ridge 1e-3 the one function is
 * (2 x - 1) / 1.001. The SVM's margin is as wide as the rows allow, so that f = 2 x - 1; the
 * nearest neighbour is on the row's own side. */
static void old_learned_maps_are_read(void** state) {
  (void)state;
  const char* const formats[] = {"json", "cbor"};
  for (int k = 0; k < 4; ++k) {
    const int votes = k >= 2;
    coppice_model* model = golden(votes ? "neighbours" : "learned-map", 1, formats[k % 2]);
    check_text(model, "kind", "learned-map");
    for (int at = 0; at < 25; ++at) {
      const double x[2] = {0.25 * (at % 5), 0.25 * (at / 5)};
      double mapped = 0, f = 0;
      check_ok(coppice_model_predict_row(model, COPPICE_MAP, x, 2, &mapped, 1));
      check_close(mapped, votes ? (x[0] - 0.6) * sqrt(5 / 1.2) / 1.001 : (2 * x[0] - 1) / 1.001,
                  1e-6);
      check_ok(coppice_model_predict_row(model, COPPICE_DECISION, x, 2, &f, 1));
      if (!votes)
        check_close(f, 2 * x[0] - 1, 1e-3); /* the SVM's tolerance */
      else if (x[0] != 0.5)
        assert_true(f == (x[0] < 0.5 ? -1 : 1));
    }
    assert_true(fabs(quantity_of(model, "alignment") - 1) <= 1e-9);
    coppice_model_free(model);
  }
}

/* Each problem's stump is in the middle of its two classes, and its margin is 1: it gives one class
 * a vote, and takes one from the other. */
static void old_models_of_problems_are_read(void** state) {
  (void)state;
  const char* const formats[] = {"json", "cbor"};
  static const double votes[3][3] = {{2, 0, -2}, {0, 2, -2}, {-2, 0, 2}};
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = golden("problems", 1, formats[k]);
    check_text(model, "kind", "ensemble");
    for (int y = 0; y < 3; ++y) {
      const double x = y;
      double f[3];
      check_ok(coppice_model_predict_row(model, COPPICE_DECISION, &x, 1, f, 3));
      for (int s = 0; s < 3; ++s) assert_true(fabs(f[s] - votes[y][s]) <= 1e-9);
    }
    coppice_model_free(model);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(old_ensembles_are_read), cmocka_unit_test(old_kernel_machines_are_read),
      cmocka_unit_test(old_linear_models_are_read), cmocka_unit_test(old_learned_maps_are_read),
      cmocka_unit_test(old_models_of_problems_are_read)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
