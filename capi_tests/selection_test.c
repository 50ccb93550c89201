/* What validation and cross-validation choose by: every criterion is what predictions give,
 * computed here stage by stage, the choice is the best by it or the simplest near it, and rows
 * count by their weights. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cross_validated.h"
#include "folds.h"
#include "training.h"

enum { CRITERIA = 5, LEARNERS = 20 };
static const char* const criteria[CRITERIA] = {"error", "balanced_error", "log_loss", "brier",
                                               "auc"};

static int is_better(const char* criterion, double a, double b) {
  return strcmp(criterion, "auc") == 0 ? a > b : a < b;
}

/* One row in six is of the later class, and the classes overlap. */
static table* unbalanced(int64_t rows, uint32_t seed) {
  table* t = table_random(rows, 4, 30, seed);
  uint32_t random = seed + 7;
  for (int64_t i = 0; i < rows; ++i) {
    t->labels[i] = i % 6 == 0 ? 1 : -1;
    for (int64_t d = 0; d < 4; ++d)
      t->x[4 * i + d] = floor(12 * random_next(&random)) + (d < 2 && t->labels[i] > 0 ? 5 : 0);
  }
  table_draw_weights(t, seed + 1);
  return t;
}

/* The sigmoid of least Platt loss, by Newton steps halved until they lead down. */
static double platt_loss(const table* t, const double* f, const double* targets, double a,
                         double b) {
  double sum = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    const double z = a * f[i] + b, target = targets[t->labels[i] > 0];
    sum += t->weights[i] * (target * log1p(exp(-z)) + (1 - target) * log1p(exp(z)));
  }
  return sum;
}

static void fit_platt(const table* t, const double* f, double* slope, double* offset) {
  double sums[2] = {0, 0}, a = 0, b = 0;
  for (int64_t i = 0; i < t->rows; ++i) sums[t->labels[i] > 0] += t->weights[i];
  const double targets[2] = {1 / (sums[0] + 2), (sums[1] + 1) / (sums[1] + 2)};
  for (int step = 0; step < 100; ++step) {
    double ga = 0, gb = 0, haa = 1e-13, hab = 0, hbb = 1e-13, length = 1;
    for (int64_t i = 0; i < t->rows; ++i) {
      const double p = 1 / (1 + exp(-(a * f[i] + b)));
      const double g = t->weights[i] * (p - targets[t->labels[i] > 0]);
      const double h = t->weights[i] * p * (1 - p);
      ga += g * f[i], gb += g, haa += h * f[i] * f[i], hab += h * f[i], hbb += h;
    }
    const double determinant = haa * hbb - hab * hab;
    const double da = (hab * gb - hbb * ga) / determinant;
    const double db = (hab * ga - haa * gb) / determinant;
    const double now = platt_loss(t, f, targets, a, b);
    while (length > 1e-9 && !(platt_loss(t, f, targets, a + length * da, b + length * db) <= now))
      length /= 2;
    a += length * da;
    b += length * db;
  }
  assert_true(a > 0); /* or the library's is another */
  *slope = a;
  *offset = b;
}

/* A criterion of decision values, by its definition. */
static double by_definition(const char* criterion, const table* t, const double* f) {
  double all = 0, wrong = 0, weight[2] = {0, 0}, missed[2] = {0, 0}, log_loss = 0, brier = 0;
  double area = 0, a = 0, b = 0;
  if (strcmp(criterion, "log_loss") == 0 || strcmp(criterion, "brier") == 0)
    fit_platt(t, f, &a, &b);
  for (int64_t i = 0; i < t->rows; ++i) {
    const int later = t->labels[i] > 0;
    const double c = t->weights[i], p = 1 / (1 + exp(-(a * f[i] + b)));
    const int miss = (f[i] >= 0) != later;
    all += c;
    wrong += miss ? c : 0;
    weight[later] += c;
    missed[later] += miss ? c : 0;
    log_loss -= c * log(later ? p : 1 - p);
    brier += c * (p - later) * (p - later);
    for (int64_t k = 0; later && k < t->rows; ++k)
      if (t->labels[k] < 0) area += c * t->weights[k] * (f[i] > f[k] ? 1 : f[i] == f[k] ? 0.5 : 0);
  }
  if (strcmp(criterion, "error") == 0) return wrong / all;
  if (strcmp(criterion, "balanced_error") == 0)
    return (missed[0] / weight[0] + missed[1] / weight[1]) / 2;
  if (strcmp(criterion, "log_loss") == 0) return log_loss / all;
  if (strcmp(criterion, "brier") == 0) return brier / all;
  return area / (weight[0] * weight[1]);
}

/* The criterion on `held_out` of every number of learners up to LEARNERS, by the stages of a fit
 * without it. */
static void of_stages(const char* criterion, const table* training, const table* held_out,
                      const char* options, double* values) {
  char text[320];
  snprintf(text, sizeof text, "%s keep_stages=yes learners=%d columns_per_iteration=1", options,
           LEARNERS);
  coppice_model* model = train(training, text);
  double* staged = predictions_of(model, COPPICE_STAGED, held_out);
  double* f = allocate(held_out->rows, sizeof *f);
  const int64_t stages = learners_of(model);
  for (int64_t j = 0; j < LEARNERS; ++j) {
    if (j < stages)
      for (int64_t i = 0; i < held_out->rows; ++i) f[i] = staged[i * stages + j];
    values[j] = j < stages ? by_definition(criterion, held_out, f) : values[j - 1];
  }
  free(f);
  free(staged);
  coppice_model_free(model);
}

static coppice_model* validated(const char* options, const table* training, const table* held_out) {
  coppice_solver* solver = solver_with(options);
  coppice_dataset *data = table_dataset(training), *watched = table_dataset(held_out);
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_validation(solver, watched));
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_dataset_free(data);
  coppice_dataset_free(watched);
  coppice_solver_free(solver);
  return model;
}

static coppice_action note_criterion(void* user, const coppice_progress_info* info) {
  ((double*)user)[told_int(info, "iteration")] = told_double(info, "validation_criterion");
  return COPPICE_CONTINUE;
}

/* The curve has the criterion of every iteration, exactly where no sigmoid has to be found; the
 * model is that of the best; patience counts from it. */
static void validation_chooses_by_the_criterion(void** state) {
  (void)state;
  const char* const base = "C=2 loss=squared-hinge";
  table *training = unbalanced(150, 1), *held_out = unbalanced(240, 2);
  int64_t best_of[CRITERIA];
  for (int64_t i = 0; i < held_out->rows; i += 9) held_out->weights[i] = 2; /* a few alike */
  for (int c = 0; c < CRITERIA; ++c) {
    double expected[LEARNERS];
    char options[160];
    of_stages(criteria[c], training, held_out, base, expected);
    snprintf(options, sizeof options, "%s learners=%d columns_per_iteration=1 criterion=%s", base,
             LEARNERS, criteria[c]);
    coppice_model* model = validated(options, training, held_out);
    int64_t size = 0;
    double* curve = array_of(model, "curve.validation_criterion", &size);
    double* errors = array_of(model, "curve.validation_error", NULL);
    assert_int_equal(size, LEARNERS);
    int64_t best = 0;
    for (int64_t j = 0; j < LEARNERS; ++j) {
      check_close(curve[j], expected[j], 1e-9);
      if (c == 0) assert_true(curve[j] == errors[j]);
      if (is_better(criteria[c], curve[j], curve[best])) best = j;
    }
    for (int64_t j = 0; j < LEARNERS; ++j)
      assert_false(is_better(criteria[c], expected[j], expected[best]) &&
                   fabs(expected[j] - expected[best]) > 1e-9);
    assert_int_equal(count_of(model, "best_iteration"), best + 1);
    assert_int_equal(learners_of(model), best + 1);
    best_of[c] = best;
    if (strcmp(criteria[c], "log_loss") != 0 && strcmp(criteria[c], "brier") != 0) {
      coppice_dataset* data = table_dataset(held_out);
      assert_true(criterion_on(model, data, criteria[c]) == curve[best]);
      coppice_dataset_free(data);
    }

    int64_t end = 1, first = 0; /* by definition: the first iteration so far behind the best */
    while (end < LEARNERS && end - (first + 1) < 5) {
      if (is_better(criteria[c], curve[end], curve[first])) first = end;
      ++end;
    }
    strcat(options, " validation_patience=5");
    coppice_model* patient = validated(options, training, held_out);
    assert_int_equal(count_of(patient, "iterations"), end);
    assert_int_equal(learners_of(patient), first + 1);
    coppice_model_free(patient);
    free(curve);
    free(errors);
    coppice_model_free(model);
  }
  int others = 0; /* or it would not matter which */
  for (int c = 1; c < CRITERIA; ++c) others += best_of[c] != best_of[0];
  assert_true(others >= 2);
  table_free(training);
  table_free(held_out);
}

/* A value for each point of the grid, number of learners and fold, and their means over folds. */
enum { POINTS = 3, FOLDS = 3 };
struct measured {
  double of[POINTS][LEARNERS][FOLDS];
  double mean[POINTS][LEARNERS];
};

static double standard_error(const struct measured* m, int p, int64_t j) {
  double squares = 0;
  for (int f = 0; f < FOLDS; ++f) squares += pow(m->of[p][j][f] - m->mean[p][j], 2);
  return sqrt(squares / (FOLDS - 1) / FOLDS);
}

static void measure(const table* t, const char* criterion, const char* const* options,
                    struct measured* m) {
  int64_t* fold = folds_of(t, FOLDS, 3);
  memset(m, 0, sizeof *m);
  for (int f = 0; f < FOLDS; ++f) {
    table *training = part_of(t, fold, f, 0), *held_out = part_of(t, fold, f, 1);
    for (int p = 0; p < POINTS; ++p) {
      double values[LEARNERS];
      of_stages(criterion, training, held_out, options[p], values);
      for (int64_t j = 0; j < LEARNERS; ++j) {
        m->of[p][j][f] = values[j];
        m->mean[p][j] += values[j] / FOLDS;
      }
    }
    table_free(training);
    table_free(held_out);
  }
  free(fold);
}

static void cross_validation_chooses_by_the_criterion(void** state) {
  (void)state;
  static const char* const options[POINTS] = {
      "loss=squared-hinge C=0.002", "loss=squared-hinge C=0.05", "loss=squared-hinge C=2"};
  static struct measured m;
  table* t = unbalanced(200, 4);
  for (int64_t i = 0; i < t->rows; i += 11) t->weights[i] = 0;
  int smaller = 0;
  for (int c = 0; c < CRITERIA; ++c) {
    measure(t, criteria[c], options, &m);
    int best_point = 0;
    int64_t best[POINTS] = {0};
    for (int p = 0; p < POINTS; ++p) {
      for (int64_t j = 1; j < LEARNERS; ++j)
        if (is_better(criteria[c], m.mean[p][j], m.mean[p][best[p]])) best[p] = j;
      if (is_better(criteria[c], m.mean[p][best[p]], m.mean[best_point][best[best_point]]))
        best_point = p;
    }
    const double least = m.mean[best_point][best[best_point]];
    const double near = standard_error(&m, best_point, best[best_point]);
    int simple_point = -1;
    int64_t simplest[POINTS];
    for (int p = 0; p < POINTS; ++p) { /* the fewest learners within one standard error */
      simplest[p] = -1;
      for (int64_t j = LEARNERS - 1; j >= 0; --j)
        if (fabs(m.mean[p][j] - least) <= near + 1e-12 ||
            is_better(criteria[c], m.mean[p][j], least))
          simplest[p] = j;
      if (simplest[p] >= 0 && (simple_point < 0 || simplest[p] < simplest[simple_point]))
        simple_point = p;
    }
    for (int simple = 0; simple < 2; ++simple) {
      char text[200];
      snprintf(
          text, sizeof text,
          "loss=squared-hinge seed=3 learners=%d columns_per_iteration=1 criterion=%s select=%s",
          LEARNERS, criteria[c], simple ? "one-standard-error" : "best");
      coppice_solver* solver = solver_with(text);
      check_ok(coppice_solver_set_grid(solver, "C", "0.002,0.05,2"));
      const cross_validated found = cross_validate(solver, t, FOLDS);
      char name[32];
      check_ok(coppice_solver_get_string(solver, "cv.criterion_name", name, sizeof name, NULL));
      assert_string_equal(name, criteria[c]);
      assert_int_equal(found.best, simple ? simple_point : best_point);
      for (int p = 0; p < POINTS; ++p) {
        const int64_t j = (int64_t)found.path[p] - 1;
        if (simple && simplest[p] >= 0)
          assert_int_equal(j, simplest[p]);
        else /* equal but for rounding is as good */
          check_close(m.mean[p][j], m.mean[p][best[p]], 1e-8);
        check_close(found.criterion[p], m.mean[p][j], 1e-8);
        check_close(found.standard_error[p], standard_error(&m, p, j), 1e-7);
        for (int f = 0; f < FOLDS; ++f)
          check_close(found.fold_criterion[p * FOLDS + f], m.of[p][j][f], 1e-8);
      }
      int64_t learners = 0;
      check_ok(coppice_solver_get_int(solver, "learners", &learners));
      assert_int_equal(learners, (int64_t)found.path[found.best]);
      coppice_solver_free(solver);
    }
    smaller += simplest[simple_point] < best[best_point];
  }
  assert_true(smaller >= 3); /* or the two rules were one */
  table_free(t);
}

/* Each row as many times as its weight says. */
static table* copies_of(const table* t) {
  int64_t* rows = allocate(3 * t->rows, sizeof *rows);
  int64_t count = 0;
  for (int64_t i = 0; i < t->rows; ++i)
    for (int copy = 0; copy < t->weights[i]; ++copy) rows[count++] = i;
  table* copies = table_rows(t, rows, count);
  for (int64_t k = 0; k < count; ++k) copies->weights[k] = 1;
  free(rows);
  return copies;
}

/* Whether rows have weights or come several times, all that is reported is the same; class_weight
 * changes the fit and not the measure. */
static void weights_are_copies(void** state) {
  (void)state;
  static const char* const arrays[] = {"curve.train_error", "curve.validation_error",
                                       "curve.validation_criterion"};
  static const char* const options[] = {"", "class_weight=balanced", "loss=least-squares",
                                        "bias=penalised master=dual", "calibration=platt"};
  table *training = unbalanced(120, 5), *held_out = unbalanced(150, 6);
  for (int64_t i = 0; i < training->rows; ++i) training->weights[i] = (double)(i * 5 % 7 % 4);
  for (int64_t i = 0; i < held_out->rows; ++i) held_out->weights[i] = (double)(i * 3 % 5 % 4);
  table *training_copies = copies_of(training), *held_out_copies = copies_of(held_out);
  for (int k = 0; k < 5; ++k) {
    for (int c = 0; c < CRITERIA; ++c) {
      char text[200];
      snprintf(text, sizeof text,
               "C=0.7 learners=15 tolerance=1e-11 loss=squared-hinge criterion=%s %s", criteria[c],
               options[k]);
      const int of_folds = k == 4; /* which are others for copies */
      coppice_model* weighted = validated(text, training, held_out);
      coppice_model* copied =
          validated(text, of_folds ? training : training_copies, held_out_copies);
      assert_int_equal(learners_of(weighted), learners_of(copied));
      for (int a = 0; a < 3; ++a) {
        int64_t size = 0;
        double* one = array_of(weighted, arrays[a], &size);
        double* other = array_of(copied, arrays[a], NULL);
        for (int64_t j = 0; j < size; ++j) check_close(one[j], other[j], 1e-9);
        free(one);
        free(other);
      }
      check_close(quantity_of(weighted, "train_error"), quantity_of(copied, "train_error"), 1e-12);
      coppice_dataset *a = table_dataset(training), *b = table_dataset(training_copies);
      double error = NAN, same = NAN;
      check_ok(coppice_model_error_rate(weighted, a, 1, &error));
      check_ok(coppice_model_error_rate(weighted, b, 1, &same));
      check_close(error, same, 1e-14);
      assert_true(error == quantity_of(weighted, "train_error"));
      coppice_dataset_free(a);
      coppice_dataset_free(b);
      coppice_model_free(weighted);
      coppice_model_free(copied);
    }
  }
  table_free(training);
  table_free(training_copies);
  table_free(held_out);
  table_free(held_out_copies);
}

static void the_callback_is_told(void** state) {
  (void)state;
  double told[LEARNERS + 1];
  table *training = unbalanced(150, 1), *held_out = unbalanced(240, 2);
  coppice_dataset *data = table_dataset(training), *watched = table_dataset(held_out);
  coppice_solver* solver =
      solver_with("learners=20 columns_per_iteration=1 criterion=auc threads=3");
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_validation(solver, watched));
  check_ok(coppice_solver_set_progress(solver, note_criterion, told));
  check_ok(coppice_solver_fit(solver, data, &model));
  double* curve = array_of(model, "curve.validation_criterion", NULL);
  assert_memory_equal(told + 1, curve, LEARNERS * sizeof *curve);
  coppice_model* serial =
      validated("learners=20 columns_per_iteration=1 criterion=auc threads=1", training, held_out);
  check_same_array(model, serial, "curve.validation_criterion");
  free(curve);
  coppice_model_free(serial);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  coppice_dataset_free(watched);
  table_free(training);
  table_free(held_out);
}

static void what_cannot_be_chosen_by_is_said(void** state) {
  (void)state;
  table* t = unbalanced(60, 8);
  coppice_dataset *data = table_dataset(t), *watched = NULL;
  coppice_solver* solver = solver_with("learners=5 criterion=auc");
  coppice_model* none = NULL;
  const double unseen = t->labels[3];
  for (int64_t i = 0; i < t->rows; ++i)
    if (t->labels[i] > 0) t->weights[i] = 0;
  watched = table_dataset(t);
  check_ok(coppice_solver_set_validation(solver, watched));
  check_error(coppice_solver_fit(solver, data, &none), COPPICE_UNAVAILABLE,
              "the validation set: |auc compares classes");
  check_ok(coppice_solver_set_string(solver, "criterion", "balanced_error"));
  check_ok(coppice_solver_fit(solver, data, &none));
  coppice_model_free(none);
  none = NULL;
  coppice_dataset_free(watched);

  table_draw_weights(t, 1);
  t->labels[3] = 17;
  watched = table_dataset(t);
  t->labels[3] = unseen;
  check_ok(coppice_solver_set_validation(solver, watched));
  check_ok(coppice_solver_set_string(solver, "criterion", "log_loss"));
  check_error(coppice_solver_fit(solver, data, &none), COPPICE_UNAVAILABLE,
              "the validation set: |log_loss needs labels|row 3");
  assert_null(none);
  check_error(coppice_solver_set_string(solver, "criterion", "squared_error"),
              COPPICE_INVALID_OPTION,
              "squared_error|expected one of: error|balanced_error|log_loss|brier|auc");
  check_error(coppice_solver_set_grid(solver, "criterion", "error,auc"), COPPICE_INVALID_OPTION,
              "option criterion cannot be in the grid");
  check_error(coppice_solver_set_grid(solver, "select", "best"), COPPICE_INVALID_OPTION,
              "option select cannot be in the grid");
  coppice_dataset_free(watched);
  coppice_dataset_free(data);
  coppice_solver_free(solver);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(validation_chooses_by_the_criterion),
      cmocka_unit_test(cross_validation_chooses_by_the_criterion),
      cmocka_unit_test(weights_are_copies),
      cmocka_unit_test(the_callback_is_told),
      cmocka_unit_test(what_cannot_be_chosen_by_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
