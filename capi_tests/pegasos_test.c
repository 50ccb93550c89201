/* Pegasos and NORMA, linear and with a kernel, equal their definitions, written here plainly: norms
 * are summed up anew in every step, and expansions over all rows that came. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "streams.h"

enum { FEATURES = 7, STEPS = 10000, KERNEL_STEPS = 700, MOST_SCORES = 3 };

typedef struct plain_options {
  double lambda, eta, nu, floor; /* eta 0: Pegasos */
  int projects;
  int64_t most_terms; /* 0: all */
} plain_options;

static int64_t draw_row(uint64_t* state, double* x, int64_t classes) {
  for (int d = 0; d < FEATURES; ++d) x[d] = draw_uniform(state) < 0.3 ? 0 : draw_normal(state);
  if (draw_uniform(state) < 0.1) return (int64_t)(draw_uniform(state) * (double)classes);
  const double along = x[0] - 0.5 * x[1] + 0.3 * x[2] * x[3] + 0.2;
  if (classes == 2) return along > 0;
  return along < -0.7 ? 0 : along < 0.7 ? 1 : 2;
}

static double product(const double* a, const double* b, int64_t n) {
  double sum = 0;
  for (int64_t k = 0; k < n; ++k) sum += a[k] * b[k];
  return sum;
}

static double sign_of(int64_t label, int64_t score, int64_t scores) {
  return (scores == 1 ? label == 1 : label == score) ? 1 : -1;
}

/* What step t does to one function: f <- factor f + amount k(x, .). */
static void plain_change(const plain_options* o, int64_t t, double decision, double y,
                         double weight, double* bias, double* rho, double* factor, double* amount) {
  if (o->eta == 0) {
    const double rate = fmax(1 / (o->lambda * (double)t), o->floor);
    *factor = 1 - rate * o->lambda;
    *amount = y * decision < 1 ? rate * weight * y : 0;
    return;
  }
  const double rate = fmax(o->eta / sqrt((double)t), o->floor);
  const double s = y * decision <= *rho ? weight : 0;
  *factor = 1 - rate * o->lambda;
  *amount = rate * s * y;
  *bias += rate * s * y;
  if (o->nu > 0) *rho -= rate * (s - weight * o->nu);
}

static void check_linear_model(const coppice_solver* stream, double w[][FEATURES + 1],
                               const double* bias, int64_t scores) {
  coppice_model* model = snapshot_of(stream);
  double* weights = array_of(model, "weights", NULL);
  double* biases = array_of(model, "bias", NULL);
  check_text(model, "kind", "linear");
  for (int64_t s = 0; s < scores; ++s) {
    for (int d = 0; d < FEATURES; ++d) check_close(weights[d * scores + s], w[s][d], 1e-12);
    check_close(biases[s], w[s][FEATURES] + bias[s], 1e-12);
  }
  free(weights);
  free(biases);
  coppice_model_free(model);
}

static void check_linear(const char* method, const char* options, const plain_options* o,
                         int64_t classes) {
  const int64_t scores = classes == 2 ? 1 : classes;
  coppice_solver* stream = stream_of_method(method, options, classes, FEATURES);
  double w[MOST_SCORES][FEATURES + 1] = {{0}}, bias[MOST_SCORES] = {0},
                                   rho[MOST_SCORES] = {1, 1, 1};
  const double radius = 1 / sqrt(o->lambda);
  uint64_t state = 11;
  int64_t t = 0, within = 0;
  for (int64_t i = 0; i < STEPS; ++i) {
    double x[FEATURES + 1], decisions[MOST_SCORES];
    const int64_t label = draw_row(&state, x, classes);
    const double weight = i % 7 == 0 ? 0.5 * (double)(i % 3) : 1;
    x[FEATURES] = o->eta == 0; /* the constant, which NORMA has no weight of */
    check_ok(coppice_solver_learn_row(stream, x, FEATURES, label, weight, decisions, scores));
    t += weight > 0;
    for (int64_t s = 0; s < scores; ++s) {
      const double f = product(w[s], x, FEATURES + 1) + bias[s];
      double factor, amount;
      check_close(decisions[s], f, 1e-12);
      if (weight == 0) continue;
      plain_change(o, t, f, sign_of(label, s, scores), weight, &bias[s], &rho[s], &factor, &amount);
      within += s == 0 && amount != 0;
      for (int d = 0; d <= FEATURES; ++d) w[s][d] = factor * w[s][d] + amount * x[d];
      const double norm = sqrt(product(w[s], w[s], FEATURES + 1));
      if (o->eta == 0 && o->projects && norm > radius)
        for (int d = 0; d <= FEATURES; ++d) w[s][d] *= radius / norm;
    }
    if (i % 1000 == 999) check_linear_model(stream, w, bias, scores);
  }
  print_message("%s %s: %.4f wrong, %.3f within the margin\n", method, options,
                stream_error(stream), (double)within / (double)t);
  assert_true(stream_error(stream) < 0.35);
  if (o->nu > 0) check_close((double)within / (double)t, o->nu, 0.05);
  assert_int_equal(stream_count(stream, "stream.learners"), 0);
  coppice_solver_free(stream);
}

static void linear_steps(void** state) {
  (void)state;
  const plain_options pegasos = {.lambda = 0.01, .projects = 1};
  check_linear("pegasos", "", &pegasos, 2);
  check_linear("pegasos", "", &pegasos, 3);
  plain_options o = pegasos;
  o.lambda = 1e-4;
  o.projects = 0;
  check_linear("pegasos", "lambda=1e-4 projection=no", &o, 2);
  o = pegasos;
  o.floor = 0.05;
  check_linear("pegasos", "rate_floor=0.05", &o, 3);
  const plain_options norma = {.lambda = 0.01, .eta = 1};
  check_linear("norma", "", &norma, 2);
  o = norma;
  o.eta = 0.3;
  o.nu = 0.4;
  o.lambda = 0.1;
  check_linear("norma", "eta=0.3 nu=0.4 lambda=0.1", &o, 2);
  o = norma;
  o.eta = 0.1;
  o.floor = 0.02;
  check_linear("norma", "eta=0.1 rate_floor=0.02", &o, 3);
}

static double plain_kernel(const char* kernel, const double* x, const double* z) {
  double squares = 0, sizes = 0;
  for (int d = 0; d < FEATURES; ++d) {
    squares += (x[d] - z[d]) * (x[d] - z[d]);
    sizes += fabs(x[d] - z[d]);
  }
  if (strcmp(kernel, "gaussian(gamma=0.2)") == 0) return exp(-0.2 * squares);
  if (strcmp(kernel, "laplacian(gamma=0.3)") == 0) return exp(-0.3 * sizes);
  return exp(-0.2 * squares) + product(x, z, FEATURES); /* K(x, x) is not the same for all */
}

/* All rows, what each function is made of, and the kernel of every two rows. */
typedef struct plain_expansions {
  double x[KERNEL_STEPS][FEATURES];
  double k[KERNEL_STEPS][KERNEL_STEPS];
  double a[MOST_SCORES][KERNEL_STEPS];
  double bias[MOST_SCORES], rho[MOST_SCORES];
  int64_t terms[KERNEL_STEPS]; /* the rows that were added to some function, and are kept */
  int64_t count;
} plain_expansions;

static void plain_project(const plain_options* o, plain_expansions* p, int64_t s) {
  double norm = 0;
  for (int64_t i = 0; i < p->count; ++i)
    for (int64_t j = 0; j < p->count; ++j) {
      const int64_t r = p->terms[i], q = p->terms[j];
      norm += p->a[s][r] * p->a[s][q] * (p->k[r > q ? r : q][r > q ? q : r] + 1);
    }
  const double factor = 1 / sqrt(o->lambda * norm);
  for (int64_t i = 0; i < p->count && factor < 1; ++i) p->a[s][p->terms[i]] *= factor;
}

static void check_expansion(const coppice_solver* stream, const plain_options* o,
                            const plain_expansions* p, int64_t scores) {
  coppice_model* model = snapshot_of(stream);
  double* coefficients = array_of(model, "coefficients", NULL);
  double* bias = array_of(model, "bias", NULL);
  check_text(model, "kind", "kernel-expansion");
  assert_int_equal(count_of(model, "support_vectors"), p->count);
  assert_int_equal(stream_count(stream, "stream.learners"), p->count);
  for (int64_t s = 0; s < scores; ++s) {
    double expected = p->bias[s];
    for (int64_t j = 0; j < p->count; ++j) {
      check_close(coefficients[j * scores + s], p->a[s][p->terms[j]], 1e-11);
      if (o->eta == 0) expected += p->a[s][p->terms[j]];
    }
    check_close(bias[s], expected, 1e-11);
  }
  free(coefficients);
  free(bias);
  coppice_model_free(model);
}

static void check_kernel(const char* method, const char* kernel, const char* options,
                         const plain_options* o, int64_t classes) {
  const int64_t scores = classes == 2 ? 1 : classes;
  coppice_solver* stream = stream_of_method(method, options, classes, FEATURES);
  plain_expansions* p = calloc(1, sizeof *p);
  assert_non_null(p);
  for (int s = 0; s < MOST_SCORES; ++s) p->rho[s] = 1;
  uint64_t state = 12;
  for (int64_t i = 0; i < KERNEL_STEPS; ++i) {
    double decisions[MOST_SCORES];
    const int64_t label = draw_row(&state, p->x[i], classes);
    int adds = 0;
    for (int64_t j = 0; j <= i; ++j) p->k[i][j] = plain_kernel(kernel, p->x[i], p->x[j]);
    check_ok(coppice_solver_learn_row(stream, p->x[i], FEATURES, label, 1, decisions, scores));
    for (int64_t s = 0; s < scores; ++s) {
      double f = p->bias[s], factor, amount;
      for (int64_t j = 0; j < p->count; ++j)
        f += p->a[s][p->terms[j]] * (p->k[i][p->terms[j]] + (o->eta == 0));
      check_close(decisions[s], f, 1e-11);
      plain_change(o, i + 1, f, sign_of(label, s, scores), 1, &p->bias[s], &p->rho[s], &factor,
                   &amount);
      for (int64_t j = 0; j < i; ++j) p->a[s][j] *= factor;
      p->a[s][i] = amount;
      adds = adds || amount != 0;
    }
    if (adds) p->terms[p->count++] = i;
    if (o->most_terms > 0 && p->count > o->most_terms)
      memmove(p->terms, p->terms + 1, (size_t)--p->count * sizeof *p->terms);
    for (int64_t s = 0; s < scores && o->eta == 0 && o->projects; ++s) plain_project(o, p, s);
    if (i % 100 == 99) check_expansion(stream, o, p, scores);
  }
  print_message("%s %s: %.4f wrong, %lld terms\n", method, options, stream_error(stream),
                (long long)p->count);
  if (o->most_terms == 0) assert_true(stream_error(stream) < 0.4);
  free(p);
  coppice_solver_free(stream);
}

static void kernel_steps(void** state) {
  (void)state;
  static const char gaussian[] = "gaussian(gamma=0.2)", laplacian[] = "laplacian(gamma=0.3)",
                    both[] = "sum(gaussian(gamma=0.2),linear)";
  const plain_options pegasos = {.lambda = 0.01, .projects = 1};
  check_kernel("pegasos", gaussian, "kernel=gaussian(gamma=0.2)", &pegasos, 2);
  check_kernel("pegasos", both, "kernel=sum(gaussian(gamma=0.2),linear)", &pegasos, 3);
  plain_options o = pegasos;
  o.projects = 0;
  check_kernel("pegasos", laplacian, "kernel=laplacian(gamma=0.3) projection=no", &o, 2);
  const plain_options norma = {.lambda = 0.01, .eta = 1};
  check_kernel("norma", gaussian, "kernel=gaussian(gamma=0.2)", &norma, 2);
  o = norma;
  o.most_terms = 50;
  o.eta = 0.5;
  check_kernel("norma", laplacian, "kernel=laplacian(gamma=0.3) max_terms=50 eta=0.5", &o, 3);
  o.most_terms = 1;
  check_kernel("norma", gaussian, "kernel=gaussian(gamma=0.2) max_terms=1 eta=0.5", &o, 2);
}

/* An expansion with the linear kernel is the linear model. */
static void expansions_of_the_linear_kernel(void** state) {
  (void)state;
  coppice_solver* weights = stream_of_method("norma", "", 2, FEATURES);
  coppice_solver* expansion = stream_of_method("norma", "max_terms=100000", 2, FEATURES);
  uint64_t numbers = 13;
  for (int i = 0; i < 2000; ++i) {
    double x[FEATURES], f = 0, g = 1;
    const int64_t label = draw_row(&numbers, x, 2);
    check_ok(coppice_solver_learn_row(weights, x, FEATURES, label, 1, &f, 1));
    check_ok(coppice_solver_learn_row(expansion, x, FEATURES, label, 1, &g, 1));
    check_close(f, g, 1e-10);
  }
  assert_true(stream_count(expansion, "stream.learners") > 100);
  coppice_solver_free(weights);
  coppice_solver_free(expansion);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(linear_steps), cmocka_unit_test(kernel_steps),
                                     cmocka_unit_test(expansions_of_the_linear_kernel)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
