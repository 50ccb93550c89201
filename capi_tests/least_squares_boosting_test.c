/* Boosting by steps b + w h (real and gentle AdaBoost, LogitBoost) against its definitions. After
 * every round the responses and the weights of the rows are computed anew from the decision values
 * of that stage; the next learner must be the best of all stumps by them, and its step must be that
 * of least squares, or of the odds. */
#include <math.h>
#include <stdlib.h>

#include "rounds.h"
#include "training.h"

/* Methods that add b + w h: `response` is what they fit, D what rows weigh. */
typedef struct fitted_step {
  double w, b;
} fitted_step;

static double probability(double f) {
  return 1 / (1 + exp(-2 * f));
}

/* Least squares of z on (1, h) by its normal equations. */
static fitted_step least_squares(const double* D, const double* z, const double* h, int64_t n) {
  double s = 0, sh = 0, shh = 0, sz = 0, shz = 0;
  for (int64_t i = 0; i < n; ++i) {
    s += D[i];
    sh += D[i] * h[i];
    shh += D[i] * h[i] * h[i];
    sz += D[i] * z[i];
    shz += D[i] * h[i] * z[i];
  }
  const double determinant = s * shh - sh * sh;
  return (fitted_step){(s * shz - sh * sz) / determinant, (shh * sz - sh * shz) / determinant};
}

/* By how much b + w h comes nearer to z than a constant does: the root of the mean square that it
 * takes off what is left. */
static double explained(const double* D, const double* z, const double* h, int64_t n) {
  const fitted_step step = least_squares(D, z, h, n);
  double total = 0, mean = 0, by_constant = 0, by_both = 0;
  for (int64_t i = 0; i < n; ++i) {
    total += D[i];
    mean += D[i] * z[i];
  }
  mean /= total;
  for (int64_t i = 0; i < n; ++i) {
    by_constant += D[i] * pow(z[i] - mean, 2);
    by_both += D[i] * pow(z[i] - step.b - step.w * h[i], 2);
  }
  return sqrt((by_constant - by_both) / total);
}

static double most_explained(const stump_pool* pool, const double* D, const double* z, int64_t n) {
  double most = 0;
  for (int64_t j = 0; j < pool->count; ++j)
    most = fmax(most, explained(D, z, pool->outputs + j * n, n));
  return most;
}

/* Half the logarithm of the odds on either side of h, half a row's weight in all added to each. */
static fitted_step odds(const double* D, const double* y, const double* h, int64_t n) {
  double side[2][2] = {{0, 0}, {0, 0}}, total = 0;
  for (int64_t i = 0; i < n; ++i) {
    side[h[i] > 0][y[i] > 0] += D[i];
    total += D[i];
  }
  double value[2];
  for (int k = 0; k < 2; ++k)
    value[k] =
        log((side[k][1] / total + 0.5 / (double)n) / (side[k][0] / total + 0.5 / (double)n)) / 2;
  return (fitted_step){(value[1] - value[0]) / 2, (value[1] + value[0]) / 2};
}

static void check_steps(const char* method, const char* options, int kind) {
  sample of = sample_random(100, 3, 25, 2, 7);
  table_draw_weights(of.t, 3);
  const int64_t n = of.t->rows;
  rounds r = learn_rounds(&of, method, options);
  double* D = allocate(n, sizeof *D);
  double* z = allocate(n, sizeof *z);
  double* y = allocate(n, sizeof *y);
  double* h = allocate(n, sizeof *h);
  for (int64_t round = 0; round <= r.learners; ++round) {
    double loss = 0;
    for (int64_t i = 0; i < n; ++i) {
      const double f = f_at(&r, round, i, 0), c = of.t->weights[i];
      y[i] = sign_of(&of, i, 0);
      if (kind == 2) { /* logistic */
        const double p = probability(f);
        D[i] = c * p * (1 - p);
        z[i] = ((y[i] > 0 ? 1 : 0) - p) / (p * (1 - p));
        if (fabs(z[i]) > 4) z[i] = copysign(4, z[i]);
        loss += c * log(1 + exp(-2 * y[i] * f));
      } else {
        D[i] = c * exp(-y[i] * f);
        z[i] = y[i];
        loss += D[i];
      }
    }
    const double most = most_explained(r.pool, D, z, n);
    if (round > 0) {
      check_close(r.objectives[round - 1] / loss, 1, 1e-10);
      check_close(r.merits[round - 1], most, 1e-9);
    }
    if (round == r.learners) break;
    for (int64_t i = 0; i < n; ++i) h[i] = r.outputs[i * r.learners + round];
    check_close(explained(D, z, h, n), most, 1e-9);
    fitted_step step = kind == 0 ? odds(D, y, h, n) : least_squares(D, z, h, n);
    if (kind == 2) step = (fitted_step){step.w / 2, step.b / 2};
    for (int64_t i = 0; i < n; ++i)
      check_close(f_at(&r, round + 1, i, 0) - f_at(&r, round, i, 0), step.b + step.w * h[i], 1e-9);
  }
  check_errors(&r);
  free(D);
  free(z);
  free(y);
  free(h);
  rounds_free(r);
  sample_free(of);
}

static void real_adaboost_is_what_it_says(void** state) {
  (void)state;
  check_steps("adaboost", "variant=real learners=25", 0);
}

static void gentle_adaboost_is_what_it_says(void** state) {
  (void)state;
  check_steps("adaboost", "variant=gentle learners=25", 1);
}

static void logitboost_is_what_it_says(void** state) {
  (void)state;
  check_steps("logitboost", "learners=25", 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(real_adaboost_is_what_it_says),
                                     cmocka_unit_test(gentle_adaboost_is_what_it_says),
                                     cmocka_unit_test(logitboost_is_what_it_says)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
