/* Methods that add b + w h choose h by how much it explains of the responses, whatever pool it is
 * of: the score that the curve has of a learner is what least squares on its outputs say, also
 * where these are not -1 and +1. Callbacks of the caller's get the responses alone. */
#include <math.h>
#include <stdlib.h>

#include "pools.h"
#include "samples.h"
#include "training.h"

/* By how much b + w h comes nearer to z than a constant does, from the normal equations. */
static double explained(const double* D, const double* z, const double* h, int64_t step,
                        int64_t n) {
  double s = 0, sh = 0, shh = 0, sz = 0, shz = 0;
  for (int64_t i = 0; i < n; ++i) {
    s += D[i];
    sh += D[i] * h[i * step];
    shh += D[i] * h[i * step] * h[i * step];
    sz += D[i] * z[i];
    shz += D[i] * h[i * step] * z[i];
  }
  const double w = (s * shz - sh * sz) / (s * shh - sh * sh), b = (sz - w * sh) / s;
  double by_constant = 0, by_both = 0;
  for (int64_t i = 0; i < n; ++i) {
    by_constant += D[i] * pow(z[i] - sz / s, 2);
    by_both += D[i] * pow(z[i] - b - w * h[i * step], 2);
  }
  return sqrt((by_constant - by_both) / s);
}

/* The weights of the rows and their responses where the decision values are f. */
static void respond(const sample* of, int logistic, const double* f, int64_t step, double* D,
                    double* z) {
  for (int64_t i = 0; i < of->t->rows; ++i) {
    const double y = of->classes[i] == 1 ? 1 : -1, p = 1 / (1 + exp(-2 * f[i * step]));
    D[i] = of->t->weights[i] * (logistic ? p * (1 - p) : exp(-y * f[i * step]));
    z[i] = logistic ? y / (y > 0 ? p : 1 - p) : y;
    if (fabs(z[i]) > 4) z[i] = copysign(4, z[i]);
  }
}

static void check_scores(const sample* of, coppice_model* model, int logistic) {
  const int64_t n = of->t->rows, learners = learners_of(model);
  double* staged = predictions_of(model, COPPICE_STAGED, of->t);
  double* h = predictions_of(model, COPPICE_LEARNERS, of->t);
  double* scores = array_of(model, "curve.score", NULL);
  double* D = allocate(n, sizeof *D);
  double* z = allocate(n, sizeof *z);
  assert_int_equal(learners, 8);
  for (int64_t round = 1; round < learners; ++round) {
    respond(of, logistic, staged + round - 1, learners, D, z);
    check_close(scores[round - 1], explained(D, z, h + round, learners, n), 1e-5);
  }
  free(D);
  free(z);
  free(scores);
  free(h);
  free(staged);
  coppice_model_free(model);
}

static const struct {
  const char *method, *options;
  int logistic;
} methods[] = {{"logitboost", "learners=8 keep_stages=yes", 1},
               {"adaboost", "learners=8 keep_stages=yes variant=gentle", 0},
               {"adaboost", "learners=8 keep_stages=yes variant=real", 0}};

static void scores_are_what_learners_explain(void** state) {
  (void)state;
  static const char* const pools[] = {"fourier(candidates=40)",
                                      "perceptron(candidates=40)",
                                      "perceptron-descent(updates=20)",
                                      "tree(depth=3)",
                                      "tree(depth=3, split=gain-ratio, pruning=pessimistic)",
                                      "union(stump, fourier(candidates=40))"};
  sample of = sample_random(120, 3, 40, 2, 5);
  table_draw_weights(of.t, 6);
  coppice_dataset* data = sample_dataset(&of);
  for (int m = 0; m < 3; ++m)
    for (int p = 0; p < 6; ++p)
      check_scores(&of, train_pool_by(methods[m].method, data, pools[p], methods[m].options),
                   methods[m].logistic);
  coppice_dataset_free(data);
  sample_free(of);
}

/* Learner k is ten times feature k % features plus k: outputs are large, and far from centred. */
static coppice_action next_feature(void* user, const double* x, int64_t rows, int64_t features,
                                   const double* residual, int64_t scores, const double* chosen,
                                   int64_t learners, double* parameters, int64_t count) {
  double* calls = user;
  double sum = 0, size = 0;
  (void)x, (void)chosen, (void)learners, (void)count;
  assert_int_equal(scores, 1);
  for (int64_t i = 0; i < rows; ++i) {
    sum += residual[i];
    size += fabs(residual[i]);
  }
  assert_true(fabs(sum) < 1e-12 * size);
  parameters[0] = fmod(*calls, (double)features);
  parameters[1] = (*calls)++;
  return COPPICE_CONTINUE;
}

static coppice_action shifted_feature(void* user, const double* parameters, int64_t count,
                                      const double* x, int64_t rows, int64_t features,
                                      double* outputs) {
  (void)user, (void)count;
  for (int64_t i = 0; i < rows; ++i)
    outputs[i] = 10 * x[i * features + (int64_t)parameters[0]] + parameters[1];
  return COPPICE_CONTINUE;
}

static void callbacks_get_the_responses(void** state) {
  (void)state;
  sample of = sample_random(120, 3, 40, 2, 5);
  table_draw_weights(of.t, 6);
  coppice_dataset* data = sample_dataset(&of);
  for (int m = 0; m < 3; ++m) {
    double calls = 0;
    coppice_pool* pool = NULL;
    coppice_model* model = NULL;
    coppice_solver* solver = solver_of_method(methods[m].method, methods[m].options);
    check_ok(coppice_pool_create_custom("features", 2, next_feature, shifted_feature, NULL, &calls,
                                        &pool));
    check_ok(coppice_solver_set_pool(solver, pool));
    check_ok(coppice_solver_fit(solver, data, &model));
    check_scores(&of, model, methods[m].logistic);
    coppice_pool_free(pool);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
  sample_free(of);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(scores_are_what_learners_explain),
                                     cmocka_unit_test(callbacks_get_the_responses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
