/* CGEns for numbers against ridge regression on all stumps by its normal equations. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "elimination.h"
#include "model_bytes.h"
#include "stumps.h"
#include "training.h"

enum { ROWS = 70, OUTPUTS = 2 };

/* min 1/2 |w|^2 + C/2 sum_i c_i (y_i - w'h(x_i) - b)^2: writes f, returns the objective. */
static double ridge(const table* t, const stump_pool* pool, const double* y, int64_t stride,
                    double C, double* f) {
  const int64_t J = pool->count, n = J + 1;
  double* A = allocate(n * n, sizeof *A);
  double* w = allocate(n, sizeof *w);
  double* z = allocate(n, sizeof *z);
  for (int64_t k = 0; k < n * n; ++k) A[k] = 0;
  for (int64_t j = 0; j < n; ++j) {
    w[j] = 0;
    A[j * n + j] = j < J ? 1 : 0;
  }
  for (int64_t i = 0; i < t->rows; ++i) {
    const double c = C * t->weights[i];
    for (int64_t j = 0; j < n; ++j) z[j] = j < J ? pool->outputs[j * t->rows + i] : 1;
    for (int64_t j = 0; j < n; ++j) {
      w[j] += c * z[j] * y[i * stride];
      for (int64_t k = 0; k < n; ++k) A[j * n + k] += c * z[j] * z[k];
    }
  }
  eliminate(A, w, n);
  double objective = 0;
  for (int64_t j = 0; j < J; ++j) objective += w[j] * w[j] / 2;
  for (int64_t i = 0; i < t->rows; ++i) {
    f[i] = w[J];
    for (int64_t j = 0; j < J; ++j) f[i] += w[j] * pool->outputs[j * t->rows + i];
    objective += C * t->weights[i] * pow(y[i * stride] - f[i], 2) / 2;
  }
  free(A);
  free(w);
  free(z);
  return objective;
}

/* Numbers of two kinds, rows x 2: a sum of functions of one feature each, with noise. */
static double* numbers_for(const table* t, uint32_t seed) {
  double* y = allocate(t->rows * OUTPUTS, sizeof *y);
  for (int64_t i = 0; i < t->rows; ++i) {
    const double* x = t->x + i * t->features;
    y[i * OUTPUTS] = 3 * sin(x[0]) + x[1] / 5 + random_next(&seed);
    y[i * OUTPUTS + 1] = 100 - x[0] * x[0] + random_next(&seed);
  }
  return y;
}

static coppice_dataset* dataset_with(const table* t, const double* y, int64_t outputs) {
  coppice_dataset* data = table_dataset(t);
  double* numbers = allocate(t->rows * outputs, sizeof *numbers);
  for (int64_t i = 0; i < t->rows; ++i)
    memcpy(numbers + i * outputs, y + i * OUTPUTS, (size_t)outputs * sizeof *numbers);
  check_ok(coppice_dataset_set_targets(data, numbers, t->rows * outputs, outputs));
  free(numbers);
  return data;
}

static coppice_model* fit(coppice_dataset* data, const char* options) {
  coppice_solver* solver = solver_of_method("cgens-regression", options);
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  return model;
}

static void check_ridge(int64_t outputs) {
  table* t = table_random(ROWS, 2, 12, 5);
  table_draw_weights(t, 6);
  double* y = numbers_for(t, 7);
  stump_pool* pool = stumps_enumerate(t);
  coppice_dataset* data = dataset_with(t, y, outputs);
  coppice_model* model = fit(data, "C=0.3 epsilon=0 learners=10000");
  double* f = decisions_of(model, t);
  double* expected = allocate(ROWS, sizeof *expected);
  double objective = 0;
  for (int64_t s = 0; s < outputs; ++s) {
    objective += ridge(t, pool, y + s, OUTPUTS, 0.3, expected);
    for (int64_t i = 0; i < ROWS; ++i) check_close(f[i * outputs + s], expected[i], 1e-8);
  }
  assert_int_equal(learners_of(model), pool->count);
  assert_int_equal(count_of(model, "scores"), outputs);
  check_close(quantity_of(model, "objective") / objective, 1, 1e-9);
  assert_true(quantity_of(model, "gap") < 1e-9);
  assert_true(isnan(quantity_of(model, "train_error")));
  coppice_model* again = reloaded(model, "json");
  double* g = decisions_of(again, t);
  for (int64_t k = 0; k < ROWS * outputs; ++k) assert_true(f[k] == g[k]);
  free(g);
  free(expected);
  free(f);
  free(y);
  coppice_model_free(again);
  coppice_model_free(model);
  coppice_dataset_free(data);
  stumps_free(pool);
  table_free(t);
}

static void one_number_is_ridge_regression(void** state) {
  (void)state;
  check_ridge(1);
}

static void several_numbers_are_each_ridge_regression(void** state) {
  (void)state;
  check_ridge(OUTPUTS);
}

static void the_curve_has_the_squared_error(void** state) {
  (void)state;
  table* t = table_random(200, 3, 30, 15);
  table* other = table_random(150, 3, 30, 16);
  double* y = numbers_for(t, 17);
  double* z = numbers_for(other, 18);
  coppice_dataset* data = dataset_with(t, y, OUTPUTS);
  coppice_dataset* held_out = dataset_with(other, z, OUTPUTS);
  coppice_solver* solver = solver_of_method("cgens-regression", "C=10 learners=60 keep_stages=yes");
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_validation(solver, held_out));
  check_ok(coppice_solver_fit(solver, data, &model));
  int64_t points = 0, best = 0;
  double* curve = array_of(model, "curve.validation_criterion", &points);
  for (int64_t k = 0; k < points; ++k)
    if (curve[k] < curve[best]) best = k;
  assert_int_equal(count_of(model, "best_iteration"), best + 1);
  check_close(curve[best], criterion_on(model, held_out, "squared_error"), 1e-9);
  free(curve);
  free(y);
  free(z);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  coppice_dataset_free(held_out);
  table_free(t);
  table_free(other);
}

static void cross_validation_chooses_by_it(void** state) {
  (void)state;
  table* t = table_random(120, 3, 30, 25);
  double* y = numbers_for(t, 27);
  coppice_dataset* data = dataset_with(t, y, 1);
  coppice_solver* solver = solver_of_method("cgens-regression", "learners=30");
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_grid(solver, "C", "1e-6,1"));
  check_ok(coppice_solver_cross_validate(solver, data, 5, NULL));
  check_ok(coppice_solver_fit(solver, data, &model));
  double mean = 0, variance = 0;
  for (int64_t i = 0; i < t->rows; ++i) mean += y[i * OUTPUTS] / (double)t->rows;
  for (int64_t i = 0; i < t->rows; ++i) variance += pow(y[i * OUTPUTS] - mean, 2) / (double)t->rows;
  assert_true(criterion_on(model, data, "squared_error") < variance / 4);
  free(y);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

static void what_is_of_classes_is_refused(void** state) {
  (void)state;
  static const char* const names[] = {"a", "b", "b", "a"};
  static const double x[] = {1, 2, 3, 4};
  static const double labels[] = {-1, 1, 1, -1};
  table* t = table_of(x, labels, 4, 1);
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = solver_of_method("cgens-regression", "");
  coppice_model* model = NULL;
  check_error(coppice_solver_set_string(solver, "criterion", "error"), COPPICE_INVALID_OPTION,
              "criterion|squared_error");
  check_error(coppice_solver_set_string(solver, "class_weight", "balanced"), COPPICE_UNKNOWN_NAME,
              "class_weight");
  check_ok(coppice_solver_fit(solver, data, &model)); /* labels that are numbers are numbers */
  double out[4];
  check_error(coppice_model_predict_dataset(model, COPPICE_CLASS, data, 1, out, 4),
              COPPICE_UNAVAILABLE, "numbers");
  coppice_model_free(model);
  coppice_dataset_free(data);
  model = NULL;
  data = table_dataset(t);
  check_ok(coppice_dataset_set_label_names(data, names, 4));
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA,
              "cgens-regression|number");
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

/* Rows of weight 0 are not looked at. */
static void numbers_too_large_are_named(void** state) {
  (void)state;
  static const double x[] = {1, 2, 3, 4}, weights[] = {0, 1, 1, 1};
  const double y[] = {1e300, 0, 1, 2, 3, -2e50, 4, 5};
  table* t = table_of(x, y, 4, 1);
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = solver_of_method("cgens-regression", "");
  coppice_model* model = NULL;
  check_ok(coppice_dataset_set_targets(data, y, 8, 2));
  check_ok(coppice_dataset_set_weights(data, weights, 4));
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA,
              "target 1 of row 2 is -2e+50|cgens-regression|1e+50");
  double smaller[8];
  for (int k = 0; k < 8; ++k) smaller[k] = y[k] / 2;
  check_ok(coppice_dataset_set_targets(data, smaller, 8, 2));
  check_ok(coppice_solver_fit(solver, data, &model));
  assert_true(isfinite(quantity_of(model, "objective")));
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_number_is_ridge_regression),
      cmocka_unit_test(several_numbers_are_each_ridge_regression),
      cmocka_unit_test(the_curve_has_the_squared_error),
      cmocka_unit_test(cross_validation_chooses_by_it),
      cmocka_unit_test(what_is_of_classes_is_refused),
      cmocka_unit_test(numbers_too_large_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
