/* bias=penalised and bias=none against an independent solver: dual coordinate descent on the
 * explicit kernel of all stumps, always at the row with the most to gain, run until its own
 * primal-dual gap proves the optimum. Slow, simple and certain. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "stumps.h"
#include "training.h"

typedef struct bounds {
  double primal;
  double dual;
} bounds;

/* What row i gains the dual when alpha_i moves to its best value in [0, c]. */
static double best_move(double slope, double curvature, double alpha, double c, double* move) {
  *move = fmin(c, fmax(0, alpha + slope / curvature)) - alpha;
  return *move * (slope - *move * curvature / 2);
}

static bounds measure(const table* t, const double* f, const double* alpha, double C) {
  bounds result = {0, 0};
  double norm = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    result.primal += C * t->weights[i] * fmax(0, 1 - t->labels[i] * f[i]);
    result.dual += alpha[i];
    norm += t->labels[i] * alpha[i] * f[i];
  }
  result.primal += norm / 2;
  result.dual -= norm / 2;
  return result;
}

/* max over 0 <= alpha <= C weight of sum alpha - 1/2 (y alpha)'(K + bias_scale^2)(y alpha), whose
 * f = (K + bias_scale^2)(y alpha) is that of the primal. */
static bounds solve_by_coordinates(const table* t, const double* kernel, double C,
                                   double bias_scale) {
  const int64_t n = t->rows;
  const double constant = bias_scale * bias_scale;
  double* alpha = allocate(n, sizeof *alpha);
  double* f = allocate(n, sizeof *f);
  bounds result = measure(t, f, alpha, C);
  for (int64_t step = 1; step <= 20000000; ++step) {
    int64_t best = 0;
    double best_gain = -1;
    double best_change = 0;
    for (int64_t i = 0; i < n; ++i) {
      double move;
      const double gain = best_move(1 - t->labels[i] * f[i], kernel[i * n + i] + constant, alpha[i],
                                    C * t->weights[i], &move);
      if (gain <= best_gain) continue;
      best = i;
      best_gain = gain;
      best_change = move;
    }
    alpha[best] += best_change;
    for (int64_t i = 0; i < n; ++i)
      f[i] += (kernel[best * n + i] + constant) * t->labels[best] * best_change;
    if (step % 1000 != 0) continue;
    result = measure(t, f, alpha, C);
    if (result.primal - result.dual <= 1e-10 * result.primal) break;
  }
  free(alpha);
  free(f);
  return result;
}

static void compare(const char* name, const table* t, double C, double bias_scale) {
  stump_pool* pool = stumps_enumerate(t);
  double* kernel = stumps_kernel(pool);
  const double start = seconds_now();
  const bounds expected = solve_by_coordinates(t, kernel, C, bias_scale);
  const double seconds = seconds_now() - start;
  char options[160];
  snprintf(options, sizeof options,
           "C=%.17g bias=%s bias_scale=%.17g learners=100000 epsilon=1e-7 tolerance=1e-9", C,
           bias_scale > 0 ? "penalised" : "none", bias_scale > 0 ? bias_scale : 1);
  coppice_model* model = train(t, options);
  const double objective = quantity_of(model, "objective");
  print_message(
      "%s, %d stumps, C %g, bias_scale %g: descent %.12g (gap %.0e) in %.2f s, coppice "
      "%.12g (gap %.0e) in %.2f s\n",
      name, (int)pool->count, C, bias_scale, expected.primal,
      (expected.primal - expected.dual) / expected.primal, seconds, objective,
      quantity_of(model, "gap"), quantity_of(model, "fit_seconds"));
  assert_true(expected.primal - expected.dual < 1e-9 * expected.primal);
  assert_true(fabs(objective - expected.primal) <= 2e-9 * expected.primal);
  assert_true(objective >= expected.dual * (1 - 1e-12));
  assert_true(quantity_of(model, "dual_objective") <= expected.primal * (1 + 1e-12));
  assert_true(fabs(quantity_of(model, "gap")) <= 2e-9);
  assert_true(fabs(objective - objective_of(model, t, C, bias_scale)) <= 1e-12 * objective);
  double* bias = array_of(model, "bias", NULL);
  if (bias_scale == 0) assert_true(bias[0] == 0);
  free(bias);
  coppice_model_free(model);
  free(kernel);
  stumps_free(pool);
}

static void compare_all(const char* name, table* t, const double* costs, int count) {
  static const double bias_scales[] = {0, 1, 10};
  for (int s = 0; s < 3; ++s)
    for (int k = 0; k < count; ++k) compare(name, t, costs[k], bias_scales[s]);
  table_free(t);
}

static void iris(void** state) {
  (void)state;
  static const double costs[] = {1e-3, 1e-2, 0.1, 1};
  compare_all("iris", table_load("iris.svm", "2", "3"), costs, 4);
}

/* Twice as many of one class as of the other: here the bias matters. */
static void unbalanced(void** state) {
  (void)state;
  static const double costs[] = {1e-3, 1e-2, 0.1};
  table* whole = table_load("breast-cancer-original.svm", "-1", "1");
  compare_all("breast-cancer-original", table_thinned(whole, 5, 9), costs, 3);
  table_free(whole);
}

static void weighted(void** state) {
  (void)state;
  static const double costs[] = {1e-2, 0.1};
  table* t = table_random(60, 5, 6, 1);
  table_draw_weights(t, 2);
  compare_all("random", t, costs, 2);
}

/* One row a class, one stump, by hand. With bias=none f = +-w: 1/2 w^2 + 2 C (1 - w), so
 * w = min(1, 2 C). With n negative and 1 positive rows and bias=none w = min(1, (n + 1) C). */
static void without_bias_by_hand(void** state) {
  (void)state;
  static const double x[] = {0, 0, 0, 1};
  static const double labels[] = {-1, -1, -1, 1};
  static const double costs[] = {0.01, 0.125, 0.25, 3};
  table* t = table_of(x, labels, 4, 1);
  for (int k = 0; k < 4; ++k) {
    char options[96];
    snprintf(options, sizeof options, "C=%.17g bias=none tolerance=1e-12", costs[k]);
    coppice_model* model = train(t, options);
    const double w = fmin(1, 4 * costs[k]);
    double* weights = array_of(model, "weights", NULL);
    assert_int_equal(learners_of(model), 1);
    check_close(weights[0], w, 1.5e-6); /* 1/2 (w - w*)^2 is at most the gap */
    check_close(quantity_of(model, "objective"), w * w / 2 + 4 * costs[k] * (1 - w), 1e-11);
    free(weights);
    coppice_model_free(model);
  }
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(iris), cmocka_unit_test(unbalanced),
                                     cmocka_unit_test(weighted),
                                     cmocka_unit_test(without_bias_by_hand)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
