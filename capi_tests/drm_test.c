/* The diversity regularized machine: its objective, computed here from the weights alone, falls
 * with every round; no machine can be moved within its ball to a lower one, whether by plain
 * projected gradients or by chance; and a larger mu takes the machines apart. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "erm_fits.h"

enum { MACHINES = 3 };

static coppice_model* fit_drm(const table* t, const char* options) {
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = solver_of_method("drm", options);
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  return model;
}

/* -nu rho + sum c max(0, rho - y w.x)^2 at its least over rho, found by halving, with the slope. */
static double machine_value(const table* t, const double* w, double nu, double* slope) {
  double low = -1e3, high = 1e3, all = 0, value = 0;
  double* margin = allocate(t->rows, sizeof *margin);
  for (int64_t i = 0; i < t->rows; ++i) {
    all += t->weights[i];
    for (int64_t d = 0; d < t->features; ++d)
      margin[i] += t->labels[i] * w[d] * t->x[i * t->features + d];
  }
  for (int step = 0; step < 100; ++step) {
    const double rho = (low + high) / 2;
    double balance = -nu;
    for (int64_t i = 0; i < t->rows; ++i)
      balance += 2 * t->weights[i] / all * fmax(0, rho - margin[i]);
    *(balance < 0 ? &low : &high) = rho;
  }
  memset(slope, 0, (size_t)t->features * sizeof *slope);
  value = -nu * low;
  for (int64_t i = 0; i < t->rows; ++i) {
    const double slack = fmax(0, low - margin[i]), share = t->weights[i] / all;
    value += share * slack * slack;
    for (int64_t d = 0; d < t->features; ++d)
      slope[d] -= 2 * share * slack * t->labels[i] * t->x[i * t->features + d];
  }
  free(margin);
  return value;
}

static double product(const double* a, const double* b, int64_t n) {
  double sum = 0;
  for (int64_t k = 0; k < n; ++k) sum += a[k] * b[k];
  return sum;
}

static double objective_of_machines(const table* t, const double* w, int machines, double nu,
                                    double mu) {
  const int64_t m = t->features;
  double* slope = allocate(m, sizeof *slope);
  double objective = 0;
  for (int k = 0; k < machines; ++k) {
    objective += machine_value(t, w + k * m, nu, slope);
    assert_true(product(w + k * m, w + k * m, m) <= 1 + 1e-12);
    for (int other = 0; other < k; ++other) objective += mu * product(w + k * m, w + other * m, m);
  }
  free(slope);
  return objective;
}

static table* some_rows(void) {
  table* whole = table_load("ionosphere.svm", "-1", "1");
  table* t = table_thinned(whole, 4, 8);
  table_free(whole);
  scale_features(t);
  table_draw_weights(t, 4);
  return t;
}

/* One machine is a convex problem of its own. */
static void one_machine_is_at_the_optimum(void** state) {
  (void)state;
  table* t = some_rows();
  const int64_t m = t->features;
  for (int k = 0; k < 3; ++k) {
    const double nu = k == 0 ? 0.1 : k == 1 ? 1 : 4;
    char options[100];
    snprintf(options, sizeof options, "components=1 tolerance=1e-7 nu=%g", nu);
    coppice_model* model = fit_drm(t, options);
    double* w = allocate(2 * m, sizeof *w);
    double least = 0;
    for (int step = 0; step < 20000; ++step) {
      least = machine_value(t, w, nu, w + m);
      for (int64_t d = 0; d < m; ++d) w[d] -= w[m + d] / 20;
      const double norm = sqrt(product(w, w, m));
      for (int64_t d = 0; norm > 1 && d < m; ++d) w[d] /= norm;
    }
    check_close(quantity_of(model, "objective"), least, 1e-6);
    double* found = array_of(model, "component_weights", NULL);
    double* weights = array_of(model, "weights", NULL);
    assert_memory_equal(found, weights, (size_t)m * sizeof *found);
    for (int64_t d = 0; d < m; ++d) check_close(found[d], w[d], 2e-2);
    free(found);
    free(weights);
    free(w);
    coppice_model_free(model);
  }
  table_free(t);
}

static void no_machine_can_be_moved_to_a_lower_objective(void** state) {
  (void)state;
  table* t = some_rows();
  const int64_t m = t->features;
  uint32_t random = 5;
  for (int k = 0; k < 2; ++k) {
    const double nu = 0.5, mu = k == 0 ? 0.02 : 0.3;
    char options[100];
    snprintf(options, sizeof options, "components=%d tolerance=1e-7 nu=%g mu=%g", MACHINES, nu, mu);
    coppice_model* model = fit_drm(t, options);
    int64_t size = 0, points = 0;
    double* w = array_of(model, "component_weights", &size);
    double* curve = array_of(model, "curve.objective", &points);
    assert_int_equal(size, MACHINES * m);
    const double least = objective_of_machines(t, w, MACHINES, nu, mu);
    check_close(quantity_of(model, "objective"), least, 1e-10);
    for (int64_t p = 1; p < points; ++p) assert_true(curve[p] <= curve[p - 1] + 1e-6);
    double cosines = 0;
    for (int a = 0; a < MACHINES; ++a)
      for (int b = 0; b < a; ++b)
        cosines += product(w + a * m, w + b * m, m) /
                   sqrt(product(w + a * m, w + a * m, m) * product(w + b * m, w + b * m, m));
    check_close(quantity_of(model, "mean_cosine"), cosines / 3, 1e-12);
    for (int probe = 0; probe < 3000; ++probe) {
      double* own = w + probe % MACHINES * m;
      double was[8];
      memcpy(was, own, sizeof was);
      const double far = pow(10, -4 * random_next(&random));
      for (int64_t d = 0; d < m; ++d) own[d] += far * (2 * random_next(&random) - 1);
      const double norm = sqrt(product(own, own, m));
      for (int64_t d = 0; norm > 1 && d < m; ++d) own[d] /= norm;
      assert_true(objective_of_machines(t, w, MACHINES, nu, mu) >= least - 1e-6);
      memcpy(own, was, sizeof was);
    }
    free(w);
    free(curve);
    coppice_model_free(model);
  }
  table_free(t);
}

static void mu_takes_them_apart(void** state) {
  (void)state;
  table* t = some_rows();
  double last = 1 + 1e-12;
  static const char* const options[] = {"mu=0", "mu=0.05", "mu=0.2", "mu=0.8"};
  for (int k = 0; k < 4; ++k) {
    coppice_model* model = fit_drm(t, options[k]);
    const double cosine = quantity_of(model, "mean_cosine");
    assert_true(cosine <= last);
    assert_true(k == 0 ? cosine > 0.99 : k < 3 || cosine < 0);
    last = cosine;
    check_text(model, "gap_scope", "");
    assert_true(isnan(quantity_of(model, "dual_objective")));
    coppice_model_free(model);
  }
  table_free(t);
}

static void refused(void** state) {
  (void)state;
  static const struct {
    const char *name, *value, *fragments;
  } options[] = {{"nu", "0", "nu|0|0 < nu"},
                 {"mu", "-1", "mu|-1|0 <= mu"},
                 {"components", "0", "components|0|1 <= components"}};
  coppice_solver* solver = solver_of_method("drm", "");
  for (int k = 0; k < 3; ++k)
    check_error(coppice_solver_set_string(solver, options[k].name, options[k].value),
                COPPICE_INVALID_OPTION, options[k].fragments);
  table* t = some_rows();
  t->x[17] = NAN;
  coppice_dataset* data = table_dataset(t);
  coppice_model* none = NULL;
  check_error(coppice_solver_fit(solver, data, &none), COPPICE_INVALID_DATA,
              "row 2|feature 1|drm|missing");
  coppice_dataset_free(data);
  t->weights[2] = 0; /* is not trained on */
  t->x[0] = -1e60;
  t->weights[0] = 0;
  t->x[8 * t->features + 1] = 1.7e308;
  data = table_dataset(t);
  check_error(coppice_solver_fit(solver, data, &none), COPPICE_INVALID_DATA,
              "row 8|sum up to inf|1e+100");
  coppice_dataset_free(data);
  data = load_data("iris.svm");
  check_error(coppice_solver_fit(solver, data, &none), COPPICE_INVALID_DATA, "drm|two classes");
  assert_null(none);
  coppice_dataset_free(data);
  coppice_solver_free(solver);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_machine_is_at_the_optimum),
                                     cmocka_unit_test(no_machine_can_be_moved_to_a_lower_objective),
                                     cmocka_unit_test(mu_takes_them_apart),
                                     cmocka_unit_test(refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
