/* The optimum of the exclusivity regularized machine of C components is C^2 times that of the SVM
 * with the cost lambda / C, its mean is that SVM, and no ensemble has a larger loss than its
 * components on average (proposition 1 of the paper). LIBSVM, and a plain proximal gradient method
 * for losses and penalties that LIBSVM does not have, tell the optimum. */
#include <libsvm/svm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "erm_fits.h"
#include "libsvm_solution.h"

enum { counts = 4 };
static const int components[counts] = {1, 5, 10, 30};

static double* linear_kernel(const table* t) {
  double* kernel = allocate(t->rows * t->rows, sizeof *kernel);
  for (int64_t i = 0; i < t->rows; ++i)
    for (int64_t k = 0; k < t->rows; ++k)
      for (int64_t d = 0; d < t->features; ++d)
        kernel[i * t->rows + k] += t->x[i * t->features + d] * t->x[k * t->features + d];
  return kernel;
}

/* The model's mean as a point of the SVM's problem, divided by the cost's share. */
static double svm_objective_of(const coppice_model* model, const table* t, double cost, double p) {
  double* w = array_of(model, "weights", NULL);
  double* b = array_of(model, "bias", NULL);
  double norm = 0;
  for (int64_t d = 0; d < t->features; ++d) norm += w[d] * w[d];
  const double objective = norm / 2 + cost * hinge_power_loss(t, w, b[0], p);
  free(w);
  free(b);
  return objective;
}

static void check_findings(const coppice_model* model, int64_t count) {
  int64_t losses = 0, pairs = 0;
  double* loss = array_of(model, "component_losses", &losses);
  double* pair = array_of(model, "pairwise_exclusivity", &pairs);
  assert_int_equal(losses, count);
  assert_int_equal(pairs, count * count);
  double mean = 0, exclusivity = 0;
  for (int64_t c = 0; c < count; ++c) mean += loss[c] / (double)count;
  for (int64_t c = 0; c < count * count; ++c)
    if (c / count != c % count) exclusivity += pair[c];
  if (count > 1) exclusivity /= (double)(count * (count - 1));
  check_close(quantity_of(model, "component_loss"), mean, 1e-12);
  check_close(quantity_of(model, "exclusivity"), exclusivity, 1e-12);
  /* Proposition 1, but for rounding. */
  assert_true(quantity_of(model, "ensemble_loss") <= mean * (1 + 1e-12) + 1e-12);
  free(loss);
  free(pair);
}

static void compare_with_libsvm(const char* file, const char* negative, const char* positive,
                                int64_t step) {
  table* whole = table_load(file, negative, positive);
  table* t = table_thinned(whole, step, whole->features);
  scale_features(t);
  double* kernel = linear_kernel(t);
  for (int k = 0; k < counts; ++k) {
    const double C = components[k];
    const double cost = 2 / C;
    const libsvm_solution expected = solve_with_libsvm(t, kernel, cost, 1e-9);
    print_message("%s, %d components: LIBSVM %.9g, gap %.1e\n", file, components[k],
                  expected.primal, (expected.primal - expected.dual) / expected.primal);
    assert_true(expected.primal - expected.dual <= 1e-5 * expected.primal);
    char options[128];
    snprintf(options, sizeof options, "components=%d tolerance=1e-6", components[k]);
    coppice_model* model = fit_erm(t, options);
    const double objective = quantity_of(model, "objective");
    check_text(model, "stop_reason", "tolerance");
    check_text(model, "gap_scope", "problem");
    assert_true(quantity_of(model, "gap") <= 1e-6);
    check_close(objective / (C * C), expected.primal, 1e-5);
    check_close(svm_objective_of(model, t, cost, 1), expected.primal, 1e-5);
    /* Sharper: each side's primal value is above the other's dual value. */
    assert_true(objective >= C * C * expected.dual * (1 - 1e-12));
    assert_true(quantity_of(model, "dual_objective") <= C * C * expected.primal * (1 + 1e-12));
    check_findings(model, components[k]);
    coppice_model_free(model);
    free(expected.decisions);
  }
  free(kernel);
  table_free(t);
  table_free(whole);
}

static void equals_libsvm(void** state) {
  (void)state;
  compare_with_libsvm("sonar.svm", "-1", "1", 1);
  compare_with_libsvm("ionosphere.svm", "-1", "1", 1);
  compare_with_libsvm("votes.svm", "-1", "1", 2);
  compare_with_libsvm("breast-cancer-original.svm", "-1", "1", 2);
  compare_with_libsvm("breast-cancer-diagnostic.svm", "-1", "1", 2);
  compare_with_libsvm("spam.train.svm", "-1", "1", 10);
}

/* min 1/2 |w|^2 + cost sum_i weight_i max(0, s_i)^p + sparsity |w|_1 over (w, b), p > 1, by the
 * accelerated proximal gradient method with backtracking and restarts. */
static double least_objective(const table* t, double cost, double p, double sparsity) {
  const int64_t wide = t->features + 1;
  double* at = allocate(4 * wide, sizeof *at);
  double *ahead = at + wide, *slope = at + 2 * wide, *next = at + 3 * wide;
  double step = 1, momentum = 1, best = INFINITY, last = INFINITY;
  for (int iteration = 0; iteration < 30000; ++iteration) {
    double value = 0;
    for (int64_t d = 0; d < wide; ++d) slope[d] = d < t->features ? ahead[d] : 0;
    for (int64_t d = 0; d < t->features; ++d) value += ahead[d] * ahead[d] / 2;
    for (int64_t i = 0; i < t->rows; ++i) {
      const double* x = &t->x[i * t->features];
      double f = ahead[t->features];
      for (int64_t d = 0; d < t->features; ++d) f += ahead[d] * x[d];
      const double s = 1 - t->labels[i] * f;
      if (s <= 0) continue;
      const double factor = -cost * t->weights[i] * t->labels[i] * p * pow(s, p - 1);
      value += cost * t->weights[i] * pow(s, p);
      for (int64_t d = 0; d < t->features; ++d) slope[d] += factor * x[d];
      slope[t->features] += factor;
    }
    for (;; step /= 2) {
      double bound = value, smooth = 0;
      for (int64_t d = 0; d < wide; ++d) {
        next[d] = ahead[d] - step * slope[d];
        if (d < t->features) next[d] = copysign(fmax(0, fabs(next[d]) - step * sparsity), next[d]);
        const double moved = next[d] - ahead[d];
        bound += slope[d] * moved + moved * moved / (2 * step);
        if (d < t->features) smooth += next[d] * next[d] / 2;
      }
      smooth += cost * hinge_power_loss(t, next, next[t->features], p);
      double objective = smooth;
      for (int64_t d = 0; d < t->features; ++d) objective += sparsity * fabs(next[d]);
      if (smooth <= bound + 1e-14 * fabs(bound) || step < 1e-12) {
        best = fmin(best, objective);
        if (objective > last) momentum = 1;
        last = objective;
        break;
      }
    }
    const double faster = (1 + sqrt(1 + 4 * momentum * momentum)) / 2;
    for (int64_t d = 0; d < wide; ++d) {
      ahead[d] = next[d] + (momentum - 1) / faster * (next[d] - at[d]);
      at[d] = next[d];
    }
    momentum = faster;
    step *= 1.1;
  }
  free(at);
  return best;
}

static void compare_with_gradients(const table* t, double p, double beta, const char* more) {
  for (int k = 0; k < counts - 1; ++k) {
    const double C = components[k];
    const double expected = least_objective(t, 2 / C, p, beta / C);
    char options[200];
    snprintf(options, sizeof options, "components=%d p=%g beta=%g tolerance=1e-6 %s", components[k],
             p, beta, more);
    coppice_model* model = fit_erm(t, options);
    assert_true(quantity_of(model, "gap") <= 1e-6);
    check_close(quantity_of(model, "objective") / (C * C), expected, 4e-6);
    check_findings(model, components[k]);
    coppice_model_free(model);
  }
}

static void other_powers_and_sparsity(void** state) {
  (void)state;
  table* whole = table_load("sonar.svm", "-1", "1");
  table* t = table_thinned(whole, 4, 8);
  scale_features(t);
  table_draw_weights(t, 5);
  compare_with_gradients(t, 2, 0, "");
  compare_with_gradients(t, 2, 0, "start=random seed=4");
  compare_with_gradients(t, 1.5, 0, "");
  compare_with_gradients(t, 3, 0, "");
  compare_with_gradients(t, 2, 3, "");
  compare_with_gradients(t, 1.5, 3, "start=random seed=9");
  table_free(t);
  table_free(whole);
}

/* Components that differ have the same objective, their own by their weights, and the mean too. */
static void components_that_differ(void** state) {
  (void)state;
  table* whole = table_load("ionosphere.svm", "-1", "1");
  table* t = table_thinned(whole, 3, whole->features);
  scale_features(t);
  table_draw_weights(t, 3);
  coppice_model* svm = fit_erm(t, "components=5 tolerance=1e-7");
  coppice_model* model = fit_erm(t, "components=5 tolerance=1e-5 start=random seed=2");
  const double objective = quantity_of(model, "objective");
  check_close(objective, quantity_of(svm, "objective"), 2e-5);
  check_close(svm_objective_of(model, t, 2.0 / 5, 1), quantity_of(svm, "objective") / 25, 2e-5);
  int64_t size = 0, biases = 0;
  double* w = array_of(model, "component_weights", &size);
  double* b = array_of(model, "component_bias", &biases);
  assert_int_equal(size, 5 * t->features);
  assert_int_equal(biases, 5);
  double sum = exclusive_penalty(w, 5, t->features, 0), apart = 0;
  double* mean = array_of(model, "weights", NULL);
  double* bias = array_of(model, "bias", NULL);
  for (int c = 0; c < 5; ++c) {
    sum += 2 * hinge_power_loss(t, w + c * t->features, b[c], 1);
    for (int64_t d = 0; d < t->features; ++d) {
      apart = fmax(apart, fabs(w[c * t->features + d] - mean[d]));
    }
  }
  check_close(sum, objective, 1e-9);
  assert_true(apart > 1e-6);
  for (int64_t d = 0; d < t->features; ++d) {
    double of_components = 0;
    for (int c = 0; c < 5; ++c) of_components += w[c * t->features + d] / 5;
    check_close(of_components, mean[d], 1e-12);
  }
  double of_bias = 0;
  for (int c = 0; c < 5; ++c) of_bias += b[c] / 5;
  check_close(of_bias, bias[0], 1e-12);
  check_findings(model, 5);
  free(w);
  free(b);
  free(mean);
  free(bias);
  coppice_model_free(svm);
  coppice_model_free(model);
  table_free(t);
  table_free(whole);
}

/* Components that differ begin at the SVM and its multipliers, of which a wrong sign or scale would
 * take hundreds of iterations to come back. */
static void components_that_differ_begin_at_the_optimum(void** state) {
  (void)state;
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_generate("twonorm", 4000, 0, 0, 1, &data));
  for (int p = 1; p <= 2; ++p) {
    char options[64];
    snprintf(options, sizeof options, "p=%d start=random seed=3", p);
    coppice_solver* solver = solver_of_method("erm", options);
    coppice_model* model = NULL;
    check_ok(coppice_solver_fit(solver, data, &model));
    assert_true(quantity_of(model, "gap") <= 1e-4);
    assert_true(count_of(model, "iterations") <= 20);
    coppice_model_free(model);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
}

/* Values as they come, of sizes from thousandths to thousands: the gap is what was asked for. */
static void values_as_they_come(void** state) {
  (void)state;
  static const char* const lambdas[] = {"1e-6", "0.02", "2", "200", "1e7"};
  table* whole = table_load("breast-cancer-diagnostic.svm", "-1", "1");
  table* t = table_thinned(whole, 3, whole->features);
  for (int k = 0; k < 5; ++k) {
    for (int p = 1; p <= 2; ++p) {
      char options[100];
      snprintf(options, sizeof options, "lambda=%s p=%d", lambdas[k], p);
      coppice_model* model = fit_erm(t, options);
      assert_true(quantity_of(model, "gap") <= 1e-4);
      coppice_model_free(model);
    }
  }
  table_free(t);
  table_free(whole);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(equals_libsvm),
                                     cmocka_unit_test(other_powers_and_sparsity),
                                     cmocka_unit_test(components_that_differ),
                                     cmocka_unit_test(components_that_differ_begin_at_the_optimum),
                                     cmocka_unit_test(values_as_they_come)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
