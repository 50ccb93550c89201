/* Hard inputs: contradictions, costs and values at the ends of their ranges, two rows, one stump,
 * classes of 1 to 400. Always a finite model whose objective is that of its own predictions and
 * whose master has the gap that was asked for, or says that it could not, in well under seconds. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stumps.h"
#include "training.h"

/* What a relative gap cannot be known below: every decision value is rounded by some 1e-15 of its
 * largest sum, and the objective multiplies that by the row's cost. */
static double rounding_of(const coppice_model* model, const table* t, double C) {
  int64_t size = 0;
  double* weights = array_of(model, "weights", &size);
  double* bias = array_of(model, "bias", NULL);
  double largest = 1 + fabs(bias[0]);
  double cost = 0;
  for (int64_t j = 0; j < size; ++j) largest += fabs(weights[j]);
  for (int64_t i = 0; i < t->rows; ++i) cost += C * t->weights[i];
  free(weights);
  free(bias);
  return 1e-12 + 1e-14 * largest * cost / quantity_of(model, "objective");
}

/* Where rounding stops a master short of its tolerance the model has a warning that says so, and
 * the gap is still better than the default tolerance. */
static const double warned_gap = 1e-4;

/* Trains, checks what every model must satisfy, and returns the model. */
static coppice_model* train_and_check(const table* t, double C, const char* bias, double tolerance,
                                      int learners) {
  char options[160];
  snprintf(options, sizeof options,
           "C=%.17g bias=%s tolerance=%.17g learners=%d columns_per_iteration=1", C, bias,
           tolerance, learners);
  const double start = seconds_now();
  coppice_model* model = train(t, options);
  const double seconds = seconds_now() - start;
  int64_t size = 0;
  double* weights = array_of(model, "weights", &size);
  for (int64_t j = 0; j < size; ++j) assert_true(isfinite(weights[j]));
  free(weights);
  double* bias_value = array_of(model, "bias", &size);
  assert_true(isfinite(bias_value[0]));
  free(bias_value);
  double* decisions = decisions_of(model, t);
  for (int64_t i = 0; i < t->rows; ++i) assert_true(isfinite(decisions[i]));
  assert_true(error_of(decisions, t) == quantity_of(model, "train_error"));
  free(decisions);

  const double rounding = rounding_of(model, t, C);
  const double objective = quantity_of(model, "objective");
  const double expected = objective_of(model, t, C, bias[0] == 'p' ? 1 : 0);
  assert_true(isfinite(objective) && isfinite(quantity_of(model, "dual_objective")));
  if (!(fabs(objective - expected) <= rounding * expected)) {
    print_error("C %g, bias %s, tolerance %g: objective %.17g, from its predictions %.17g\n", C,
                bias, tolerance, objective, expected);
    fail();
  }
  assert_true(quantity_of(model, "gap") >= -rounding);
  char warnings[1024];
  check_ok(coppice_model_get_string(model, "warnings", warnings, sizeof warnings, NULL));
  const double allowed = warnings[0] == '\0' ? tolerance : fmax(tolerance, warned_gap);
  double* gaps = array_of(model, "curve.master_gap", &size);
  assert_int_equal(size, learners_of(model));
  for (int64_t k = 0; k < size; ++k) {
    if (gaps[k] <= allowed + rounding && gaps[k] >= -rounding) continue;
    print_error("C %g, bias %s, tolerance %g: gap %g with %d learners; warnings: %s\n", C, bias,
                tolerance, gaps[k], (int)(k + 1), warnings);
    fail();
  }
  int64_t last = size; /* the iteration whose gap a warning tells: the last that is too large */
  while (last > 0 && !(gaps[last - 1] > tolerance)) --last;
  char named[64];
  snprintf(named, sizeof named, "iteration %d stopped", (int)last);
  if (last > 0) assert_non_null(strstr(warnings, named));
  free(gaps);
  if (seconds > 5) print_error("C %g, bias %s, tolerance %g: %g s\n", C, bias, tolerance, seconds);
  assert_true(seconds <= 5);
  return model;
}

static const char* const biases[] = {"free", "penalised", "none"};

static void check_everywhere(const table* t, int learners) {
  static const double costs[] = {1e-8, 1e-4, 1, 1e3, 1e6};
  static const double tolerances[] = {1e-12, 1e-9, 1e-4, 1e-2, 1};
  for (int b = 0; b < 3; ++b)
    for (int c = 0; c < 5; ++c)
      for (int k = 0; k < 5; ++k)
        coppice_model_free(train_and_check(t, costs[c], biases[b], tolerances[k], learners));
}

/* Every row twice, with both labels: whatever f says, a pair loses at least 2. */
static void contradictions(void** state) {
  (void)state;
  table* once = table_random(30, 4, 5, 31);
  table* t = table_create(60, 4);
  for (int64_t i = 0; i < 60; ++i) {
    for (int64_t d = 0; d < 4; ++d) t->x[i * 4 + d] = once->x[i / 2 * 4 + d];
    t->labels[i] = i % 2 == 0 ? 1 : -1;
  }
  check_everywhere(t, 30);
  coppice_model* model = train_and_check(t, 10, "free", 1e-9, 30);
  check_close(quantity_of(model, "objective"), 10 * 60, 1e-9); /* at w = 0 */
  coppice_model_free(model);
  table_free(once);
  table_free(t);
}

/* Some rows contradict one another, the others can be learned. */
static void some_contradictions(void** state) {
  (void)state;
  table* t = table_random(80, 5, 4, 32);
  for (int64_t i = 0; i < 10; ++i) {
    for (int64_t d = 0; d < 5; ++d) t->x[(70 + i) * 5 + d] = t->x[i * 5 + d];
    t->labels[70 + i] = -t->labels[i];
  }
  check_everywhere(t, 30);
  table_free(t);
}

static void two_rows(void** state) {
  (void)state;
  static const double x[] = {3, 3, -1, 5, 3, 8};
  static const double labels[] = {1, -1};
  table* t = table_of(x, labels, 2, 3);
  check_everywhere(t, 10);
  /* Two stumps with opposite outputs: w^2 + C (2 - 4 w), so w = 1/2 each and 1/4 in all. */
  coppice_model* model = train_and_check(t, 1e6, "free", 1e-9, 10);
  assert_int_equal(learners_of(model), 2);
  check_close(quantity_of(model, "objective"), 0.25, 1e-9);
  check_close(quantity_of(model, "gap"), 0, 1e-8);
  coppice_model_free(model);
  table_free(t);
}

static void one_feature_of_two_values(void** state) {
  (void)state;
  table* t = table_create(50, 1);
  for (int64_t i = 0; i < 50; ++i) {
    t->x[i] = i % 2 == 0 ? -7 : 0.125;
    t->labels[i] = i % 2 == 0 || i % 10 == 1 ? -1 : 1;
  }
  check_everywhere(t, 10);
  table_free(t);
}

/* One row against 400, and weights that differ by a factor of 10^12. */
static void unbalanced_classes(void** state) {
  (void)state;
  table* t = table_random(401, 3, 12, 33);
  for (int64_t i = 0; i < 401; ++i) t->labels[i] = i == 200 ? 1 : -1;
  check_everywhere(t, 15);
  table_free(t);
  t = table_random(60, 3, 12, 34);
  for (int64_t i = 0; i < 60; ++i) t->weights[i] = i % 3 == 0 ? 1e-6 : i % 3 == 1 ? 1 : 1e6;
  check_everywhere(t, 15);
  table_free(t);
}

static void overlapping_classes(void** state) {
  (void)state;
  table* whole = table_load("ionosphere.svm", "-1", "1");
  table* t = table_thinned(whole, 3, 34);
  for (int64_t i = 0; i < t->rows; i += 7) t->labels[i] = -t->labels[i];
  check_everywhere(t, 40);
  table_free(t);
  table_free(whole);
}

/* The thresholds come by the definition of the pool, and separate. */
static void check_separation(const double* low, const double* high) {
  table* t = table_create(2, 1);
  t->x[0] = *low;
  t->x[1] = *high;
  t->labels[1] = 1;
  coppice_model* model = train_and_check(t, 1, "free", 1e-6, 5);
  assert_int_equal(learners_of(model), 1);
  int64_t feature = -1;
  double threshold = 0;
  learner_of(model, 0, &feature, &threshold);
  assert_true(*low <= threshold && threshold < *high);
  double* f = decisions_of(model, t);
  assert_true(f[0] < 0 && f[1] > 0);
  free(f);
  coppice_model_free(model);
  table_free(t);
}

/* Neighbouring doubles, denormals, and a difference that overflows. */
static void values_at_the_ends(void** state) {
  (void)state;
  const double one_above = nextafter(1, 2);
  const double two_above = nextafter(one_above, 2);
  const double least = nextafter(0, 1);
  const double twice_least = 2 * least;
  const double values[][2] = {{1, one_above},
                              {one_above, two_above},
                              {-one_above, -1},
                              {0, least},
                              {least, twice_least},
                              {-least, 0},
                              {-least, least},
                              {DBL_MIN, nextafter(DBL_MIN, 1)},
                              {-1e308, 1e308},
                              {-DBL_MAX, DBL_MAX},
                              {nextafter(DBL_MAX, 0), DBL_MAX},
                              {-DBL_MAX, -1e308},
                              {0, DBL_MAX},
                              {-1e308, least}};
  for (size_t k = 0; k < sizeof values / sizeof *values; ++k)
    check_separation(&values[k][0], &values[k][1]);
}

/* All such values in one feature, with a small one beside it. */
static void values_of_all_magnitudes(void** state) {
  (void)state;
  table* t = table_create(44, 2);
  for (int64_t i = 0; i < 44; ++i) {
    const double size = i < 2 ? 0 : ldexp(1, (int)(i / 2 * 96 - 1072));
    t->x[2 * i] = i % 2 == 0 ? size : -size;
    t->x[2 * i + 1] = (double)(i % 7);
    t->labels[i] = i % 5 == 0 || i % 2 == 0 ? 1 : -1;
  }
  check_everywhere(t, 30);
  stump_pool* pool = stumps_enumerate(t);
  coppice_model* model = train(t, "C=0.1 epsilon=0 learners=1000");
  assert_int_equal(learners_of(model), pool->count);
  for (int64_t j = 0; j < pool->count; ++j) {
    int64_t feature = 0;
    double threshold = 0;
    learner_of(model, j, &feature, &threshold);
    stumps_find(pool, feature, threshold);
  }
  coppice_model_free(model);
  stumps_free(pool);
  table_free(t);
}

/* Costs and bias scales whose squares, sums or products leave the range of doubles: a clear error
 * or a finite model, never nan. */
/* The ends of the ranges of C, weights and bias_scale together: a finite model. Beyond: an error.
 */
static void parameters_at_the_ends(void** state) {
  (void)state;
  static const double extremes[] = {1e-50, 1e-10, 1e10, 1e50};
  static const double beyond[] = {5e-324, 1e-51, 1e51, DBL_MAX};
  table* t = table_random(20, 2, 5, 35);
  for (int b = 0; b < 3; ++b)
    for (int c = 0; c < 4; ++c)
      for (int w = 0; w < 4; ++w)
        for (int s = 1; s < 3; ++s) {
          for (int64_t i = 0; i < t->rows; ++i) t->weights[i] = extremes[w];
          coppice_dataset* data = table_dataset(t);
          coppice_solver* solver = NULL;
          coppice_model* model = NULL;
          check_ok(coppice_solver_create("cgens", &solver));
          check_ok(coppice_solver_set_double(solver, "C", extremes[c]));
          check_ok(coppice_solver_set_double(solver, "bias_scale", extremes[s]));
          check_ok(coppice_solver_set_string(solver, "bias", biases[b]));
          check_ok(coppice_solver_set_int(solver, "learners", 5));
          check_ok(coppice_solver_fit(solver, data, &model));
          double* bias = array_of(model, "bias", NULL);
          const double objective = quantity_of(model, "objective");
          if (!isfinite(bias[0]) || !isfinite(objective) ||
              !isfinite(quantity_of(model, "dual_objective"))) {
            print_error("C %g, weights %g, bias %s, bias_scale %g: bias %g, objective %g\n",
                        extremes[c], extremes[w], biases[b], extremes[s], bias[0], objective);
            fail();
          }
          free(bias);
          coppice_model_free(model);
          coppice_solver_free(solver);
          coppice_dataset_free(data);
        }
  for (int k = 0; k < 4; ++k) {
    coppice_solver* solver = NULL;
    const double weight = beyond[k];
    check_ok(coppice_solver_create("cgens", &solver));
    check_error(coppice_solver_set_double(solver, "C", beyond[k]), COPPICE_INVALID_OPTION,
                "C|1e-50 <= C <= 1e50");
    check_error(coppice_solver_set_double(solver, "bias_scale", beyond[k]), COPPICE_INVALID_OPTION,
                "bias_scale|1e-10");
    coppice_dataset* one = NULL;
    check_ok(coppice_dataset_create_dense(&weight, 1, 1, 1, 1, 1, &one));
    check_error(coppice_dataset_set_weights(one, &weight, 1), COPPICE_INVALID_DATA,
                "weights[row 0]|from 1e-50 to 1e+50");
    coppice_dataset_free(one);
    coppice_solver_free(solver);
  }
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(contradictions),
                                     cmocka_unit_test(some_contradictions),
                                     cmocka_unit_test(two_rows),
                                     cmocka_unit_test(one_feature_of_two_values),
                                     cmocka_unit_test(unbalanced_classes),
                                     cmocka_unit_test(overlapping_classes),
                                     cmocka_unit_test(values_at_the_ends),
                                     cmocka_unit_test(values_of_all_magnitudes),
                                     cmocka_unit_test(parameters_at_the_ends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
