/* The SVM of several classes is its problems of two: their objectives add up, and its decision
 * values are theirs, counted as one-against-one and one-against-rest say. */
#include <stdio.h>
#include <stdlib.h>

#include "training.h"

enum { CLASSES = 3 };

static coppice_model* fit(coppice_dataset* data, const char* options) {
  coppice_solver* solver = solver_of_method("svm", options);
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  return model;
}

/* Three classes in a table, whose labels are 0, 1 and 2. */
static table* three_classes(void) {
  table* t = table_random(90, 4, 50, 3);
  for (int64_t i = 0; i < t->rows; ++i)
    t->labels[i] = (double)(((int64_t)(t->x[4 * i] + t->x[4 * i + 1]) / 12 + i % 7 / 6) % CLASSES);
  table_draw_weights(t, 5);
  return t;
}

/* The rows of classes a and b, or all where a is -1: +1 where they are of b. */
static table* problem_of(const table* t, int a, int b) {
  int64_t* rows = allocate(t->rows, sizeof *rows);
  int64_t count = 0;
  for (int64_t i = 0; i < t->rows; ++i)
    if (a < 0 || (int)t->labels[i] == a || (int)t->labels[i] == b) rows[count++] = i;
  table* problem = table_rows(t, rows, count);
  for (int64_t i = 0; i < count; ++i) {
    problem->labels[i] = (int)t->labels[rows[i]] == b ? 1 : -1;
    problem->weights[i] = t->weights[rows[i]];
  }
  free(rows);
  return problem;
}

static void check_classes(const char* kernel, int pairs, const char* balanced) {
  char options[200];
  snprintf(options, sizeof options, "kernel=%s C=0.7 tolerance=1e-8 class_weight=%s", kernel,
           balanced);
  char with_classes[250];
  snprintf(with_classes, sizeof with_classes, "%s multiclass=one-against-%s", options,
           pairs ? "one" : "rest");
  table* t = three_classes();
  coppice_dataset* data = table_dataset(t);
  coppice_model* whole = fit(data, with_classes);
  double* expected = allocate(t->rows * CLASSES, sizeof *expected);
  double objective = 0;
  for (int b = 0; b < CLASSES; ++b)
    for (int a = pairs ? 0 : -1; a < (pairs ? b : 0); ++a) {
      table* problem = problem_of(t, a, b);
      coppice_dataset* part = table_dataset(problem);
      coppice_model* model = fit(part, options);
      objective += quantity_of(model, "objective");
      double* f = decisions_of(model, t);
      for (int64_t i = 0; i < t->rows; ++i) {
        expected[CLASSES * i + b] += f[i];
        if (a >= 0) expected[CLASSES * i + a] -= f[i];
      }
      free(f);
      coppice_model_free(model);
      coppice_dataset_free(part);
      table_free(problem);
    }
  check_close(quantity_of(whole, "objective"), objective, 1e-7);
  assert_true(quantity_of(whole, "dual_objective") <= objective);
  assert_true(quantity_of(whole, "gap") <= 1e-7);
  double* found = predictions_of(whole, COPPICE_DECISION, t);
  double* classes = predictions_of(whole, COPPICE_CLASS, t);
  double wrong = 0, all = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    for (int s = 0; s < CLASSES; ++s)
      check_close(found[CLASSES * i + s], expected[CLASSES * i + s], 1e-3);
    all += t->weights[i];
    if (classes[i] != t->labels[i]) wrong += t->weights[i];
  }
  check_close(quantity_of(whole, "train_error"), wrong / all, 1e-12);
  free(found);
  free(classes);
  free(expected);
  coppice_model_free(whole);
  coppice_dataset_free(data);
  table_free(t);
}

static void pairs_of_classes(void** state) {
  (void)state;
  check_classes("perceptron", 1, "none");
  check_classes("gaussian(gamma=0.001)", 1, "balanced");
}

static void each_class_against_the_others(void** state) {
  (void)state;
  check_classes("stump", 0, "none");
  check_classes("laplacian(gamma=0.01)", 0, "balanced");
}

/* A validation set that is the training set measures what training does. */
static void validation_looks_at_the_last_model(void** state) {
  (void)state;
  coppice_dataset* data = load_data("wine.svm");
  coppice_solver* solver = solver_of_method("svm", "C=0.1");
  check_ok(coppice_solver_set_validation(solver, data));
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  int64_t points = 0;
  double* errors = array_of(model, "curve.validation_error", &points);
  assert_true(points > 0);
  check_close(errors[points - 1], quantity_of(model, "train_error"), 1e-12);
  assert_int_equal(count_of(model, "best_iteration"), points);
  free(errors);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_of_classes),
                                     cmocka_unit_test(each_class_against_the_others),
                                     cmocka_unit_test(validation_looks_at_the_last_model)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
