/* Calibration: the sigmoid is Platt's on decision values of rows left out, found here in another
 * way; classes follow the probabilities. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "folds.h"
#include "model_bytes.h"
#include "training.h"

static table* noisy_table(int64_t rows, uint32_t seed) {
  table* t = table_random(rows, 4, 12, seed);
  for (int64_t i = 0; i < rows; i += 5) t->labels[i] = -t->labels[i];
  return t;
}

/* The number of the one score; NaN where the model is not calibrated. */
static double number_of(const coppice_model* model, const char* name) {
  int64_t size = -1;
  double* numbers = array_of(model, name, &size);
  const double number = size > 0 ? numbers[0] : NAN;
  assert_in_range(size, 0, 1);
  free(numbers);
  return number;
}
static double slope_of(const coppice_model* model) {
  return number_of(model, "calibration_slope");
}
static double offset_of(const coppice_model* model) {
  return number_of(model, "calibration_offset");
}

/* The decision values that fits on the other four folds give, 5 folds in all. */
static double* left_out_decisions(const table* t, uint64_t seed, const char* options,
                                  int64_t learners, int64_t* fold) {
  int64_t* folds = folds_of(t, 5, seed);
  double* decisions = allocate(t->rows, sizeof *decisions);
  for (int64_t f = 0; f < 5; ++f) {
    char text[256];
    table* training = part_of(t, folds, f, 0);
    table* held_out = part_of(t, folds, f, 1);
    snprintf(text, sizeof text, "%s learners=%d", options, (int)learners);
    coppice_model* model = train(training, text);
    double* values = decisions_of(model, held_out);
    int64_t next = 0;
    for (int64_t i = 0; i < t->rows; ++i)
      if (folds[i] == f) decisions[i] = values[next++];
    assert_int_equal(next, held_out->rows);
    free(values);
    coppice_model_free(model);
    table_free(training);
    table_free(held_out);
  }
  memcpy(fold, folds, (size_t)t->rows * sizeof *fold);
  free(folds);
  return decisions;
}

/* What Platt's sigmoid minimises, by its definition. */
struct log_loss {
  const table* t;
  const int64_t* fold; /* -1: no row */
  const double* f;
  double balance[2]; /* by which the weights of each class are multiplied */
  double targets[2];
};

static struct log_loss log_loss_of(const table* t, const int64_t* fold, const double* f,
                                   int balanced) {
  double sums[2] = {0, 0};
  for (int64_t i = 0; i < t->rows; ++i)
    if (fold[i] >= 0) sums[t->labels[i] > 0] += t->weights[i];
  struct log_loss loss = {t, fold, f, {1, 1}, {0, 0}};
  const double half = (sums[0] + sums[1]) / 2;
  for (int k = 0; balanced && k < 2; ++k) {
    loss.balance[k] = half / sums[k];
    sums[k] = half;
  }
  loss.targets[0] = 1 / (sums[0] + 2);
  loss.targets[1] = (sums[1] + 1) / (sums[1] + 2);
  return loss;
}

static double log_loss_at(const struct log_loss* loss, double slope, double offset) {
  double sum = 0;
  for (int64_t i = 0; i < loss->t->rows; ++i) {
    if (loss->fold[i] < 0) continue;
    const double z = slope * loss->f[i] + offset;
    const int later = loss->t->labels[i] > 0;
    const double target = loss->targets[later];
    sum -= loss->balance[later] * loss->t->weights[i] *
           (-target * log1p(exp(-z)) - (1 - target) * log1p(exp(z)));
  }
  return sum;
}

/* The least over the offset for a slope, and then over the slope, by golden sections of intervals:
 * the loss is convex, and so is its least over the offset. The last interval is 3e-8 long. */
static const double golden = 0.6180339887498949;
enum { SECTIONS = 45 };

static double best_offset(const struct log_loss* loss, double slope, double* least) {
  double low = -30, high = 30;
  for (int step = 0; step < SECTIONS; ++step) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    if (log_loss_at(loss, slope, a) < log_loss_at(loss, slope, b))
      high = b;
    else
      low = a;
  }
  *least = log_loss_at(loss, slope, low);
  return low;
}

static double best_slope(const struct log_loss* loss, double* offset, double* least) {
  double low = 0, high = 60, value = 0, other = 0;
  for (int step = 0; step < SECTIONS; ++step) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    best_offset(loss, a, &value);
    best_offset(loss, b, &other);
    if (value < other)
      high = b;
    else
      low = a;
  }
  *offset = best_offset(loss, low, least);
  return low;
}

static void check_sigmoid(const table* t, const char* options, uint64_t seed) {
  char text[256];
  int64_t* fold = allocate(t->rows, sizeof *fold);
  snprintf(text, sizeof text, "%s learners=12 seed=%d calibration=platt", options, (int)seed);
  coppice_model* model = train(t, text);
  double* f = left_out_decisions(t, seed, options, learners_of(model), fold);
  const struct log_loss loss = log_loss_of(t, fold, f, strstr(options, "balanced") != NULL);
  double offset = NAN, least = NAN;
  const double slope = best_slope(&loss, &offset, &least);
  assert_true(slope > 1e-3); /* or this test shows nothing */
  check_close(log_loss_at(&loss, slope_of(model), offset_of(model)), least, 1e-9);
  check_close(slope_of(model), slope, 1e-5);
  check_close(offset_of(model), offset, 1e-5);
  free(f);
  free(fold);
  coppice_model_free(model);
}

static void the_sigmoid_is_platts(void** state) {
  (void)state;
  table* t = noisy_table(120, 1);
  check_sigmoid(t, "C=0.1", 0);
  check_sigmoid(t, "C=1 loss=squared-hinge", 9);
  check_sigmoid(t, "C=0.02 bias=none", 5);
  table_free(t);
}

/* Rows weigh in it as in the fit, by their own weights and those of class_weight; rows of weight 0
 * not at all. */
static void weights_count(void** state) {
  (void)state;
  table* t = noisy_table(150, 2);
  table_draw_weights(t, 3);
  check_sigmoid(t, "C=0.1", 1);
  check_sigmoid(t, "C=0.1 class_weight=balanced", 1);
  for (int64_t i = 0; i < t->rows; i += 6) t->weights[i] = 0;
  check_sigmoid(t, "C=0.1", 2);
  check_sigmoid(t, "C=0.1 class_weight=balanced", 2);
  table_free(t);
}

static double criterion_on_table(const coppice_model* model, const table* t, const char* name) {
  coppice_dataset* data = table_dataset(t);
  const double value = criterion_on(model, data, name);
  coppice_dataset_free(data);
  return value;
}

/* One row in eight is of the later class and the classes overlap: by the data's own frequencies
 * hardly a row is of it. Probabilities of a balanced fit are those of equally frequent classes, so
 * that its classes remain balanced; the training error is measured by the data's. */
static void a_balanced_fit_remains_balanced(void** state) {
  (void)state;
  table* t = table_random(800, 3, 40, 12);
  uint32_t random = 5;
  for (int64_t i = 0; i < t->rows; ++i) {
    t->labels[i] = i % 8 == 0 ? 1 : -1;
    for (int64_t d = 0; d < 3; ++d)
      t->x[3 * i + d] = 4 * random_next(&random) + (t->labels[i] > 0 ? 0.3 : 0);
  }
  coppice_model* plain = train(t, "learners=20 columns_per_iteration=1 C=0.1 calibration=platt");
  coppice_model* before =
      train(t, "learners=20 columns_per_iteration=1 C=0.1 class_weight=balanced");
  coppice_model* after =
      train(t, "learners=20 columns_per_iteration=1 C=0.1 class_weight=balanced calibration=platt");
  assert_true(criterion_on_table(plain, t, "balanced_error") >
              0.4); /* or this test shows nothing */
  const double uncalibrated = criterion_on_table(before, t, "balanced_error");
  assert_true(uncalibrated < 0.36);
  assert_true(fabs(criterion_on_table(after, t, "balanced_error") - uncalibrated) < 0.03);
  assert_true(criterion_on_table(after, t, "error") == quantity_of(after, "train_error"));
  coppice_model_free(plain);
  coppice_model_free(before);
  coppice_model_free(after);
  table_free(t);
}

static double* probabilities_of(const coppice_model* model, const table* t) {
  return predictions_of(model, COPPICE_PROBABILITY, t);
}

static void probabilities_are_the_sigmoid_of_the_decision(void** state) {
  (void)state;
  table* t = noisy_table(200, 4);
  coppice_model* model = train(t, "C=0.1 learners=20 calibration=platt");
  int64_t width = 0;
  check_ok(coppice_model_output_width(model, COPPICE_PROBABILITY, &width));
  assert_int_equal(width, 2);
  double* p = probabilities_of(model, t);
  double* f = decisions_of(model, t);
  double* classes = predictions_of(model, COPPICE_CLASS, t);
  int64_t wrong = 0;
  assert_true(slope_of(model) > 0);
  for (int64_t i = 0; i < t->rows; ++i) {
    check_close(p[2 * i + 1], 1 / (1 + exp(-(slope_of(model) * f[i] + offset_of(model)))), 1e-14);
    assert_true(p[2 * i] + p[2 * i + 1] == 1);
    assert_true(classes[i] == (p[2 * i + 1] >= p[2 * i]));
    wrong += (classes[i] == 1) != (t->labels[i] > 0);
    for (int64_t k = 0; k < i; ++k) {
      if (f[k] < f[i]) assert_true(p[2 * k + 1] <= p[2 * i + 1]);
      if (f[k] == f[i]) assert_true(p[2 * k + 1] == p[2 * i + 1]);
    }
    double row[2];
    check_ok(coppice_model_predict_row(model, COPPICE_PROBABILITY, t->x + i * t->features,
                                       t->features, row, 2));
    assert_memory_equal(row, p + 2 * i, sizeof row);
  }
  /* Errors are of these classes. */
  coppice_dataset* data = table_dataset(t);
  double error = NAN;
  check_ok(coppice_model_error_rate(model, data, 1, &error));
  assert_true(error == (double)wrong / (double)t->rows);
  assert_true(error == quantity_of(model, "train_error"));
  coppice_dataset_free(data);
  free(p);
  free(f);
  free(classes);
  coppice_model_free(model);
  table_free(t);
}

/* With one class in ten the best threshold of a class's probability is not that of the hinge. */
static void the_threshold_is_where_probabilities_are_equal(void** state) {
  (void)state;
  int64_t differ = 0;
  table* t = table_random(400, 2, 60, 6);
  uint32_t random = 7;
  for (int64_t i = 0; i < t->rows; ++i)
    t->labels[i] = random_next(&random) < 0.1 + 0.007 * t->x[2 * i] ? 1 : -1;
  coppice_model* model =
      train(t, "C=0.05 class_weight=balanced calibration=platt learners=8 columns_per_iteration=1");
  double* f = decisions_of(model, t);
  double* classes = predictions_of(model, COPPICE_CLASS, t);
  const double threshold = -offset_of(model) / slope_of(model);
  for (int64_t i = 0; i < t->rows; ++i) {
    if (fabs(f[i] - threshold) > 1e-9) assert_true((classes[i] == 1) == (f[i] > threshold));
    differ += (classes[i] == 1) != (f[i] >= 0);
  }
  assert_true(differ > 0);
  free(f);
  free(classes);
  coppice_model_free(model);
  table_free(t);
}

/* Labels drawn with known probabilities, by the sum of two features: those predicted are near. The
 * squared hinge's scores rise with the probability; the hinge's seek the side of 1/2 only. */
static void probabilities_are_reliable(void** state) {
  (void)state;
  uint32_t random = 11;
  table* t = table_random(6000, 3, 6, 10);
  double* known = allocate(t->rows, sizeof *known);
  for (int64_t i = 0; i < t->rows; ++i) {
    const double* x = t->x + i * t->features;
    known[i] = 1 / (1 + exp(-0.7 * (x[0] + x[1] - 6)));
    t->labels[i] = random_next(&random) < known[i] ? 1 : -1;
  }
  coppice_model* model = train(t, "loss=squared-hinge C=0.001 learners=30 calibration=platt");
  double* p = probabilities_of(model, t);
  double squares = 0, prior = 0, constant = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    squares += pow(p[2 * i + 1] - known[i], 2) / (double)t->rows;
    prior += known[i] / (double)t->rows;
  }
  for (int64_t i = 0; i < t->rows; ++i) constant += pow(prior - known[i], 2) / (double)t->rows;
  print_message("root mean square of the difference %.4f, of a constant %.4f\n", sqrt(squares),
                sqrt(constant));
  assert_true(sqrt(squares) < 0.03);
  assert_true(sqrt(constant) > 0.2);
  /* In every tenth of predicted probabilities as many are of the class as predicted. */
  for (int bin = 0; bin < 10; ++bin) {
    double predicted = 0, found = 0, count = 0;
    for (int64_t i = 0; i < t->rows; ++i) {
      if ((int)fmin(9, 10 * p[2 * i + 1]) != bin) continue;
      predicted += p[2 * i + 1];
      found += t->labels[i] > 0;
      ++count;
    }
    if (count > 200) assert_true(fabs(predicted - found) / count < 0.05);
  }
  free(p);
  free(known);
  coppice_model_free(model);
  table_free(t);
}

static void without_it_there_are_none(void** state) {
  (void)state;
  table* t = noisy_table(50, 12);
  coppice_model* model = train(t, "learners=3");
  double row[2];
  int64_t width = 0;
  check_error(coppice_model_output_width(model, COPPICE_PROBABILITY, &width), COPPICE_UNAVAILABLE,
              "not calibrated|calibration=platt");
  check_error(coppice_model_predict_row(model, COPPICE_PROBABILITY, t->x, 4, row, 2),
              COPPICE_UNAVAILABLE, "not calibrated|calibration=platt");
  assert_true(isnan(slope_of(model)) && isnan(offset_of(model)));
  coppice_model_free(model);
  table_free(t);
}

static void it_changes_neither_decisions_nor_depends_on_threads(void** state) {
  (void)state;
  table* t = noisy_table(300, 13);
  coppice_model* plain = train(t, "learners=25 C=0.1");
  coppice_model* model = train(t, "learners=25 C=0.1 calibration=platt");
  check_same_model(plain, model, t);
  for (int threads = 2; threads <= 7; threads += 5) {
    char options[128];
    snprintf(options, sizeof options, "learners=25 C=0.1 calibration=platt threads=%d", threads);
    coppice_model* other = train(t, options);
    assert_true(slope_of(model) == slope_of(other) && offset_of(model) == offset_of(other));
    coppice_model_free(other);
  }
  coppice_model_free(plain);
  coppice_model_free(model);
  table_free(t);
}

/* A fit that goes on, and one whose best round is earlier, are calibrated with the learners kept.
 */
static void it_follows_the_learners_that_are_kept(void** state) {
  (void)state;
  table* t = noisy_table(200, 14);
  table* other = noisy_table(200, 15);
  coppice_dataset* data = table_dataset(t);
  coppice_dataset* watched = table_dataset(other);
  coppice_solver* solver = solver_of(10);
  coppice_model *model = NULL, *more = NULL;
  check_ok(coppice_solver_set_string(solver, "calibration", "platt"));
  check_ok(coppice_solver_set_double(solver, "C", 1));
  check_ok(coppice_solver_fit(solver, data, &model));
  check_ok(coppice_solver_set_int(solver, "learners", 25));
  check_ok(coppice_solver_fit(solver, data, &more));
  coppice_model* through = train(t, "C=1 learners=25 columns_per_iteration=1 calibration=platt");
  assert_true(slope_of(more) == slope_of(through) && offset_of(more) == offset_of(through));
  assert_true(slope_of(more) != slope_of(model));
  coppice_model_free(model);
  coppice_model_free(more);
  coppice_model_free(through);

  check_ok(coppice_solver_set_validation(solver, watched));
  check_ok(coppice_solver_fit(solver, data, &model));
  assert_in_range(learners_of(model), 1, 24);
  char options[80];
  snprintf(options, sizeof options, "C=1 learners=%d columns_per_iteration=1 calibration=platt",
           (int)learners_of(model));
  coppice_model* ended = train(t, options);
  assert_true(slope_of(model) == slope_of(ended) && offset_of(model) == offset_of(ended));
  coppice_model_free(ended);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  coppice_dataset_free(watched);
  table_free(t);
  table_free(other);
}

/* Labels by chance: on rows left out the scores often rank the wrong way round. */
static void the_slope_is_positive_whatever_the_data(void** state) {
  (void)state;
  int warned = 0;
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    table* t = table_random(60, 5, 9, seed);
    for (int64_t i = 0; i < t->rows; ++i) t->labels[i] = random_next(&seed) < 0.5 ? -1 : 1;
    for (int64_t i = 0; i < 10; ++i) t->labels[i] = i % 2 == 0 ? -1 : 1;
    coppice_model* model = train(t, "C=1 learners=10 calibration=platt");
    char warnings[512];
    check_ok(coppice_model_get_string(model, "warnings", warnings, sizeof warnings, NULL));
    const int said = strstr(warnings, "do not tell the classes apart") != NULL;
    assert_true(slope_of(model) > 0 && isfinite(offset_of(model)));
    assert_int_equal(said, slope_of(model) < 1e-4);
    warned += said;
    double* p = probabilities_of(model, t);
    for (int64_t i = 0; said && i < t->rows; ++i) assert_true(fabs(p[2 * i] - p[0]) < 1e-3);
    free(p);
    coppice_model_free(model);
    table_free(t);
    seed &= 0xff;
  }
  print_message("%d of the fits ranked the wrong way round\n", warned);
  assert_true(warned > 0);
}

static void it_survives_a_file(void** state) {
  (void)state;
  table* t = noisy_table(80, 20);
  coppice_model* model = train(t, "learners=6 calibration=platt");
  double* p = probabilities_of(model, t);
  const char* const formats[] = {"json", "cbor"};
  for (int k = 0; k < 2; ++k) {
    coppice_model* again = reloaded(model, formats[k]);
    double* q = probabilities_of(again, t);
    assert_memory_equal(p, q, (size_t)(2 * t->rows) * sizeof *p);
    free(q);
    coppice_model_free(again);
  }
  /* A slope that does not rise, or is none, is damage; a file without it is not calibrated. */
  const struct {
    const char *from, *to, *message;
  } changes[] = {{"\"slope\":[", "\"slope\":[-", "rising sigmoid"},
                 {"\"slope\":[", "\"slope\":[0],\"S\":[", "rising sigmoid"},
                 {"\"slope\":[", "\"slope\":[1e999],\"S\":[", "damaged"},
                 {"\"slope\":[", "\"slope\":[null],\"S\":[", "\"slope\" holds|not finite"},
                 {"\"slope\":[", "\"slope\":7,\"S\":[", "\"slope\""},
                 {"\"slope\":[", "\"slope\":[1,", "2 slopes and 1 offsets|expected 1 of each"},
                 {"\"offset\":[", "\"offset\":[],\"O\":[", "1 slopes and 0 offsets"},
                 {"\"slope\":", "\"Slope\":", "\"slope\" is missing"},
                 {"\"offset\":[", "\"offset\":[null],\"O\":[", "\"offset\" holds|not finite"},
                 {"\"calibration\":{", "\"calibration\":7,\"C\":{", "slope"},
                 {"\"calibration\":{", "\"Calibration\":{", ""}};
  for (size_t k = 0; k < sizeof changes / sizeof changes[0]; ++k) {
    size_t size = 0;
    char* json = saved_bytes(model, "json", 64, &size);
    char* at = find_bytes(json, size, changes[k].from, strlen(changes[k].from));
    assert_non_null(at);
    char* behind_it = at + strlen(changes[k].from);
    memmove(at + strlen(changes[k].to), behind_it, size - (size_t)(behind_it - json));
    memcpy(at, changes[k].to, strlen(changes[k].to));
    size = size + strlen(changes[k].to) - strlen(changes[k].from);
    assert_true(fit_header(json, size));
    coppice_model* again = NULL;
    if (changes[k].message[0] == '\0') {
      check_ok(coppice_model_load_buffer(json, (int64_t)size, &again));
      assert_true(isnan(slope_of(again)));
    } else {
      check_error(coppice_model_load_buffer(json, (int64_t)size, &again), COPPICE_MODEL_ERROR,
                  changes[k].message);
    }
    coppice_model_free(again);
    free(json);
  }
  free(p);
  coppice_model_free(model);
  table_free(t);
}

static void every_fold_needs_every_class(void** state) {
  (void)state;
  table* t = noisy_table(40, 21);
  for (int64_t i = 0; i < t->rows; ++i) t->labels[i] = i < 4 ? 1 : -1;
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = solver_of(3);
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_string(solver, "calibration", "platt"));
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA,
              "class \"1\" has 4 rows|calibration in 5 folds");
  assert_null(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

/* Ends after so many calls. */
struct ending {
  int64_t calls, at;
  coppice_action answer;
};

static coppice_action end_at(void* user, const coppice_progress_info* info) {
  struct ending* ending = user;
  (void)info;
  return ++ending->calls == ending->at ? ending->answer : COPPICE_CONTINUE;
}

/* Large enough for calls while it is calibrated, which takes longer than the fit itself. */
static void it_can_be_stopped(void** state) {
  (void)state;
  coppice_dataset* data = noisy_examples(7000, 20, 22);
  const int64_t learners = 25;
  for (int threads = 1; threads <= 2; ++threads) {
    struct ending ending = {0, -1, COPPICE_STOP};
    coppice_solver* solver = solver_of(learners);
    coppice_model* model = NULL;
    char warnings[256];
    check_ok(coppice_solver_set_string(solver, "calibration", "platt"));
    check_ok(coppice_solver_set_int(solver, "threads", threads));
    check_ok(coppice_solver_set_progress(solver, end_at, &ending));
    check_ok(coppice_solver_fit(solver, data, &model));
    check_ok(coppice_model_get_string(model, "warnings", warnings, sizeof warnings, NULL));
    assert_string_equal(warnings, "");
    coppice_model_free(model);
    ending.at = ending.calls - 1; /* near the end: while it is calibrated */
    ending.calls = 0;
    check_ok(coppice_solver_fit(solver, data, &model));
    check_ok(coppice_model_get_string(model, "warnings", warnings, sizeof warnings, NULL));
    if (ending.calls >= ending.at) {
      assert_non_null(strstr(warnings, "ended before it was calibrated"));
      assert_true(isnan(slope_of(model)));
    }
    coppice_model_free(model);
    model = NULL;
    ending = (struct ending){0, 5, COPPICE_CANCEL};
    check_error(coppice_solver_fit(solver, data, &model), COPPICE_CANCELLED, "cancelled");
    assert_null(model);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
}

static void a_stopped_fit_is_not_calibrated(void** state) {
  (void)state;
  table* t = noisy_table(100, 23);
  coppice_dataset* data = table_dataset(t);
  struct ending ending = {0, 6, COPPICE_STOP};
  coppice_solver* solver = solver_of(30);
  coppice_model* model = NULL;
  char warnings[256];
  check_ok(coppice_solver_set_string(solver, "calibration", "platt"));
  check_ok(coppice_solver_set_progress(solver, end_at, &ending));
  check_ok(coppice_solver_fit(solver, data, &model));
  assert_in_range(learners_of(model), 0, 29);
  check_ok(coppice_model_get_string(model, "warnings", warnings, sizeof warnings, NULL));
  assert_non_null(strstr(warnings, "ended before it was calibrated"));
  int64_t width = 0;
  check_error(coppice_model_output_width(model, COPPICE_PROBABILITY, &width), COPPICE_UNAVAILABLE,
              "not calibrated");
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_sigmoid_is_platts),
      cmocka_unit_test(weights_count),
      cmocka_unit_test(a_balanced_fit_remains_balanced),
      cmocka_unit_test(probabilities_are_the_sigmoid_of_the_decision),
      cmocka_unit_test(the_threshold_is_where_probabilities_are_equal),
      cmocka_unit_test(probabilities_are_reliable),
      cmocka_unit_test(without_it_there_are_none),
      cmocka_unit_test(it_changes_neither_decisions_nor_depends_on_threads),
      cmocka_unit_test(it_follows_the_learners_that_are_kept),
      cmocka_unit_test(the_slope_is_positive_whatever_the_data),
      cmocka_unit_test(it_survives_a_file),
      cmocka_unit_test(every_fold_needs_every_class),
      cmocka_unit_test(it_can_be_stopped),
      cmocka_unit_test(a_stopped_fit_is_not_calibrated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
