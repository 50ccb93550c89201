/* schedule=paper against algorithm 2 of the paper, written plainly here: dense loops, elimination,
 * and a proximal map that finds its threshold by bisection. From normal numbers the components
 * differ, so that every step of every component is seen; the start itself is what a fit of no
 * iterations gives. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "elimination.h"
#include "erm_fits.h"

enum { C = 4 };

/* The t at which mu t = beta + sum of max(0, |v| - t), by halving. */
static double threshold_of(const double* v, double mu, double beta) {
  double low = 0, high = beta / mu;
  for (int c = 0; c < C; ++c) high = fmax(high, beta / mu + fabs(v[c]));
  for (int step = 0; step < 200; ++step) {
    const double t = (low + high) / 2;
    double sum = beta;
    for (int c = 0; c < C; ++c) sum += fmax(0, fabs(v[c]) - t);
    if (mu * t < sum)
      low = t;
    else
      high = t;
  }
  return (low + high) / 2;
}

static void proximal(double* v, double mu, double beta) {
  const double t = threshold_of(v, mu, beta);
  for (int c = 0; c < C; ++c) v[c] = copysign(fmax(0, fabs(v[c]) - t), v[c]);
}

/* 1/2 (sum |w|)^2 + beta sum |w| + mu/2 |w - v|^2. */
static double proximal_objective(const double* w, const double* v, double mu, double beta) {
  double sum = 0, distance = 0;
  for (int c = 0; c < C; ++c) {
    sum += fabs(w[c]);
    distance += (w[c] - v[c]) * (w[c] - v[c]);
  }
  return sum * sum / 2 + beta * sum + mu * distance / 2;
}

/* Where a loss c e^p and the penalty mu/2 (e - s)^2 balance, by halving. */
static double proximal_error(double cost, double mu, double s, double p) {
  if (s <= 0) return s;
  double low = 0, high = s;
  for (int step = 0; step < 200; ++step) {
    const double e = (low + high) / 2;
    const double slope = p == 1 ? cost : cost * p * pow(e, p - 1);
    if (slope + mu * (e - s) < 0)
      low = e;
    else
      high = e;
  }
  return (low + high) / 2;
}

typedef struct state {
  double *w, *p, *q; /* features x C */
  double *e, *z;     /* rows x C */
  double b[C];
  double mu;
} state;

static void iterate(const table* t, state* s, double lambda, double power, double beta) {
  const int64_t n = t->rows, m = t->features;
  for (int64_t j = 0; j < m; ++j) {
    for (int c = 0; c < C; ++c) s->w[j * C + c] = s->p[j * C + c] + s->q[j * C + c] / s->mu;
    proximal(&s->w[j * C], s->mu, beta);
  }
  double* f = allocate(n * C, sizeof *f);
  double* gram = allocate(m * m, sizeof *gram);
  double* right = allocate(m, sizeof *right);
  for (int64_t i = 0; i < n; ++i)
    for (int c = 0; c < C; ++c)
      for (int64_t j = 0; j < m; ++j) f[i * C + c] += t->x[i * m + j] * s->p[j * C + c];
  for (int c = 0; c < C; ++c) {
    double sum = 0;
    for (int64_t i = 0; i < n; ++i)
      sum += t->labels[i] - s->e[i * C + c] - f[i * C + c] - s->z[i * C + c] / s->mu;
    s->b[c] = sum / (double)n;
    for (int64_t i = 0; i < n; ++i) {
      const double y = t->labels[i];
      const double apart = y - f[i * C + c] - s->b[c] - s->z[i * C + c] / s->mu;
      s->e[i * C + c] = y * proximal_error(lambda * t->weights[i], s->mu, y * apart, power);
    }
    for (int64_t j = 0; j < m; ++j) {
      right[j] = s->w[j * C + c] - s->q[j * C + c] / s->mu;
      for (int64_t i = 0; i < n; ++i)
        right[j] +=
            t->x[i * m + j] * (t->labels[i] - s->b[c] - s->z[i * C + c] / s->mu - s->e[i * C + c]);
      for (int64_t k = 0; k < m; ++k) {
        gram[j * m + k] = j == k ? 1 : 0;
        for (int64_t i = 0; i < n; ++i) gram[j * m + k] += t->x[i * m + j] * t->x[i * m + k];
      }
    }
    eliminate(gram, right, m);
    for (int64_t j = 0; j < m; ++j) s->p[j * C + c] = right[j];
    for (int64_t i = 0; i < n; ++i) {
      double product = 0;
      for (int64_t j = 0; j < m; ++j) product += t->x[i * m + j] * right[j];
      s->z[i * C + c] += s->mu * (s->e[i * C + c] - t->labels[i] + product + s->b[c]);
    }
    for (int64_t j = 0; j < m; ++j) s->q[j * C + c] += s->mu * (s->p[j * C + c] - s->w[j * C + c]);
  }
  s->mu *= 1.1;
  free(f);
  free(gram);
  free(right);
}

static coppice_model* fit_published(const table* t, const char* options, int iterations) {
  char all[300];
  snprintf(all, sizeof all, "schedule=paper components=%d iterations=%d %s", C, iterations,
           options);
  return fit_erm(t, all);
}

/* The model's components have the weights w, features x C, and the biases b, and its objective is
 * theirs. */
static void check_components(const coppice_model* model, const table* t, const state* s,
                             double lambda, double power, double beta) {
  double* w = array_of(model, "component_weights", NULL);
  double* b = array_of(model, "component_bias", NULL);
  double objective = exclusive_penalty(w, C, t->features, beta);
  for (int c = 0; c < C; ++c) {
    objective += lambda * hinge_power_loss(t, w + c * t->features, b[c], power);
    check_close(b[c], s->b[c], 1e-10);
    for (int64_t j = 0; j < t->features; ++j)
      check_close(w[c * t->features + j], s->w[j * C + c], 1e-10);
  }
  check_close(quantity_of(model, "objective"), objective, 1e-10);
  free(w);
  free(b);
}

static void follow(const table* t, double lambda, double power, double beta, int labels_first) {
  static const int looked_at[] = {1, 2, 3, 7, 20, 60};
  char options[200];
  snprintf(options, sizeof options, "lambda=%g p=%g beta=%g start=random seed=11 first_error=%s",
           lambda, power, beta, labels_first ? "labels" : "zero");
  const int64_t n = t->rows, m = t->features;
  coppice_model* start = fit_published(t, options, 0);
  int64_t size = 0;
  double* drawn = array_of(start, "component_weights", &size);
  assert_int_equal(size, m * C);
  state s = {allocate(m * C, sizeof(double)),
             allocate(m * C, sizeof(double)),
             allocate(m * C, sizeof(double)),
             allocate(n * C, sizeof(double)),
             allocate(n * C, sizeof(double)),
             {0},
             1};
  for (int64_t j = 0; j < m; ++j)
    for (int c = 0; c < C; ++c) s.q[j * C + c] = drawn[c * m + j];
  for (int64_t i = 0; i < n; ++i)
    for (int c = 0; c < C; ++c) s.e[i * C + c] = labels_first ? t->labels[i] : 0;
  int done = 0;
  for (int k = 0; k < (int)(sizeof looked_at / sizeof *looked_at); ++k) {
    coppice_model* model = fit_published(t, options, looked_at[k]);
    const int reached = (int)count_of(model, "iterations");
    assert_in_range(reached, 1, looked_at[k]);
    for (; done < reached; ++done) iterate(t, &s, lambda, power, beta);
    check_components(model, t, &s, lambda, power, beta);
    coppice_model_free(model);
    if (reached < looked_at[k]) break; /* the objective has come to rest */
  }
  free(drawn);
  free(s.w);
  free(s.p);
  free(s.q);
  free(s.e);
  free(s.z);
  coppice_model_free(start);
}

static table* some_rows(void) {
  table* whole = table_load("sonar.svm", "-1", "1");
  table* t = table_thinned(whole, 3, 12);
  table_free(whole);
  scale_features(t);
  return t;
}

static void follows_the_paper(void** unused) {
  (void)unused;
  table* t = some_rows();
  follow(t, 2, 1, 0, 0);
  follow(t, 2, 2, 0, 1);
  table_draw_weights(t, 8);
  follow(t, 0.3, 1.5, 0.7, 0);
  follow(t, 5, 3, 0, 0);
  table_free(t);
}

/* In the first iteration W is the proximal map of Q: no better W is near, nor anywhere else. */
static void proximal_map_is_the_least(void** unused) {
  (void)unused;
  uint32_t random = 7;
  table* t = table_random(30, 200, 50, 3);
  for (int k = 0; k < 3; ++k) {
    const double beta = k == 0 ? 0 : k == 1 ? 0.5 : 2;
    char options[100];
    snprintf(options, sizeof options, "beta=%g start=random seed=%d", beta, k);
    coppice_model* start = fit_published(t, options, 0);
    coppice_model* once = fit_published(t, options, 1);
    double* from = array_of(start, "component_weights", NULL);
    double* to = array_of(once, "component_weights", NULL);
    int64_t zeros = 0;
    for (int64_t j = 0; j < t->features; ++j) {
      double v[C], w[C], expected[C];
      for (int c = 0; c < C; ++c) {
        expected[c] = v[c] = from[c * t->features + j];
        w[c] = to[c * t->features + j];
        zeros += w[c] == 0;
      }
      proximal(expected, 1, beta);
      for (int c = 0; c < C; ++c) check_close(w[c], expected[c], 1e-10);
      const double least = proximal_objective(w, v, 1, beta);
      for (int probe = 0; probe < 200; ++probe) {
        const double far = pow(10, -6 * random_next(&random));
        double other[C];
        for (int c = 0; c < C; ++c) other[c] = w[c] + far * (2 * random_next(&random) - 1);
        assert_true(proximal_objective(other, v, 1, beta) >= least);
      }
    }
    assert_in_range(zeros, 20, 790); /* some are, and some are not */
    free(from);
    free(to);
    coppice_model_free(start);
    coppice_model_free(once);
  }
  table_free(t);
}

/* From the paper's start all components are equal, and the model tells how far from the optimum it
 * was when it stopped. */
static void the_start_of_the_paper(void** unused) {
  (void)unused;
  table* t = some_rows();
  for (int p = 1; p <= 2; ++p) {
    char options[100];
    snprintf(options, sizeof options, "p=%d", p);
    coppice_model* early = fit_published(t, options, 10000);
    snprintf(options, sizeof options, "components=%d p=%d tolerance=1e-8", C, p);
    coppice_model* optimum = fit_erm(t, options);
    const double reached = quantity_of(early, "objective");
    const double least = quantity_of(optimum, "objective");
    int64_t size = -1, points = 0;
    double* none = array_of(early, "component_weights", &size);
    double* curve = array_of(early, "curve.objective", &points);
    assert_int_equal(size, 0);
    check_text(early, "stop_reason", "tolerance");
    assert_int_equal(points, count_of(early, "iterations"));
    assert_true(fabs(curve[points - 1] - curve[points - 2]) < 0.05);
    for (int64_t k = 2; k < points; ++k) assert_true(fabs(curve[k - 1] - curve[k - 2]) >= 0.05);
    assert_true(reached >= least);
    check_close(quantity_of(early, "gap"), (reached - least) / reached, 2e-5);
    check_close(quantity_of(early, "component_loss"), quantity_of(early, "ensemble_loss"), 1e-12);
    free(none);
    free(curve);
    coppice_model_free(early);
    coppice_model_free(optimum);
  }
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(follows_the_paper),
                                     cmocka_unit_test(proximal_map_is_the_least),
                                     cmocka_unit_test(the_start_of_the_paper)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
