/* MultiBoost against its optimality conditions: with V_ir = sum_{r' != r} U_ir' where r is y_i,
 * else -U_ir, U_ir = c_i exp(F_r - F_{y_i}), every stump outside the model has |sum_i V_ir h(x_i)|
 * <= theta for all classes r, every one inside too, and theta with the sign of its weight where
 * that is not 0. Together they are the optimum over all stumps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "samples.h"
#include "stumps.h"
#include "training.h"

/* V, rows x scores, and the loss. */
static double* residuals(const sample* of, const double* f, double* loss) {
  const int64_t n = of->t->rows, K = of->K, scores = K == 2 ? 1 : K;
  double* v = allocate(n * scores, sizeof *v);
  *loss = 0;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t y = of->classes[i];
    double own = 0;
    for (int64_t r = 0; r < K; ++r) {
      if (r == y) continue;
      /* Of two classes there is F_1 - F_0. */
      const double rho = scores == 1 ? (y == 1 ? f[i] : -f[i]) : f[i * K + y] - f[i * K + r];
      const double u = of->t->weights[i] * exp(-rho);
      if (scores > 1) v[i * K + r] = -u;
      own += u;
    }
    if (scores == 1)
      v[i] = y == 1 ? own : -own;
    else
      v[i * K + y] = own;
    *loss += own;
  }
  return v;
}

/* Of the chosen learners, as far as they have weights: most of these are 0. Returns the penalty. */
static double check_slopes(const coppice_model* model, const sample* of, const double* v,
                           double theta) {
  const int64_t n = of->t->rows, scores = of->K == 2 ? 1 : of->K;
  const int64_t learners = learners_of(model);
  double* weights = array_of(model, "weights", NULL);
  double* h = predictions_of(model, COPPICE_LEARNERS, of->t);
  double penalty = 0;
  int64_t inside = 0;
  assert_true(learners > 0);
  for (int64_t k = 0; k < learners * scores; ++k) {
    double sum = 0;
    for (int64_t i = 0; i < n; ++i)
      sum += v[i * scores + k % scores] * h[i * learners + k / scores];
    assert_true(fabs(sum) <= theta * (1 + 2e-3));
    if (weights[k] == 0) continue;
    penalty += theta * fabs(weights[k]);
    ++inside;
    if (fabs(weights[k]) > 1e-6) /* as far as the penalty is smoothed */
      assert_true(fabs(sum - copysign(theta, weights[k])) < 2e-3 * theta);
  }
  assert_true(inside > 0);
  assert_true(scores == 1 || inside < learners * scores * 2 / 3);
  free(h);
  free(weights);
  return penalty;
}

static void check_optimum(int64_t K, double theta, uint32_t seed) {
  char options[128];
  sample of = sample_random(80, 3, 12, K, seed);
  table_draw_weights(of.t, seed);
  const int64_t n = of.t->rows, scores = K == 2 ? 1 : K;
  snprintf(options, sizeof options, "theta=%g tolerance=1e-7 epsilon=0 learners=1000", theta);
  coppice_model* model = learn(&of, "multiboost", options);
  stump_pool* pool = stumps_enumerate(of.t);
  double* f = decisions_of(model, of.t);
  double loss = 0, most = 0;
  double* v = residuals(&of, f, &loss);
  const double penalty = check_slopes(model, &of, v, theta);
  for (int64_t j = 0; j < pool->count; ++j)
    for (int64_t r = 0; r < scores; ++r) {
      double sum = 0;
      for (int64_t i = 0; i < n; ++i) sum += v[i * scores + r] * pool->outputs[j * n + i];
      most = fmax(most, fabs(sum));
    }
  assert_true(most <= theta * (1 + 2e-3));
  const double objective = quantity_of(model, "objective");
  check_close(objective / (loss + penalty), 1, 1e-10);
  assert_true(quantity_of(model, "dual_objective") <= objective);
  check_text(model, "gap_scope", "pool");
  assert_true(quantity_of(model, "gap") < 1e-5);
  int64_t points = 0;
  double* objectives = array_of(model, "curve.objective", &points);
  double* bounds = array_of(model, "curve.dual_objective", NULL);
  for (int64_t p = 0; p < points; ++p) {
    assert_true(p == 0 || objectives[p] <= objectives[p - 1] * (1 + 1e-12));
    assert_true(bounds[p] <= objective * (1 + 1e-12));
  }
  free(bounds);
  free(objectives);
  free(v);
  free(f);
  stumps_free(pool);
  coppice_model_free(model);
  sample_free(of);
}

static void it_reaches_the_optimum(void** state) {
  (void)state;
  check_optimum(2, 2, 1);
  check_optimum(2, 0.5, 2);
  check_optimum(3, 2, 3);
  check_optimum(5, 4, 4);
}

/* Outputs that are not signs, many a time. */
static void outputs_of_any_size(void** state) {
  (void)state;
  for (int64_t K = 2; K <= 4; K += 2) {
    sample of = sample_random(150, 3, 12, K, 6);
    coppice_dataset* data = sample_dataset(&of);
    coppice_solver* solver = solver_of_method(
        "multiboost", "theta=2 tolerance=1e-7 learners=60 columns_per_iteration=7");
    coppice_pool* pool = NULL;
    coppice_model* model = NULL;
    double loss = 0;
    check_ok(coppice_pool_create("fourier", &pool));
    check_ok(coppice_solver_set_pool(solver, pool));
    check_ok(coppice_solver_fit(solver, data, &model));
    double* f = decisions_of(model, of.t);
    double* v = residuals(&of, f, &loss);
    const double penalty = check_slopes(model, &of, v, 2);
    check_close(quantity_of(model, "objective") / (loss + penalty), 1, 1e-10);
    free(v);
    free(f);
    coppice_model_free(model);
    coppice_pool_free(pool);
    coppice_solver_free(solver);
    coppice_dataset_free(data);
    sample_free(of);
  }
}

/* So dear that no learner pays: there is none, and that is the optimum. */
static void dear_weights_are_not_bought(void** state) {
  (void)state;
  sample of = sample_random(30, 2, 5, 3, 5);
  coppice_model* model = learn(&of, "multiboost", "theta=1000");
  assert_int_equal(learners_of(model), 0);
  check_text(model, "stop_reason", "epsilon");
  check_close(quantity_of(model, "objective"), 60, 1e-12); /* two other classes a row */
  coppice_model_free(model);
  sample_free(of);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_reaches_the_optimum),
                                     cmocka_unit_test(outputs_of_any_size),
                                     cmocka_unit_test(dear_weights_are_not_bought)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
