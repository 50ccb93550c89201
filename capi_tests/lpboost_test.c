/* LPBoost against the linear program over all learners at once, each with both signs, solved by
 * CLP: the optimum, and complementary slackness, which holds between any optimal weights and any
 * optimal duals. */
#include <coin/Clp_C_Interface.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pools.h"
#include "samples.h"
#include "stumps.h"

typedef struct optimum {
  double objective;
  double* duals; /* rows */
} optimum;

/* min sum c_i xi_i + sum w+ + w- under y_i sum (w+ - w-) h(x_i) + xi_i >= 1, for `count` learners,
 * by the outputs of one after the other on the rows. */
static optimum solve_at_once(const table* t, int64_t count, const double* outputs, double C) {
  const int rows = (int)t->rows, columns = (int)(t->rows + 2 * count);
  double* price = allocate(columns, sizeof *price);
  double* lower = allocate(columns, sizeof *lower);
  double* upper = allocate(columns, sizeof *upper);
  double* ones = allocate(rows, sizeof *ones);
  double* infinite = allocate(rows, sizeof *infinite);
  CoinBigIndex* starts = allocate(columns + 1, sizeof *starts);
  const int64_t entries = rows + 2 * count * t->rows;
  int* index = allocate(entries, sizeof *index);
  double* value = allocate(entries, sizeof *value);
  int64_t next = 0;
  for (int i = 0; i < rows; ++i) {
    price[i] = C * t->weights[i];
    starts[i] = (CoinBigIndex)next;
    index[next] = i;
    value[next++] = ones[i] = 1;
    infinite[i] = DBL_MAX;
  }
  for (int64_t j = 0; j < 2 * count; ++j) {
    price[rows + j] = 1;
    starts[rows + j] = (CoinBigIndex)next;
    for (int i = 0; i < rows; ++i) {
      index[next] = i;
      value[next++] = (j % 2 == 0 ? 1 : -1) * t->labels[i] * outputs[j / 2 * t->rows + i];
    }
  }
  starts[columns] = (CoinBigIndex)next;
  for (int k = 0; k < columns; ++k) {
    lower[k] = 0;
    upper[k] = DBL_MAX;
  }
  Clp_Simplex* model = Clp_newModel();
  Clp_setLogLevel(model, 0);
  Clp_loadProblem(model, columns, rows, starts, index, value, lower, upper, price, ones, infinite);
  Clp_setPrimalTolerance(model, 1e-9);
  Clp_setDualTolerance(model, 1e-9);
  assert_int_equal(Clp_dual(model, 0), 0);
  optimum found = {Clp_objectiveValue(model), allocate(rows, sizeof(double))};
  memcpy(found.duals, Clp_dualRowSolution(model), (size_t)rows * sizeof(double));
  Clp_deleteModel(model);
  free(price);
  free(lower);
  free(upper);
  free(ones);
  free(infinite);
  free(starts);
  free(index);
  free(value);
  return found;
}

static void check_optimum(table* t, double C) {
  char options[100];
  snprintf(options, sizeof options, "C=%g epsilon=0 learners=10000", C);
  stump_pool* pool = stumps_enumerate(t);
  const optimum expected = solve_at_once(t, pool->count, pool->outputs, C);
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = train_pool_by("lpboost", data, "stump", options);
  check_close(quantity_of(model, "objective") / expected.objective, 1, 1e-6);
  assert_true(quantity_of(model, "dual_objective") <= expected.objective * (1 + 1e-9));
  assert_true(quantity_of(model, "gap") < 1e-6);
  check_text(model, "gap_scope", "pool");
  check_text(model, "warnings", "");

  const int64_t n = t->rows, learners = learners_of(model);
  double* weights = array_of(model, "weights", NULL);
  double* h = predictions_of(model, COPPICE_LEARNERS, t);
  double* f = decisions_of(model, t);
  double objective = 0;
  for (int64_t j = 0; j < learners; ++j) {
    double score = 0;
    for (int64_t i = 0; i < n; ++i) score += t->labels[i] * expected.duals[i] * h[i * learners + j];
    if (fabs(weights[j]) > 1e-6) assert_true(fabs(copysign(1, weights[j]) * score - 1) < 1e-5);
    objective += fabs(weights[j]);
  }
  for (int64_t i = 0; i < n; ++i) {
    const double margin = t->labels[i] * f[i], cost = C * t->weights[i];
    if (margin > 1 + 1e-5) assert_true(expected.duals[i] < 1e-6 * fmax(1, cost));
    if (margin < 1 - 1e-5) assert_true(expected.duals[i] > cost * (1 - 1e-6) - 1e-9);
    objective += cost * fmax(0, 1 - margin);
  }
  check_close(objective / quantity_of(model, "objective"), 1, 1e-10);
  int64_t points = 0;
  double* objectives = array_of(model, "curve.objective", &points);
  double* bounds = array_of(model, "curve.dual_objective", NULL);
  double* gaps = array_of(model, "curve.master_gap", NULL);
  for (int64_t p = 0; p < points; ++p) {
    assert_true(p == 0 || objectives[p] <= objectives[p - 1] * (1 + 1e-7));
    assert_true(bounds[p] <= expected.objective * (1 + 1e-9));
    assert_true(gaps[p] < 1e-9);
  }
  free(objectives);
  free(bounds);
  free(gaps);
  free(f);
  free(h);
  free(weights);
  free(expected.duals);
  coppice_model_free(model);
  coppice_dataset_free(data);
  stumps_free(pool);
  table_free(t);
}

static void votes(void** state) {
  (void)state;
  check_optimum(table_load("votes.svm", "-1", "1"), 0.05);
  check_optimum(table_load("votes.svm", "-1", "1"), 1);
}

static void iris(void** state) {
  (void)state;
  check_optimum(table_load("iris.svm", "2", "3"), 0.1);
}

static void sonar(void** state) {
  (void)state;
  table* all = table_load("sonar.svm", "-1", "1");
  check_optimum(table_thinned(all, 3, 12), 0.2);
  table_free(all);
}

static void weighted_rows(void** state) {
  (void)state;
  table* t = table_random(80, 3, 15, 6);
  table_draw_weights(t, 7);
  check_optimum(t, 0.3);
}

/* Most rows are not watched, and some of these reach the margin nevertheless. */
static void many_rows(void** state) {
  (void)state;
  static const char* const pools[] = {"stump", "linear"};
  table* t = table_load("spam.train.svm", "-1", "1");
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = train_pool_by("lpboost", data, pools[k], "C=0.1 epsilon=0 learners=40");
    int64_t points = 0;
    double* gaps = array_of(model, "curve.master_gap", &points);
    assert_true(points > 30);
    for (int64_t p = 0; p < points; ++p) assert_true(gaps[p] < 1e-9);
    check_text(model, "warnings", "");
    free(gaps);
    coppice_model_free(model);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* Every row is there three times, so that many reach the margin together. */
static void copied_rows(void** state) {
  (void)state;
  table* t = table_random(400, 3, 15, 11);
  int64_t* copies = allocate(1200, sizeof *copies);
  for (int64_t i = 0; i < 1200; ++i) copies[i] = i % 400;
  check_optimum(table_rows(t, copies, 1200), 0.05);
  table_free(t);
  free(copies);
}

/* Outputs between -1 and +1: the optimum over the learners that the model has, however many come
 * an iteration. */
static void outputs_that_are_not_signs(void** state) {
  (void)state;
  static const char* const options[] = {
      "C=0.3 epsilon=0 learners=40 seed=3",
      "C=0.3 epsilon=0 learners=40 seed=3 columns_per_iteration=7"};
  table* t = table_random(300, 4, 40, 12);
  table_draw_weights(t, 13);
  coppice_dataset* data = table_dataset(t);
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = train_pool_by("lpboost", data, "fourier", options[k]);
    const int64_t learners = learners_of(model);
    assert_int_equal(learners, 40);
    double* by_row = predictions_of(model, COPPICE_LEARNERS, t);
    double* outputs = allocate(t->rows * learners, sizeof *outputs);
    for (int64_t i = 0; i < t->rows; ++i)
      for (int64_t j = 0; j < learners; ++j) outputs[j * t->rows + i] = by_row[i * learners + j];
    const optimum expected = solve_at_once(t, learners, outputs, 0.3);
    check_close(quantity_of(model, "objective") / expected.objective, 1, 1e-7);
    check_close(quantity_of(model, "dual_objective") / expected.objective, 1, 1e-7);
    check_text(model, "gap_scope", "restricted");
    free(expected.duals);
    free(outputs);
    free(by_row);
    coppice_model_free(model);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* Costs so small that no stump's score exceeds 1: the empty model is the optimum. */
static void nothing_pays(void** state) {
  (void)state;
  table* t = table_random(50, 3, 15, 8);
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = solver_of_method("lpboost", "C=0.01");
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  assert_int_equal(learners_of(model), 0);
  check_text(model, "stop_reason", "epsilon");
  check_close(quantity_of(model, "objective"), 0.5, 1e-12);
  assert_true(quantity_of(model, "gap") < 1e-12);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

/* Costs so different that rounding may keep the method far from the optimum: the model says how
 * far, and its numbers are numbers. */
static void costs_beyond_rounding(void** state) {
  (void)state;
  static const double large[] = {1e10, 1e25, 1e50};
  for (int k = 0; k < 3; ++k) {
    table* t = table_random(60, 3, 15, 9);
    for (int64_t i = 0; i < t->rows; ++i) t->weights[i] = i % 3 == 0 ? large[k] : i % 3;
    coppice_dataset* data = table_dataset(t);
    coppice_solver* solver = solver_of_method("lpboost", "C=1 learners=50");
    coppice_model* model = NULL;
    check_ok(coppice_solver_fit(solver, data, &model));
    const double objective = quantity_of(model, "objective");
    const double bound = quantity_of(model, "dual_objective");
    assert_true(isfinite(objective) && isfinite(bound) && 0 <= bound && bound <= objective);
    char* warnings = text_of(model, "warnings");
    assert_true(objective - bound <= 1e-5 * objective || warnings[0] != '\0');
    double* f = decisions_of(model, t);
    for (int64_t i = 0; i < t->rows; ++i) assert_true(isfinite(f[i]));
    free(f);
    free(warnings);
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_dataset_free(data);
    table_free(t);
  }
}

/* Thirty rows of one class, ten of the other, and no feature that tells them apart: the constant's
 * weight is 1, and the ten cost 2 C each. */
static void the_constant_is_the_bias(void** state) {
  (void)state;
  table* t = table_create(40, 2);
  for (int64_t i = 0; i < 40; ++i) {
    t->x[2 * i] = t->x[2 * i + 1] = 7;
    t->labels[i] = i < 30 ? 1 : -1;
  }
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = solver_of_method("lpboost", "C=0.3");
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  double* f = decisions_of(model, t);
  check_close(f[0], 1, 1e-12);
  check_close(quantity_of(model, "objective"), 1 + 10 * 2 * 0.3, 1e-12);
  free(f);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(votes),         cmocka_unit_test(the_constant_is_the_bias),
      cmocka_unit_test(iris),          cmocka_unit_test(sonar),
      cmocka_unit_test(weighted_rows), cmocka_unit_test(many_rows),
      cmocka_unit_test(copied_rows),   cmocka_unit_test(outputs_that_are_not_signs),
      cmocka_unit_test(nothing_pays),  cmocka_unit_test(costs_beyond_rounding)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
