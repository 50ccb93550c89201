/* Kernels of sparse rows: what they find does not depend on how wide the rows are, nor on which of
 * them are compared together; and squares of large numbers that cancel leave no distance below 0.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "streams.h"

enum { USED = 10 };

/* Rows of a few entries in the features 0, step, .., 9 step of those between, which nobody has. */
static coppice_dataset* spread_rows(int64_t rows, int64_t features) {
  const int64_t step = (features - 1) / (USED - 1);
  int64_t* starts = allocate(rows + 1, sizeof *starts);
  int32_t* indices = allocate(rows * USED, sizeof *indices);
  double* values = allocate(rows * USED, sizeof *values);
  double* labels = allocate(rows, sizeof *labels);
  uint32_t seed = 11;
  int64_t entries = 0;
  for (int64_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (int64_t k = 0; k < USED; ++k) {
      if (random_next(&seed) < 0.7) continue;
      indices[entries] = (int32_t)(k * step);
      values[entries] = random_next(&seed) - 0.4;
      sum += (double)(k + 1) * values[entries++];
    }
    labels[i] = sum + random_next(&seed) > 0.6 ? 1 : 0;
    starts[i + 1] = entries;
  }
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_csr(starts, rows + 1, indices, values, entries, features, &data));
  check_ok(coppice_dataset_set_labels(data, labels, rows));
  int64_t some[USED / 2];
  for (int64_t k = 0; k < USED / 2; ++k) some[k] = 2 * k * step;
  check_ok(coppice_dataset_add_view(data, "some", some, USED / 2));
  free(starts);
  free(indices);
  free(values);
  free(labels);
  return data;
}

/* Up to 32 rows are compared together, of the widest 8; 8 are predicted together, of the widest 1.
 * 201 is a multiple of neither. */
static void widths_do_not_matter(void** state) {
  (void)state;
  enum { ROWS = 201 };
  static const int64_t widths[] = {USED, 5000, 500000};
  static const char* const kernels[] = {"gaussian(gamma=0.5)",
                                        "laplacian(gamma=0.3)",
                                        "perceptron",
                                        "linear",
                                        "stump",
                                        "product(linear,linear)",
                                        "product(gaussian(gamma=0.5)@some,laplacian(gamma=0.3))",
                                        "product(histogram-intersection,gaussian(gamma=0.5))"};
  static double f[ROWS];
  static double expected[ROWS];
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k) {
    coppice_model* first = NULL;
    for (int w = 0; w < 3; ++w) {
      coppice_dataset* data = spread_rows(ROWS, widths[w]);
      coppice_model* model = train_kernel("svm", data, kernels[k], "C=1 solver=working-sets");
      assert_true(count_of(model, "support_vectors") > 20);
      check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, data, 1, f, ROWS));
      if (w == 0) {
        first = model;
        memcpy(expected, f, sizeof f);
      } else {
        check_same_array(first, model, "coefficients");
        assert_memory_equal(f, expected, sizeof f);
        coppice_model_free(model);
      }
      coppice_dataset_free(data);
    }
    coppice_model_free(first);
  }
}

/* The same of rows that come one by one. */
static void widths_do_not_matter_in_streams(void** state) {
  (void)state;
  enum { ROWS = 201 };
  static const int64_t widths[] = {USED, 5000, 500000};
  static const char* const kernels[] = {"gaussian(gamma=0.5)", "laplacian(gamma=0.3)",
                                        "sum(gaussian(gamma=0.5),linear)"};
  static double f[3][ROWS];
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k)
    for (int w = 0; w < 3; ++w) {
      coppice_dataset* data = spread_rows(ROWS, widths[w]);
      coppice_solver* stream = solver_of_method("norma", "eta=0.5");
      check_ok(coppice_solver_set_string(stream, "kernel", kernels[k]));
      check_ok(coppice_solver_set_classes(stream, (const double[]){0, 1}, 2));
      check_ok(coppice_solver_begin(stream, widths[w]));
      check_ok(coppice_solver_learn(stream, data, f[w], ROWS));
      assert_memory_equal(f[w], f[0], sizeof f[0]);
      coppice_model* model = snapshot_of(stream);
      assert_true(count_of(model, "support_vectors") > 20);
      coppice_model_free(model);
      coppice_solver_free(stream);
      coppice_dataset_free(data);
    }
}

/* Two rows, a support vector of each class with coefficients +a and -a: where kernels are between
 * 0 and 1, decision values are within a of the bias. Feature 0 is so large that squares and
 * products of the others are rounded to multiples of 128: 17.5^2 is 256 there, and 17.5 * 18.5 is
 * 384. */
static void distances_are_not_negative(void** state) {
  (void)state;
  enum { FEATURES = 8, ROWS = 64 };
  double x[2 * FEATURES] = {0};
  const double labels[2] = {-1, 1};
  x[0] = x[FEATURES] = 1e9;
  x[1] = x[FEATURES + 2] = 17.5;
  table* t = table_of(x, labels, 2, FEATURES);
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = train_kernel("svm", data, "gaussian(gamma=1)", "C=1");
  int64_t found = 0;
  double* coefficients = array_of(model, "coefficients", &found);
  double* bias = array_of(model, "bias", NULL);
  assert_int_equal(found, 2);
  const double most = fmax(fabs(coefficients[0]), fabs(coefficients[1]));
  table* near = table_create(ROWS, FEATURES);
  uint32_t seed = 2;
  for (int64_t i = 0; i < ROWS; ++i) {
    near->x[i * FEATURES] = 1e9;
    near->x[i * FEATURES + 1 + i % 2] = 17.5 + 2 * random_next(&seed);
  }
  double* f = decisions_of(model, near);
  for (int64_t i = 0; i < ROWS; ++i) assert_true(fabs(f[i] - bias[0]) <= most * (1 + 1e-12));
  free(f);
  free(bias);
  free(coefficients);
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(near);
  table_free(t);
}

/* Whichever row it is, and wherever it stands among those that are compared together. (The last
 * rows are not worked on, and so are not compared with themselves.) */
static void a_kernel_that_is_not_finite_is_named(void** state) {
  (void)state;
  enum { FEATURES = 8, ROWS = 70, WORKED_ON = 64 };
  for (int64_t large = 0; large < WORKED_ON; large += 3) {
    table* t = table_create(ROWS, FEATURES);
    for (int64_t i = 0; i < ROWS; ++i) {
      t->x[i * FEATURES + i % FEATURES] = i == large ? 1e200 : 1e-200;
      t->labels[i] = i % 2 ? 1 : -1;
    }
    coppice_dataset* data = table_dataset(t);
    coppice_solver* solver = solver_of_method("svm", "kernel=linear solver=working-sets");
    char message[64];
    snprintf(message, sizeof message, "the kernel of rows %d and %d is inf", (int)large,
             (int)large);
    coppice_model* model = NULL;
    check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA, message);
    coppice_solver_free(solver);
    coppice_dataset_free(data);
    table_free(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(widths_do_not_matter),
                                     cmocka_unit_test(widths_do_not_matter_in_streams),
                                     cmocka_unit_test(distances_are_not_negative),
                                     cmocka_unit_test(a_kernel_that_is_not_finite_is_named)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
