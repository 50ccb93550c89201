/* Criteria and the confusion matrix: by hand, by their definitions (areas under curves pair by
 * pair), and by the laws that they obey. The models are files whose decision values are the
 * features. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "synthetic.h"
#include "training.h"

enum { MOST_SCORES = 4, MOST_ROWS = 400, CRITERIA = 6 };
enum { ERROR, BALANCED_ERROR, LOG_LOSS, BRIER, AUC, SQUARED_ERROR };
static const char* const names[CRITERIA] = {"error", "balanced_error", "log_loss", "brier",
                                            "auc",   "squared_error"};

static coppice_pool* identities;

static coppice_action feature_itself(void* user, const double* parameters, int64_t count,
                                     const double* x, int64_t rows, int64_t features, double* out) {
  (void)user, (void)count;
  for (int64_t i = 0; i < rows; ++i) out[i] = x[i * features + (int64_t)parameters[0]];
  return COPPICE_CONTINUE;
}

static int make_pool(void** state) {
  (void)state;
  return coppice_pool_create_custom("feature", 1, NULL, feature_itself, NULL, NULL, &identities);
}

static int free_pool(void** state) {
  (void)state;
  coppice_pool_free(identities);
  return 0;
}

/* A model whose score s of a row is its feature s; `predicts` and `calibration` are JSON. */
static coppice_model* identity(int scores, const char* predicts, const char* calibration) {
  char json[4096], learners[64] = "", weights[256] = "", bias[64] = "";
  for (int j = 0; j < scores; ++j) {
    sprintf(learners + strlen(learners), "%s%d", j > 0 ? "," : "", j);
    sprintf(bias + strlen(bias), "%s0", j > 0 ? "," : "");
    for (int s = 0; s < scores; ++s)
      sprintf(weights + strlen(weights), "%s%d", j + s > 0 ? "," : "", s == j);
  }
  const size_t size = (size_t)snprintf(
      json, sizeof json,
      "{\"format\":\"coppice-model\",\"version\":1,\"length\":\"000000000000\","
      "\"crc32\":\"00000000\",\"kind\":\"ensemble\",\"method\":\"cgens\",\"options\":{},"
      "\"features\":%d,%s,\"learners\":[{\"kind\":\"custom\",\"name\":\"feature\",\"count\":1,"
      "\"parameters\":[%s]}],\"weights\":[%s],\"bias\":[%s],\"stages\":[],%s\"training\":{"
      "\"pools\":[\"custom(name=feature)\"],\"rows\":1,\"iterations\":0,\"best_iteration\":0,"
      "\"stop_reason\":\"\",\"warnings\":[],\"curve\":{\"iteration\":[]}}}\n",
      scores, predicts, learners, weights, bias, calibration);
  assert_true(size < sizeof json && fit_header(json, size));
  coppice_model* model = NULL;
  check_ok(load_with_pool(json, size, identities, &model));
  return model;
}

/* Labels are 0 .. K - 1. */
static coppice_model* classifier(int classes, int calibrated) {
  static const char* const labels[] = {"", "", "\"classes\":[0,1]", "\"classes\":[0,1,2]",
                                       "\"classes\":[0,1,2,3]"};
  static const char* const sigmoids[] = {
      "", "", "\"calibration\":{\"slope\":[1.5],\"offset\":[-0.25]},",
      "\"calibration\":{\"slope\":[1.5,0.5,2],\"offset\":[-0.25,0.5,0]},",
      "\"calibration\":{\"slope\":[1.5,0.5,2,1],\"offset\":[-0.25,0.5,0,1]},"};
  return identity(classes == 2 ? 1 : classes, labels[classes], calibrated ? sigmoids[classes] : "");
}

typedef struct rows_of_scores {
  int64_t rows;
  int scores;
  double f[MOST_ROWS * MOST_SCORES]; /* floats */
  double labels[MOST_ROWS], weights[MOST_ROWS];
} rows_of_scores;

static coppice_dataset* dataset_of(const rows_of_scores* of) {
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_dense(of->f, of->rows * of->scores, of->rows, of->scores,
                                        of->scores, 1, &data));
  check_ok(coppice_dataset_set_labels(data, of->labels, of->rows));
  check_ok(coppice_dataset_set_weights(data, of->weights, of->rows));
  return data;
}

/* Scores of a few levels, so that many are equal; a fifth of the weights are 0. */
static void draw(rows_of_scores* to, int64_t rows, int classes, int levels, uint64_t seed) {
  to->rows = rows;
  to->scores = classes == 2 ? 1 : classes;
  for (int64_t k = 0; k < rows * to->scores; ++k)
    to->f[k] = floor(random_unit(&seed) * levels) / 4 - levels / 8.0;
  for (int64_t i = 0; i < rows; ++i) {
    to->labels[i] = floor(pow(random_unit(&seed), 1.5) * classes); /* fewer of the later */
    to->weights[i] = random_unit(&seed) < 0.2 ? 0 : 0.5 + random_unit(&seed);
    const int64_t score = to->scores == 1 ? 0 : (int64_t)to->labels[i];
    if (to->scores > 1 || to->labels[i] == 1) to->f[i * to->scores + score] += 1;
  }
}

/* All criteria, NaN where one is not defined. */
static void criteria_of(const coppice_evaluation* of, double* values) {
  for (int k = 0; k < CRITERIA; ++k) {
    values[k] = NAN;
    const coppice_status status = coppice_evaluation_criterion(of, names[k], &values[k]);
    assert_true(status == COPPICE_OK ? isfinite(values[k])
                                     : status == COPPICE_UNAVAILABLE && isnan(values[k]));
  }
}

static coppice_evaluation* evaluate_rows(const coppice_model* model, const rows_of_scores* rows) {
  coppice_dataset* data = dataset_of(rows);
  coppice_evaluation* made = evaluate(model, data);
  coppice_dataset_free(data); /* is not needed any longer */
  return made;
}

static void criteria_on(const coppice_model* model, const rows_of_scores* rows, double* values) {
  coppice_evaluation* made = evaluate_rows(model, rows);
  criteria_of(made, values);
  coppice_evaluation_free(made);
}

/* `size` numbers, as many as it has. */
static void confusion_on(const coppice_model* model, const rows_of_scores* rows, double* out,
                         int64_t size) {
  int64_t needed = 0;
  coppice_evaluation* made = evaluate_rows(model, rows);
  check_error(coppice_evaluation_confusion(made, out, size - 1, &needed), COPPICE_BUFFER_TOO_SMALL,
              "needs");
  assert_int_equal(needed, size);
  check_ok(coppice_evaluation_confusion(made, out, size, NULL));
  coppice_evaluation_free(made);
}

/* Four rows of two classes: f = -1, 0, 2, -1 with labels 0, 0, 1, 1 and weights 1, 2, 3, 4. The
 * predicted classes are 0, 1, 1, 0. */
static void two_classes_by_hand(void** state) {
  (void)state;
  static const rows_of_scores four = {4, 1, {-1, 0, 2, -1}, {0, 0, 1, 1}, {1, 2, 3, 4}};
  double values[CRITERIA], confusion[4];
  coppice_model *plain = classifier(2, 0), *calibrated = classifier(2, 1);
  criteria_on(plain, &four, values);
  check_close(values[ERROR], 6.0 / 10, 1e-15);
  check_close(values[BALANCED_ERROR], 1 - (1.0 / 3 + 3.0 / 7) / 2, 1e-15);
  /* Pairs: (2, -1) 3 * 1, (2, 0) 3 * 2, (-1, -1) half of 4 * 1, (-1, 0) nothing; of 7 * 3. */
  check_close(values[AUC], 11.0 / 21, 1e-15);
  assert_true(isnan(values[LOG_LOSS]) && isnan(values[BRIER]) && isnan(values[SQUARED_ERROR]));
  confusion_on(plain, &four, confusion, 4);
  const double expected[] = {1, 2, 4, 3};
  assert_memory_equal(confusion, expected, sizeof expected);

  /* p = 1 / (1 + exp(-(1.5 f - 0.25))). */
  const double p[] = {1 / (1 + exp(1.75)), 1 / (1 + exp(0.25)), 1 / (1 + exp(-2.75))};
  criteria_on(calibrated, &four, values);
  check_close(values[ERROR], 4.0 / 10, 1e-15); /* the class of 0 is the earlier one here */
  check_close(values[LOG_LOSS],
              -(log(1 - p[0]) + 2 * log(1 - p[1]) + 3 * log(p[2]) + 4 * log(p[0])) / 10, 1e-14);
  check_close(values[BRIER],
              (p[0] * p[0] + 2 * p[1] * p[1] + 3 * pow(1 - p[2], 2) + 4 * pow(1 - p[0], 2)) / 10,
              1e-14);
  check_close(values[AUC], 11.0 / 21, 1e-15);
  coppice_model_free(plain);
  coppice_model_free(calibrated);
}

/* Three rows of three classes, the last of which does not occur. */
static void three_classes_by_hand(void** state) {
  (void)state;
  static const rows_of_scores three = {3, 3, {1, 0, 0, 0, 2, 3, 1, 1, -1}, {0, 1, 1}, {1, 1, 2}};
  double values[CRITERIA];
  coppice_model* model = classifier(3, 0);
  criteria_on(model, &three, values);
  check_close(values[ERROR], 3.0 / 4, 1e-15); /* the third row's first of equal scores */
  check_close(values[BALANCED_ERROR], 0.5, 1e-15);
  /* Class 0 has 1 against 0 and, half, 1: (1 + 1) / 3. Class 1 has 2 and 1 against 0: 1. */
  check_close(values[AUC], (2.0 / 3 + 1) / 2, 1e-15);
  coppice_model_free(model);
}

/* The share of pairs, by looking at each. */
static double area_by_pairs(const rows_of_scores* of, int label, int score) {
  double right = 0, all = 0;
  for (int64_t i = 0; i < of->rows; ++i) {
    if (of->labels[i] != label) continue;
    for (int64_t k = 0; k < of->rows; ++k) {
      if (of->labels[k] == label) continue;
      const double pair = of->weights[i] * of->weights[k];
      const double more = of->f[i * of->scores + score] - of->f[k * of->scores + score];
      all += pair;
      right += more > 0 ? pair : more == 0 ? pair / 2 : 0;
    }
  }
  return right / all;
}

/* Every criterion from what the model predicts, as it is defined. */
static void check_by_definition(const coppice_model* model, const rows_of_scores* of, int classes) {
  double values[CRITERIA], found[(MOST_SCORES + 1) * MOST_SCORES];
  double *p = malloc(sizeof *p * MOST_ROWS * MOST_SCORES),
         *predicted = malloc(sizeof *p * MOST_ROWS);
  assert_true(p != NULL && predicted != NULL);
  coppice_dataset* data = dataset_of(of);
  check_ok(coppice_model_predict_dataset(model, COPPICE_CLASS, data, 1, predicted, of->rows));
  check_ok(
      coppice_model_predict_dataset(model, COPPICE_PROBABILITY, data, 1, p, of->rows * classes));
  double confusion[MOST_SCORES][MOST_SCORES] = {{0}}, weight[MOST_SCORES] = {0};
  double all = 0, wrong = 0, log_loss = 0, brier = 0, recall = 0, area = 0;
  for (int64_t i = 0; i < of->rows; ++i) {
    const int label = (int)of->labels[i];
    const double c = of->weights[i];
    all += c;
    weight[label] += c;
    confusion[label][(int)predicted[i]] += c;
    wrong += predicted[i] != label ? c : 0;
    log_loss -= c * log(p[i * classes + label]);
    for (int k = 0; k < classes; ++k)
      brier += c * pow(p[i * classes + k] - (label == k), 2) / (classes == 2 ? 2 : 1);
  }
  for (int k = 0; k < classes; ++k) {
    recall += confusion[k][k] / weight[k] / classes;
    area += area_by_pairs(of, k, classes == 2 ? 0 : k) / classes;
  }
  criteria_on(model, of, values);
  check_close(values[ERROR], wrong / all, 1e-13);
  check_close(values[BALANCED_ERROR], 1 - recall, 1e-13);
  check_close(values[LOG_LOSS], log_loss / all, 1e-13);
  check_close(values[BRIER], brier / all, 1e-13);
  check_close(values[AUC], classes == 2 ? area_by_pairs(of, 1, 0) : area, 1e-13);
  assert_true(isnan(values[SQUARED_ERROR]));
  confusion_on(model, of, found, (int64_t)classes * classes);
  for (int r = 0; r < classes; ++r)
    for (int c = 0; c < classes; ++c) check_close(found[r * classes + c], confusion[r][c], 1e-13);
  coppice_dataset_free(data);
  free(p);
  free(predicted);
}

static void criteria_are_what_they_are_defined_to_be(void** state) {
  (void)state;
  static rows_of_scores of;
  const int levels[] = {3, 12, 60};
  for (int classes = 2; classes <= 4; ++classes) {
    coppice_model* model = classifier(classes, 1);
    for (int k = 0; k < 3; ++k) {
      draw(&of, 300, classes, levels[k], (uint64_t)(10 * classes + k));
      check_by_definition(model, &of, classes);
    }
    coppice_model_free(model);
  }
}

/* A row of weight k is k copies of it, whatever the order of the rows; one of weight 0 is none. */
static void weights_are_copies(void** state) {
  (void)state;
  static rows_of_scores weighted, copies;
  for (int classes = 2; classes <= 4; ++classes) {
    double expected[CRITERIA], found[CRITERIA];
    coppice_model* model = classifier(classes, 1);
    draw(&weighted, 120, classes, 9, (uint64_t)classes);
    copies.rows = 0;
    copies.scores = weighted.scores;
    for (int64_t i = weighted.rows - 1; i >= 0; --i) { /* the last row first */
      weighted.weights[i] = (double)((i * 7 + i / 3) % 4);
      for (int copy = 0; copy < weighted.weights[i]; ++copy) {
        memcpy(&copies.f[copies.rows * copies.scores], &weighted.f[i * weighted.scores],
               (size_t)weighted.scores * sizeof(double));
        copies.labels[copies.rows] = weighted.labels[i];
        copies.weights[copies.rows++] = 1;
      }
    }
    criteria_on(model, &weighted, expected);
    criteria_on(model, &copies, found);
    for (int k = 0; k < SQUARED_ERROR; ++k) check_close(found[k], expected[k], 1e-14);
    for (int64_t i = 0; i < weighted.rows; ++i) weighted.weights[i] *= 8; /* exactly */
    criteria_on(model, &weighted, found);
    for (int k = 0; k < SQUARED_ERROR; ++k) assert_true(found[k] == expected[k]);
    coppice_model_free(model);
  }
}

/* The area knows nothing but the order of the scores: a rising transformation leaves it, a falling
 * one turns it around. */
static void the_area_is_of_the_order(void** state) {
  (void)state;
  static rows_of_scores of, bent;
  coppice_model* model = classifier(2, 0);
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    double values[CRITERIA], rising[CRITERIA], falling[CRITERIA];
    draw(&of, 200, 2, 30, seed);
    criteria_on(model, &of, values);
    bent = of;
    for (int64_t i = 0; i < of.rows; ++i) bent.f[i] = 3 * of.f[i] + (of.f[i] > 0 ? 1000 : -7);
    criteria_on(model, &bent, rising);
    assert_true(rising[AUC] == values[AUC]);
    for (int64_t i = 0; i < of.rows; ++i) bent.f[i] = -of.f[i]; /* also 0 to -0, which is equal */
    criteria_on(model, &bent, falling);
    check_close(falling[AUC], 1 - values[AUC], 1e-14);
    assert_true(values[AUC] > 0.55 && values[AUC] < 0.999);
  }
  coppice_model_free(model);
}

static void check_undefined(const coppice_evaluation* of, int which, const char* message) {
  double value = -7;
  check_error(coppice_evaluation_criterion(of, names[which], &value), COPPICE_UNAVAILABLE, message);
  assert_true(value == -7);
}

static void what_is_not_defined_is_said(void** state) {
  (void)state;
  static rows_of_scores of;
  coppice_model *plain = classifier(2, 0), *calibrated = classifier(2, 1);
  draw(&of, 40, 2, 9, 3);
  coppice_evaluation* made = evaluate_rows(plain, &of);
  for (int k = LOG_LOSS; k <= BRIER; ++k)
    check_undefined(made, k, "is of probabilities|not calibrated|calibration=platt");
  check_undefined(made, SQUARED_ERROR, "squared_error is of numbers|use error");
  coppice_evaluation_free(made);

  /* One class only. */
  for (int64_t i = 0; i < of.rows; ++i)
    if (of.labels[i] == 0) of.weights[i] = 0;
  made = evaluate_rows(calibrated, &of);
  check_undefined(made, AUC, "auc compares classes|are of one|add rows of another");
  const double error = criterion_of(made, "error");
  assert_true(error > 0 && error < 1);
  check_close(criterion_of(made, "balanced_error"), error, 1e-14);
  assert_true(isfinite(criterion_of(made, "log_loss")));
  coppice_evaluation_free(made);

  /* Nothing that counts. */
  for (int64_t i = 0; i < of.rows; ++i) of.weights[i] = 0;
  made = evaluate_rows(calibrated, &of);
  for (int k = 0; k < SQUARED_ERROR; ++k)
    check_undefined(made, k, "needs a row with a positive weight");
  coppice_evaluation_free(made);
  coppice_model_free(plain);
  coppice_model_free(calibrated);
}

/* Labels that the model has never seen: wrong, each a class that is never recalled; with weight 0
 * they are as if their rows were not there. */
static void labels_that_the_model_has_never_seen(void** state) {
  (void)state;
  static rows_of_scores of, known;
  coppice_model* model = classifier(3, 1);
  draw(&of, 60, 3, 9, 4);
  of.labels[7] = 17;
  of.labels[59] = 18;
  of.weights[7] = of.weights[59] = 1;
  coppice_evaluation* made = evaluate_rows(model, &of);
  for (int k = LOG_LOSS; k <= AUC; ++k)
    check_undefined(made, k, "labels that the model knows|row 7|weight 0");
  double confusion[12], recalls = 0, right = 0, all = 0;
  confusion_on(model, &of, confusion, 12);
  for (int r = 0; r < 4; ++r) {
    const double weight = confusion[3 * r] + confusion[3 * r + 1] + confusion[3 * r + 2];
    all += weight;
    if (r < 3) right += confusion[4 * r];
    if (r < 3) recalls += confusion[4 * r] / weight;
    if (r == 3) assert_true(weight == 2);
  }
  check_close(criterion_of(made, "error"), 1 - right / all, 1e-14);
  check_close(criterion_of(made, "balanced_error"), 1 - recalls / 5, 1e-14);
  coppice_evaluation_free(made);

  double with[CRITERIA], without[CRITERIA];
  of.weights[7] = of.weights[59] = 0; /* as the message says */
  known = of;
  known.labels[7] = known.labels[59] = 0;
  criteria_on(model, &of, with);
  criteria_on(model, &known, without);
  for (int k = 0; k <= AUC; ++k) assert_true(with[k] == without[k]);
  confusion_on(model, &of, confusion, 9);
  coppice_model_free(model);
}

/* A probability of 0 counts as 2^-52, one of 1 as it is. */
static void the_log_loss_is_finite(void** state) {
  (void)state;
  static const rows_of_scores certain = {2, 1, {3e4, 3e4}, {0, 1}, {1, 3}};
  double values[CRITERIA];
  coppice_model* model = classifier(2, 1);
  criteria_on(model, &certain, values);
  check_close(values[LOG_LOSS], 52 * log(2) / 4, 1e-14);
  check_close(values[BRIER], 1.0 / 4, 1e-15);
  coppice_model_free(model);
}

/* Decision values that are sums of infinities are no order, and no fault of the caller's memory. */
static void overflow_is_said(void** state) {
  (void)state;
  size_t size = 0;
  coppice_model *model = classifier(3, 0), *huge = NULL;
  char* json = saved_bytes(model, "json", 512, &size);
  replace_list(json, &size, "weights", "[1e308,-1e308,1e308,-1e308,1e308,1e308,1e308,1e308,1e308]");
  assert_true(fit_header(json, size));
  check_ok(load_with_pool(json, size, identities, &huge));
  static rows_of_scores of = {
      4, 3, {9, 9, -9, 0.25, 0.5, 0.25, 0.5, 0.25, 0, 0, 0, 0.5}, {0, 1, 2, 0}, {1, 1, 1, 1}};
  coppice_evaluation* made = evaluate_rows(huge, &of);
  check_undefined(made, AUC, "auc is not finite");
  coppice_evaluation_free(made);
  double values[CRITERIA];
  of.weights[0] = 0; /* the one row whose sums cancel */
  criteria_on(huge, &of, values);
  assert_true(isfinite(values[AUC]));
  free(json);
  coppice_model_free(huge);
  coppice_model_free(model);
}

static void numbers_have_a_squared_error(void** state) {
  (void)state;
  static const double f[] = {1, 2, 3, 4, 5, 6}, y[] = {1, 3, 3, 3, 7, 6}, c[] = {2, 1, 5};
  static const char* const some[] = {"a", "b", "a"};
  double confusion[4];
  coppice_model* model = identity(2, "\"outputs\":2", "");
  coppice_dataset* data = NULL;
  coppice_evaluation* made = NULL;
  check_ok(coppice_dataset_create_dense(f, 6, 3, 2, 2, 1, &data));
  check_error(coppice_model_evaluate(model, data, 1, &made), COPPICE_INVALID_STATE,
              "no targets|expected 2");
  check_ok(coppice_dataset_set_targets(data, y, 3, 1));
  check_error(coppice_model_evaluate(model, data, 1, &made), COPPICE_INVALID_STATE,
              "1 numeric target a row|expected 2");
  check_ok(coppice_dataset_set_label_names(data, some, 3));
  check_error(coppice_model_evaluate(model, data, 1, &made), COPPICE_INVALID_STATE,
              "names for labels|expected 2");
  assert_null(made);
  check_ok(coppice_dataset_set_targets(data, y, 6, 2));
  check_ok(coppice_dataset_set_weights(data, c, 3));
  made = evaluate(model, data);
  /* (0 + 1) * 2 + (0 + 1) * 1 + (4 + 0) * 5 over 8 */
  check_close(criterion_of(made, "squared_error"), 23.0 / 8, 1e-15);
  for (int k = 0; k < SQUARED_ERROR; ++k)
    check_undefined(made, k, "is of classes|numbers are predicted|use squared_error");
  check_error(coppice_evaluation_confusion(made, confusion, 4, NULL), COPPICE_UNAVAILABLE,
              "predicts numbers|squared_error");
  coppice_evaluation_free(made);
  coppice_dataset_free(data);
  coppice_model_free(model);
}

static void the_catalogue_lists_them(void** state) {
  (void)state;
  int64_t size = 0, count = -1;
  check_ok(coppice_catalogue_size(COPPICE_CRITERIA, &size));
  assert_int_equal(size, CRITERIA);
  for (int64_t k = 0; k < size; ++k) {
    const char *name = NULL, *help = NULL, *tasks = NULL, *better = NULL, *takes = NULL;
    check_ok(coppice_catalogue_name(COPPICE_CRITERIA, k, &name));
    check_ok(coppice_catalogue_help(COPPICE_CRITERIA, k, &help));
    check_ok(coppice_catalogue_attribute(COPPICE_CRITERIA, k, "tasks", &tasks));
    check_ok(coppice_catalogue_attribute(COPPICE_CRITERIA, k, "better", &better));
    check_ok(coppice_catalogue_attribute(COPPICE_CRITERIA, k, "takes", &takes));
    check_ok(coppice_option_count(COPPICE_CRITERIA, name, &count));
    assert_string_equal(name, names[k]);
    assert_true(strlen(help) > 10 && count == 0 && takes[0] == '\0');
    assert_string_equal(tasks, k == SQUARED_ERROR ? "numbers|vectors" : "two-classes|classes");
    assert_string_equal(better, k == AUC ? "larger" : "smaller");
  }
}

/* Blocks, and threads, of rows are one. */
static void threads_change_nothing(void** state) {
  (void)state;
  double serial[CRITERIA], parallel[CRITERIA], matrix[4], other[4];
  coppice_dataset *train = noisy_examples(2000, 5, 1), *test = noisy_examples(30000, 5, 2);
  coppice_model* model = fit_model(train, 80, "no");
  for (int threads = 1; threads <= 3; ++threads) {
    coppice_evaluation* made = NULL;
    check_ok(coppice_model_evaluate(model, test, threads, &made));
    criteria_of(made, threads == 1 ? serial : parallel);
    check_ok(coppice_evaluation_confusion(made, threads == 1 ? matrix : other, 4, NULL));
    coppice_evaluation_free(made);
    for (int k = 0; threads > 1 && k < CRITERIA; ++k)
      assert_true(serial[k] == parallel[k] || (isnan(serial[k]) && isnan(parallel[k])));
    if (threads > 1) assert_memory_equal(matrix, other, sizeof matrix);
  }
  assert_true(serial[AUC] > 0.7 && matrix[0] + matrix[1] + matrix[2] + matrix[3] == 30000);
  coppice_model_free(model);
  coppice_dataset_free(train);
  coppice_dataset_free(test);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_classes_by_hand),
      cmocka_unit_test(three_classes_by_hand),
      cmocka_unit_test(criteria_are_what_they_are_defined_to_be),
      cmocka_unit_test(weights_are_copies),
      cmocka_unit_test(the_area_is_of_the_order),
      cmocka_unit_test(what_is_not_defined_is_said),
      cmocka_unit_test(labels_that_the_model_has_never_seen),
      cmocka_unit_test(the_log_loss_is_finite),
      cmocka_unit_test(overflow_is_said),
      cmocka_unit_test(numbers_have_a_squared_error),
      cmocka_unit_test(the_catalogue_lists_them),
      cmocka_unit_test(threads_change_nothing),
  };
  return cmocka_run_group_tests(tests, make_pool, free_pool);
}
