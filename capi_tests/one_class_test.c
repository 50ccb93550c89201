/* The one-class SVM: LIBSVM's optimum with every kernel, what nu says of rows outside and of
 * support vectors, that targets are not looked at, and how its models are measured. */
#include <libsvm/svm.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"
#include "libsvm_solution.h"
#include "model_bytes.h"
#include "training.h"

enum { ROWS = 60, FEATURES = 3 };

static coppice_dataset* unlabelled(const table* t) {
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_dense(t->x, t->rows * t->features, t->rows, t->features,
                                        t->features, 1, &data));
  check_ok(coppice_dataset_set_weights(data, t->weights, t->rows));
  return data;
}

static coppice_model* fit(coppice_dataset* data, const char* kernel, const char* options) {
  return train_kernel("one-class", data, kernel, options);
}

static coppice_model* fit_rows(const table* t, const char* kernel, const char* options) {
  coppice_dataset* data = unlabelled(t);
  coppice_model* model = fit(data, kernel, options);
  coppice_dataset_free(data);
  return model;
}

/* LIBSVM's multipliers sum up to nu times the rows, and the sum here is 1. Biases are compared by
 * the objective, as there may be several that are best. */
static void compare_with_libsvm(const kernel_case* with, double nu, const char* options) {
  double bias = 0, squared = 0, of_mean = 0, ones[ROWS], mean[ROWS];
  table* t = table_random(ROWS, FEATURES, 20, 5);
  for (int64_t i = 0; i < ROWS; ++i) ones[i] = 1, mean[i] = 1.0 / ROWS;
  double* kernel = kernel_matrix(with, t);
  const struct svm_parameter parameter = {.svm_type = ONE_CLASS, .nu = nu};
  double* alpha = multipliers_of_libsvm(ROWS, kernel, ones, parameter, 1e-8, &bias);
  for (int64_t i = 0; i < ROWS; ++i) alpha[i] /= nu * ROWS;
  double* g = kernel_times(ROWS, kernel, alpha, &squared);
  free(kernel_times(ROWS, kernel, mean, &of_mean));
  coppice_model* model = fit_rows(t, with->text, options);
  double* f = decisions_of(model, t);
  const double optimum = of_mean / 2 - squared / 2;
  check_close(quantity_of(model, "dual_objective") / optimum, 1, 1e-5);
  assert_true(quantity_of(model, "gap") <= 1e-7);
  double outside = 0, size = 0;
  for (int64_t i = 0; i < ROWS; ++i) {
    size = fmax(size, fabs(g[i] - g[0]));
    outside += fmax(0, -f[i]) / (nu * ROWS);
  }
  for (int64_t i = 1; i < ROWS; ++i) assert_true(fabs((f[i] - f[0]) - (g[i] - g[0])) < 1e-4 * size);
  /* rho = K alpha - f, where constants of the kernel are in both */
  const double primal = of_mean / 2 + squared / 2 + outside - (g[0] - f[0]);
  check_close(quantity_of(model, "objective") / primal, 1, 1e-4);
  free(f);
  free(g);
  free(alpha);
  free(kernel);
  coppice_model_free(model);
  table_free(t);
}

static void the_optimum_is_that_of_libsvm(void** state) {
  (void)state;
  for (int k = 0; k < kernel_case_count; ++k) {
    char options[64];
    snprintf(options, sizeof options, "nu=0.1 tolerance=1e-7 solver=%s", kernel_cases[k].solver);
    compare_with_libsvm(&kernel_cases[k], 0.1, options);
    compare_with_libsvm(&kernel_cases[k], 0.6, "nu=0.6 tolerance=1e-7 solver=working-sets");
  }
}

/* The share outside is at most nu, that of support vectors at least; coefficients lie between 0
 * and c_i / nu, where those of rows outside are, and sum up to 1. */
static void nu_bounds_both_shares(void** state) {
  (void)state;
  static const struct {
    double nu;
    const char* options;
  } cases[] = {{0.07, "nu=0.07 tolerance=1e-9"}, {0.4, "nu=0.4 tolerance=1e-9"}};
  static const char* const kernels[] = {"stump", "perceptron", "gaussian(gamma=0.01)"};
  table* t = table_random(ROWS, FEATURES, 1000, 9);
  table_draw_weights(t, 4);
  double all = 0;
  int some_outside = 0;
  for (int64_t i = 0; i < ROWS; ++i) all += t->weights[i];
  for (int c = 0; c < 2; ++c)
    for (int k = 0; k < 3; ++k) {
      coppice_model* model = fit_rows(t, kernels[k], cases[c].options);
      double* f = decisions_of(model, t);
      int64_t count = 0, next = 0;
      double* a = array_of(model, "coefficients", &count);
      double outside = 0, support = 0, sum = 0;
      for (int64_t i = 0; i < ROWS; ++i) {
        const double c_i = t->weights[i] / all;
        if (f[i] > 1e-5) continue; /* inside: no support vector */
        assert_true(next < count);
        assert_true(a[next] > 0 && a[next] <= c_i / cases[c].nu * (1 + 1e-9));
        if (f[i] < -1e-5) {
          check_close(a[next] / (c_i / cases[c].nu), 1, 1e-9);
          outside += c_i;
        }
        support += c_i;
        sum += a[next++];
      }
      assert_int_equal(next, count);
      assert_true(outside <= cases[c].nu && support >= cases[c].nu);
      some_outside += outside > 0;
      check_close(sum, 1, 1e-9);
      free(a);
      free(f);
      coppice_model_free(model);
    }
  assert_true(some_outside >= 4);
  table_free(t);
}

static void targets_are_not_looked_at(void** state) {
  (void)state;
  static const char* const names[] = {"b", "a"};
  const char* labels[ROWS];
  double numbers[2 * ROWS];
  table* t = table_random(ROWS, FEATURES, 30, 3);
  for (int64_t i = 0; i < ROWS; ++i) {
    labels[i] = names[i % 2];
    numbers[2 * i] = (double)i, numbers[2 * i + 1] = 1e60;
  }
  coppice_model* model = fit_rows(t, "stump", "");
  for (int kind = 0; kind < 3; ++kind) {
    coppice_dataset* data = unlabelled(t);
    if (kind == 0) check_ok(coppice_dataset_set_labels(data, t->labels, ROWS));
    if (kind == 1) check_ok(coppice_dataset_set_label_names(data, labels, ROWS));
    if (kind == 2) check_ok(coppice_dataset_set_targets(data, numbers, 2 * ROWS, 2));
    coppice_model* other = fit(data, "stump", "");
    check_same_quantity(model, other, COPPICE_ARRAY, "coefficients");
    check_same_quantity(model, other, COPPICE_ARRAY, "bias");
    coppice_model_free(other);
    coppice_dataset_free(data);
  }
  coppice_model_free(model);
  table_free(t);
}

/* Rows of weight k are k copies; for kernels of distances features of any size. */
static void weights_and_sizes(void** state) {
  (void)state;
  static const char* const kernels[] = {"stump", "perceptron"};
  table* t = table_random(ROWS, FEATURES, 500, 7);
  table* copies = table_weigh_as_copies(t);
  for (int k = 0; k < 2; ++k) {
    coppice_model* weighted = fit_rows(t, kernels[k], "nu=0.3 tolerance=1e-9");
    coppice_model* copied = fit_rows(copies, kernels[k], "nu=0.3 tolerance=1e-9");
    double* f = decisions_of(weighted, t);
    double* g = decisions_of(copied, t);
    check_close(quantity_of(weighted, "objective") / quantity_of(copied, "objective"), 1, 1e-6);
    for (int64_t i = 1; i < ROWS; ++i) check_close(f[i] - f[0], g[i] - g[0], 1e-3);
    free(g);
    for (int s = -200; s <= 200; s += 400) {
      table* scaled = table_create(ROWS, FEATURES);
      memcpy(scaled->weights, t->weights, ROWS * sizeof *t->weights);
      for (int64_t e = 0; e < ROWS * FEATURES; ++e) scaled->x[e] = ldexp(t->x[e], s);
      coppice_model* other = fit_rows(scaled, kernels[k], "nu=0.3 tolerance=1e-9");
      g = decisions_of(other, scaled);
      for (int64_t i = 0; i < ROWS; ++i) check_close(ldexp(g[i], -s), f[i], 1e-3);
      free(g);
      coppice_model_free(other);
      table_free(scaled);
    }
    free(f);
    coppice_model_free(weighted);
    coppice_model_free(copied);
  }
  table_free(copies);
  table_free(t);
}

static int is_inside(const coppice_model* model, double a, double b) {
  const double x[] = {a, b};
  double class = 7, decision = 7;
  check_ok(coppice_model_predict_row(model, COPPICE_CLASS, x, 2, &class, 1));
  check_ok(coppice_model_predict_row(model, COPPICE_DECISION, x, 2, &decision, 1));
  assert_true(class == (decision >= 0)); /* its place among the classes */
  return decision >= 0;
}

static void check_class(const coppice_model* model, int64_t index, const char* expected) {
  char name[8];
  check_ok(coppice_model_class_name(model, index, name, sizeof name, NULL));
  assert_string_equal(name, expected);
}

/* What is far from all rows is outside. */
static void classes_are_inside_and_outside(void** state) {
  (void)state;
  static const char* const kernels[] = {"stump", "perceptron", "gaussian(gamma=0.3)"};
  static const char* const formats[] = {"json", "cbor", "json"};
  table* t = table_random(80, 2, 1000, 12);
  for (int64_t e = 0; e < 160; ++e) t->x[e] = t->x[e] / 500 - 1; /* in the square of -1 .. 1 */
  for (int k = 0; k < 3; ++k) {
    coppice_model* model = fit_rows(t, kernels[k], "nu=0.05");
    coppice_model* again = reloaded(model, formats[k]);
    assert_int_equal(count_of(again, "classes"), 2);
    check_class(again, 0, "-1");
    check_class(again, 1, "1");
    assert_true(is_inside(again, 0, 0));
    assert_false(is_inside(again, 9, 0) || is_inside(again, -9, 0));
    assert_false(is_inside(again, 0, 9) || is_inside(again, 0, -9));
    double* f = decisions_of(model, t);
    double* g = decisions_of(again, t);
    assert_memory_equal(f, g, 80 * sizeof *f);
    free(f);
    free(g);
    coppice_model_free(model);
    coppice_model_free(again);
  }
  table_free(t);
}

/* Rows that are all the same are on the boundary, and so inside. */
static void rows_may_be_alike(void** state) {
  (void)state;
  static const char* const kernels[] = {"stump", "linear"};
  table* t = table_create(5, 2);
  for (int64_t e = 0; e < 10; ++e) t->x[e] = 3;
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = fit_rows(t, kernels[k], "nu=0.5");
    double* f = decisions_of(model, t);
    for (int64_t i = 0; i < 5; ++i) assert_true(fabs(f[i]) < 1e-9);
    assert_true(quantity_of(model, "gap") == 0);
    free(f);
    coppice_model_free(model);
  }
  table_free(t);
}

/* Labels -1 and 1 measure it, and so nu can be chosen by them. */
static void labels_of_minus_one_and_one_measure_it(void** state) {
  (void)state;
  table* t = table_random(90, 2, 1000, 15);
  for (int64_t i = 0; i < 90; ++i) {
    t->labels[i] = i % 3 == 0 ? -1 : 1;
    for (int64_t d = 0; d < 2; ++d)
      t->x[2 * i + d] = (t->x[2 * i + d] - 500) * (i % 3 == 0 ? 30 : 1);
  }
  coppice_dataset *data = table_dataset(t), *plain = unlabelled(t);
  coppice_solver* solver = solver_of_method("one-class", "kernel=perceptron");
  coppice_model* model = NULL;
  int64_t best = -1;
  double errors[3], nu = 0;
  check_ok(coppice_solver_set_grid(solver, "nu", "0.02,0.33,0.9"));
  check_ok(coppice_solver_cross_validate(solver, data, 3, &best));
  check_ok(coppice_solver_get_array(solver, "cv.criterion", errors, 3, NULL));
  assert_int_equal(best, 1);
  assert_true(errors[1] < 0.15 && errors[0] > 0.2 && errors[2] > 0.3);
  check_ok(coppice_solver_get_double(solver, "nu", &nu));
  assert_true(nu == 0.33);
  check_ok(coppice_solver_set_validation(solver, data));
  check_ok(coppice_solver_fit(solver, plain, &model));
  double* f = decisions_of(model, t);
  const double error = error_of(f, t);
  assert_true(error < 0.15);
  check_close(criterion_on(model, data, "error"), error, 1e-12);
  double* curve = array_of(model, "curve.validation_error", &best);
  check_close(curve[best - 1], error, 1e-12);
  double outside = 0;
  for (int64_t i = 0; i < 90; ++i) outside += f[i] < 0;
  check_close(quantity_of(model, "train_error"), outside / 90, 1e-12);
  check_error(coppice_solver_cross_validate(solver, plain, 3, &best), COPPICE_INVALID_STATE,
              "no labels");
  free(curve);
  free(f);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  coppice_dataset_free(plain);
  table_free(t);
}

static void bad_shares_are_refused(void** state) {
  (void)state;
  coppice_solver* solver = solver_of_method("one-class", "");
  const double bad[] = {0, -0.1, 1.01, NAN, INFINITY};
  for (int k = 0; k < 5; ++k)
    check_error(coppice_solver_set_double(solver, "nu", bad[k]), COPPICE_INVALID_OPTION,
                "nu|0 < nu <= 1");
  check_error(coppice_solver_set_double(solver, "C", 1), COPPICE_UNKNOWN_NAME, "C");
  coppice_solver_free(solver);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_optimum_is_that_of_libsvm),
      cmocka_unit_test(nu_bounds_both_shares),
      cmocka_unit_test(targets_are_not_looked_at),
      cmocka_unit_test(weights_and_sizes),
      cmocka_unit_test(classes_are_inside_and_outside),
      cmocka_unit_test(rows_may_be_alike),
      cmocka_unit_test(labels_of_minus_one_and_one_measure_it),
      cmocka_unit_test(bad_shares_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
