/* Support vector regression: LIBSVM's optimum with every kernel, what the loss says of tube and
 * bounds, numbers of any size, several numbers a row, and choosing by cross-validation. */
#include <libsvm/svm.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "folds.h"
#include "kernels.h"
#include "libsvm_solution.h"
#include "model_bytes.h"
#include "training.h"

enum { ROWS = 60, FEATURES = 3 };

/* Numbers that depend on the features, with some noise; their labels are -1 and 1. */
static table* rows_with_numbers(double* y, uint32_t seed) {
  table* t = table_random(ROWS, FEATURES, 20, seed);
  for (int64_t i = 0; i < ROWS; ++i) {
    const double* x = t->x + i * FEATURES;
    y[i] = sin(x[0] / 3) + 0.05 * x[1] + 0.4 * random_next(&seed);
  }
  return t;
}

static coppice_dataset* dataset_with(const table* t, const double* y, int64_t outputs) {
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_dense(t->x, t->rows * t->features, t->rows, t->features,
                                        t->features, 1, &data));
  check_ok(coppice_dataset_set_weights(data, t->weights, t->rows));
  check_ok(coppice_dataset_set_targets(data, y, t->rows * outputs, outputs));
  return data;
}

static coppice_model* fit(coppice_dataset* data, const char* kernel, const char* options) {
  return train_kernel("svr", data, kernel, options);
}

static coppice_model* fit_numbers(const table* t, const double* y, const char* kernel,
                                  const char* options) {
  coppice_dataset* data = dataset_with(t, y, 1);
  coppice_model* model = fit(data, kernel, options);
  coppice_dataset_free(data);
  return model;
}

/* The options' C and epsilon are those given. */
static void compare_with_libsvm(const kernel_case* with, double C, double epsilon,
                                const char* options) {
  double y[ROWS], bias = 0, norm = 0;
  table* t = rows_with_numbers(y, 5);
  double* kernel = kernel_matrix(with, t);
  const struct svm_parameter parameter = {.svm_type = EPSILON_SVR, .C = C, .p = epsilon};
  double* beta = multipliers_of_libsvm(ROWS, kernel, y, parameter, 1e-9, &bias);
  double* g = kernel_times(ROWS, kernel, beta, &norm);
  double dual = -norm / 2;
  for (int64_t i = 0; i < ROWS; ++i) dual += beta[i] * y[i] - epsilon * fabs(beta[i]);
  coppice_model* model = fit_numbers(t, y, with->text, options);
  double* f = decisions_of(model, t);
  assert_true(fabs(quantity_of(model, "dual_objective") / dual - 1) < 1e-5);
  assert_true(quantity_of(model, "gap") <= 1e-7);
  double primal = norm / 2;
  for (int64_t i = 0; i < ROWS; ++i) {
    check_close(f[i], g[i] + bias, 1e-4);
    primal += C * fmax(0, fabs(y[i] - f[i]) - epsilon);
  }
  check_close(quantity_of(model, "objective") / primal, 1, 1e-4);
  free(f);
  free(g);
  free(beta);
  free(kernel);
  coppice_model_free(model);
  table_free(t);
}

static void the_optimum_is_that_of_libsvm(void** state) {
  (void)state;
  static const char* const options = " tolerance=1e-7 solver=";
  static const struct {
    double C, epsilon;
    const char *text, *solver; /* NULL for the kernel's */
  } problems[] = {{0.02, 0.1, "C=0.02 epsilon=0.1", NULL},
                  {1, 0.3, "C=1 epsilon=0.3", "working-sets"},
                  {10, 0, "C=10 epsilon=0", NULL}};
  for (int k = 0; k < kernel_case_count; ++k)
    for (int p = 0; p < 3; ++p) {
      char all[100];
      strcat(strcat(strcpy(all, problems[p].text), options),
             problems[p].solver != NULL ? problems[p].solver : kernel_cases[k].solver);
      compare_with_libsvm(&kernel_cases[k], problems[p].C, problems[p].epsilon, all);
    }
}

/* A row within the tube is not a support vector; the coefficient of one outside of it is at its
 * bound, on the side where it lies. */
static void coefficients_say_where_rows_lie(void** state) {
  (void)state;
  const double C = 0.5, epsilon = 0.25;
  double y[ROWS];
  table* t = rows_with_numbers(y, 9);
  for (int64_t i = 0; i < ROWS; ++i) t->x[i * FEATURES] += 1e-3 * (double)i; /* all different */
  table_draw_weights(t, 4);
  coppice_model* model =
      fit_numbers(t, y, "gaussian(gamma=0.01)", "C=0.5 epsilon=0.25 tolerance=1e-10");
  double* f = decisions_of(model, t);
  int64_t count = 0, next = 0, within = 0, outside = 0;
  double* a = array_of(model, "coefficients", &count);
  double sum = 0;
  for (int64_t i = 0; i < ROWS; ++i) {
    const double off = fabs(y[i] - f[i]) - epsilon;
    const double bound = C * t->weights[i];
    if (off < -1e-4) {
      ++within;
      continue;
    }
    assert_true(next < count);
    sum += a[next];
    if (off > 1e-4) {
      ++outside;
      check_close(a[next], y[i] > f[i] ? bound : -bound, 1e-12);
    }
    assert_true(fabs(a[next]) <= bound * (1 + 1e-12));
    assert_true((a[next] > 0) == (y[i] > f[i]));
    ++next;
  }
  assert_int_equal(next, count);
  assert_true(within >= 10 && outside >= 5 && count > outside);
  assert_true(fabs(sum) < 1e-9);
  free(a);
  free(f);
  coppice_model_free(model);
  table_free(t);
}

/* Of y' = a y + c with epsilon' = a epsilon and C' = a C, for a of any size: f' = a f + c. Rows of
 * weight k are k copies, and a weight is a factor of C. */
static void numbers_may_have_any_size(void** state) {
  (void)state;
  static const char* const kernels[] = {"stump", "perceptron"};
  static const char* const scaled[][2] = {{"1e6", "C=4e5 epsilon=1e5 tolerance=1e-9"},
                                          {"1e-7", "C=4e-8 epsilon=1e-8 tolerance=1e-9"}};
  double y[ROWS], z[ROWS];
  table* t = rows_with_numbers(y, 7);
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = fit_numbers(t, y, kernels[k], "C=0.4 epsilon=0.1 tolerance=1e-9");
    double* f = decisions_of(model, t);
    for (int s = 0; s < 2; ++s) {
      const double a = strtod(scaled[s][0], NULL), c = 3 * a;
      for (int64_t i = 0; i < ROWS; ++i) z[i] = a * y[i] + c;
      coppice_model* other = fit_numbers(t, z, kernels[k], scaled[s][1]);
      double* g = decisions_of(other, t);
      for (int64_t i = 0; i < ROWS; ++i) check_close((g[i] - c) / a, f[i], 1e-5);
      check_close(quantity_of(other, "objective") / (a * a), quantity_of(model, "objective"), 1e-6);
      free(g);
      coppice_model_free(other);
    }
    free(f);
    coppice_model_free(model);
  }
  table_free(t);
}

static void weights_are_copies(void** state) {
  (void)state;
  double y[ROWS], copied_y[3 * ROWS];
  table* t = rows_with_numbers(y, 3);
  table* copies = table_weigh_as_copies(t);
  int64_t next = 0;
  for (int64_t i = 0; i < ROWS; ++i)
    for (int64_t k = 0; k < (int64_t)t->weights[i]; ++k) copied_y[next++] = y[i];
  assert_int_equal(next, copies->rows);
  coppice_model* weighted = fit_numbers(t, y, "stump", "C=0.4 tolerance=1e-9");
  coppice_model* copied = fit_numbers(copies, copied_y, "stump", "C=0.4 tolerance=1e-9");
  check_close(quantity_of(weighted, "objective"), quantity_of(copied, "objective"), 1e-7);
  coppice_model_free(weighted);
  coppice_model_free(copied);
  table_free(copies);
  table_free(t);
}

/* For whatever cost: the machine of one cost is that of the next. */
static void check_costs_of_a_wide_tube(coppice_dataset* data, const char* options) {
  double error[3];
  int64_t best = -1;
  coppice_solver* solver = solver_of_method("svr", options);
  check_ok(coppice_solver_set_string(solver, "kernel", "stump"));
  check_ok(coppice_solver_set_grid(solver, "C", "0.1,1,10"));
  check_ok(coppice_solver_cross_validate(solver, data, 3, &best));
  check_ok(coppice_solver_get_array(solver, "cv.criterion", error, 3, NULL));
  for (int c = 0; c < 3; ++c) assert_true(error[c] == error[0] && error[c] > 0);
  coppice_solver_free(solver);
}

/* A tube that holds all numbers: a constant in it, without a support vector. */
static void a_wide_tube_is_a_constant(void** state) {
  (void)state;
  double y[ROWS];
  table* t = rows_with_numbers(y, 8);
  double least = y[0], most = y[0];
  for (int64_t i = 0; i < ROWS; ++i) least = fmin(least, y[i]), most = fmax(most, y[i]);
  static const char* const solvers[] = {"epsilon=2 solver=newton", "epsilon=2 solver=working-sets"};
  assert_true(most - least < 4);
  for (int s = 0; s < 2; ++s) {
    coppice_model* model = fit_numbers(t, y, "stump", solvers[s]);
    assert_int_equal(count_of(model, "support_vectors"), 0);
    assert_true(quantity_of(model, "objective") == 0);
    assert_true(quantity_of(model, "gap") == 0);
    double* f = decisions_of(model, t);
    assert_true(f[0] >= most - 2 && f[0] <= least + 2);
    for (int64_t i = 1; i < ROWS; ++i) assert_true(f[i] == f[0]);
    free(f);
    coppice_model_free(model);
    coppice_dataset* data = dataset_with(t, y, 1);
    check_costs_of_a_wide_tube(data, solvers[s]);
    coppice_dataset_free(data);
  }
  for (int64_t i = 0; i < ROWS; ++i) y[i] = 7;
  coppice_model* model = fit_numbers(t, y, "gaussian", "epsilon=0");
  double* f = decisions_of(model, t);
  for (int64_t i = 0; i < ROWS; ++i) check_close(f[i], 7, 1e-12);
  free(f);
  coppice_model_free(model);
  table_free(t);
}

/* Each by itself; and the machine is the same read again. */
static void several_numbers_are_a_machine_each(void** state) {
  (void)state;
  static const char* const options = "C=0.5 epsilon=0.05 tolerance=1e-7";
  static const char* const kernels[] = {"stump", "tree(gamma=0.02)"};
  double y[2][ROWS], both[2 * ROWS];
  table* t = rows_with_numbers(y[0], 21);
  for (int64_t i = 0; i < ROWS; ++i) {
    y[1][i] = 100 * cos(t->x[i * FEATURES + 2]);
    for (int s = 0; s < 2; ++s) both[2 * i + s] = y[s][i];
  }
  coppice_dataset* data = dataset_with(t, both, 2);
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = fit(data, kernels[k], options);
    coppice_model* again = reloaded(model, "cbor");
    double* f = decisions_of(model, t);
    double* of_again = decisions_of(again, t);
    double sum = 0;
    assert_memory_equal(f, of_again, 2 * ROWS * sizeof *f);
    for (int s = 0; s < 2; ++s) {
      coppice_model* alone = fit_numbers(t, y[s], kernels[k], options);
      double* g = decisions_of(alone, t);
      for (int64_t i = 0; i < ROWS; ++i) check_close(f[2 * i + s], g[i], 1e-9);
      sum += quantity_of(alone, "objective");
      free(g);
      coppice_model_free(alone);
    }
    check_close(quantity_of(model, "objective") / sum, 1, 1e-12);
    assert_true(isnan(quantity_of(model, "train_error")));
    assert_true(criterion_on(model, data, "squared_error") > 0);
    free(f);
    free(of_again);
    coppice_model_free(model);
    coppice_model_free(again);
  }
  coppice_dataset_free(data);
  table_free(t);
}

static double squared_error_by_hand(const table* t, const double* y, const int64_t* fold,
                                    int64_t which, const char* options) {
  int64_t rows[2][ROWS], counts[2] = {0, 0};
  for (int64_t i = 0; i < ROWS; ++i) {
    const int held_out = fold[i] == which;
    rows[held_out][counts[held_out]++] = i;
  }
  coppice_dataset *all = dataset_with(t, y, 1), *parts[2];
  for (int p = 0; p < 2; ++p) parts[p] = subset_of(all, rows[p], counts[p]);
  coppice_model* model = fit(parts[0], "stump", options);
  const double error = criterion_on(model, parts[1], "squared_error");
  coppice_model_free(model);
  for (int p = 0; p < 2; ++p) coppice_dataset_free(parts[p]);
  coppice_dataset_free(all);
  return error;
}

static void cross_validation_measures_costs_together(void** state) {
  (void)state;
  static const char* const points[] = {
      "epsilon=0.05 C=0.01 tolerance=1e-9", "epsilon=0.05 C=2 tolerance=1e-9",
      "epsilon=0.3 C=0.01 tolerance=1e-9", "epsilon=0.3 C=2 tolerance=1e-9"};
  double y[ROWS], found[4 * 3];
  table* t = rows_with_numbers(y, 31);
  coppice_dataset* data = dataset_with(t, y, 1);
  coppice_solver* solver = solver_of_method("svr", "tolerance=1e-9 seed=4");
  int64_t best = -1;
  check_ok(coppice_solver_set_grid(solver, "epsilon", "0.05,0.3"));
  check_ok(coppice_solver_set_grid(solver, "C", "0.01,2"));
  check_ok(coppice_solver_cross_validate(solver, data, 3, &best));
  check_ok(coppice_solver_get_array(solver, "cv.fold_criterion", found, 12, NULL));
  for (int64_t i = 0; i < ROWS; ++i) t->labels[i] = -1; /* of numbers there is one list */
  int64_t* fold = folds_of(t, 3, 4);
  for (int p = 0; p < 4; ++p)
    for (int64_t f = 0; f < 3; ++f)
      check_close(found[3 * p + f], squared_error_by_hand(t, y, fold, f, points[p]), 1e-6);
  assert_true(found[0] != found[3] && found[0] != found[6]);
  free(fold);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(t);
}

static void what_is_not_numbers_is_refused(void** state) {
  (void)state;
  coppice_model* model = NULL;
  coppice_dataset* data = load_data("votes.svm");
  coppice_solver* solver = solver_of_method("svr", "");
  check_error(coppice_solver_set_double(solver, "epsilon", -0.1), COPPICE_INVALID_OPTION,
              "epsilon|-0.1|0 <= epsilon");
  check_error(coppice_solver_set_double(solver, "epsilon", NAN), COPPICE_INVALID_OPTION,
              "epsilon|nan");
  check_error(coppice_solver_set_string(solver, "class_weight", "balanced"), COPPICE_UNKNOWN_NAME,
              "class_weight");
  check_ok(coppice_solver_fit(solver, data, &model)); /* labels that are numbers */
  coppice_model_free(model);
  coppice_dataset_free(data);
  data = NULL;
  model = NULL;
  check_ok(parse_csv("y,a\nred,1\nblue,2\n", 16, NULL, &data));
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA,
              "names|red|svr takes one number a row or several");
  assert_null(model);
  coppice_dataset_free(data);
  coppice_solver_free(solver);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_optimum_is_that_of_libsvm),
      cmocka_unit_test(coefficients_say_where_rows_lie),
      cmocka_unit_test(numbers_may_have_any_size),
      cmocka_unit_test(weights_are_copies),
      cmocka_unit_test(a_wide_tube_is_a_constant),
      cmocka_unit_test(several_numbers_are_a_machine_each),
      cmocka_unit_test(cross_validation_measures_costs_together),
      cmocka_unit_test(what_is_not_numbers_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
