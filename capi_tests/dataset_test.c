/* Datasets from memory: every way a matrix can lie there, labels, classes and weights. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "synthetic.h"

static void expect_class(const coppice_dataset* data, int64_t index, const char* expected) {
  char name[64];
  int64_t needed = 0;
  check_ok(coppice_dataset_class_name(data, index, name, sizeof name, &needed));
  assert_string_equal(name, expected);
  assert_int_equal(needed, strlen(expected) + 1);
}

static int64_t classes_of(const coppice_dataset* data) {
  int64_t count = -1;
  check_ok(coppice_dataset_classes(data, &count));
  return count;
}

static void expect_labels(const coppice_dataset* data, const int64_t* expected, int64_t rows) {
  int64_t labels[32];
  assert_int_equal(rows_of(data), rows);
  check_ok(coppice_dataset_copy_labels(data, labels, 32));
  for (int64_t i = 0; i < rows; ++i) assert_int_equal(labels[i], expected[i]);
}

static coppice_dataset* column_of(int64_t rows) {
  coppice_dataset* data = NULL;
  double x[32];
  assert_true(rows <= 32);
  for (int i = 0; i < 32; ++i) x[i] = i;
  check_ok(coppice_dataset_create_dense(x, 32, rows, 1, 1, 1, &data));
  return data;
}

/* The same 2 x 3 matrix, 10 11 12 / 20 21 22, however it lies in memory. */
static void every_stride_reads_the_same_matrix(void** state) {
  (void)state;
  const double gap = NAN; /* what lies between is never looked at */
  const double row_major[] = {10, 11, 12, 20, 21, 22};
  const double column_major[] = {10, 20, 11, 21, 12, 22};
  const double padded[] = {10, 11, 12, gap, gap, 20, 21, 22};
  const double padded_columns[] = {10, 20, gap, 11, 21, gap, 12, 22};
  const double every_other[] = {10, gap, 11, gap, 12, gap, 20, gap, 21, gap, 22};
  const struct {
    const double* x;
    int64_t length, row_stride, column_stride;
  } cases[] = {{row_major, 6, 3, 1},
               {column_major, 6, 1, 2},
               {padded, 8, 5, 1},
               {padded_columns, 8, 1, 3},
               {every_other, 11, 6, 2}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    coppice_dataset *data = NULL, *data_float = NULL, *none = NULL;
    float xf[16];
    for (int64_t e = 0; e < cases[k].length; ++e) xf[e] = (float)cases[k].x[e];
    check_ok(coppice_dataset_create_dense(cases[k].x, cases[k].length, 2, 3, cases[k].row_stride,
                                          cases[k].column_stride, &data));
    check_ok(coppice_dataset_create_dense_float(xf, cases[k].length, 2, 3, cases[k].row_stride,
                                                cases[k].column_stride, &data_float));
    for (int64_t i = 0; i < 2; ++i) {
      double row[3], row_float[3];
      check_ok(coppice_dataset_copy_row(data, i, row, 3));
      check_ok(coppice_dataset_copy_row(data_float, i, row_float, 3));
      for (int64_t d = 0; d < 3; ++d) {
        assert_true(row[d] == 10.0 * (double)(i + 1) + (double)d);
        assert_true(row_float[d] == row[d]);
      }
    }
    check_error(coppice_dataset_create_dense(cases[k].x, cases[k].length - 1, 2, 3,
                                             cases[k].row_stride, cases[k].column_stride, &none),
                COPPICE_INVALID_ARGUMENT, "x has length|2 x 3");
    coppice_dataset_free(data);
    coppice_dataset_free(data_float);
  }
}

/* A stride along a dimension of size 1 is never taken, and so may be anything. */
static void strides_of_single_rows_and_columns_are_ignored(void** state) {
  (void)state;
  const double x[] = {1, 2, 3};
  const int64_t strides[] = {0, -7, 1, INT64_MAX, INT64_MIN};
  for (int k = 0; k < 5; ++k) {
    coppice_dataset *row = NULL, *column = NULL, *one = NULL;
    double values[3];
    check_ok(coppice_dataset_create_dense(x, 3, 1, 3, strides[k], 1, &row));
    check_ok(coppice_dataset_copy_row(row, 0, values, 3));
    assert_memory_equal(values, x, sizeof x);
    check_ok(coppice_dataset_create_dense(x, 3, 3, 1, 1, strides[k], &column));
    check_ok(coppice_dataset_copy_row(column, 2, values, 1));
    assert_true(values[0] == 3);
    check_ok(coppice_dataset_create_dense(x, 1, 1, 1, strides[k], strides[k], &one));
    check_ok(coppice_dataset_copy_row(one, 0, values, 1));
    assert_true(values[0] == 1);
    coppice_dataset_free(row);
    coppice_dataset_free(column);
    coppice_dataset_free(one);
  }
}

static void shapes_that_do_not_fit_are_refused(void** state) {
  (void)state;
  const double x[64] = {0};
  const int64_t huge = INT64_MAX;
  const int64_t root = INT64_C(1) << 32; /* root * root overflows 64 bits */
  const struct {
    int64_t length, rows, features, row_stride, column_stride;
    const char* fragments;
  } cases[] = {
      {64, 2, 2, 1, 1, "share memory|row_stride 1|column_stride 1"},
      {64, 3, 4, 3, 1, "share memory|3 x 4|row_stride > 3"},
      {64, 4, 3, 1, 3, "share memory|4 x 3|column_stride > 3"},
      {64, 3, 3, 2, 3, "share memory"}, /* 0 + 3 * 2 = 2 * 3 + 0 */
      {8, 3, 3, 3, 1, "x has length 8|3 x 3"},
      {huge, root, 1 << 20, root, root, "64 bits"},
      {huge, huge, 2, huge, 1, "64 bits"},
      {huge, 2, 2, huge, 1, "64 bits"},
      {huge, huge, 1, 2, 1, "64 bits"},
      {64, huge, 1, 1, 1, "x has length 64"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    coppice_dataset* data = NULL;
    check_error(coppice_dataset_create_dense(x, cases[k].length, cases[k].rows, cases[k].features,
                                             cases[k].row_stride, cases[k].column_stride, &data),
                COPPICE_INVALID_ARGUMENT, cases[k].fragments);
    assert_null(data);
  }
}

static void floats_stay_floats(void** state) {
  (void)state;
  const float xf[] = {0.1F, FLT_MAX, -FLT_MIN};
  const double x[] = {0.1, DBL_MAX, -DBL_MIN};
  coppice_dataset *from_float = NULL, *from_double = NULL;
  double row[3];
  check_ok(coppice_dataset_create_dense_float(xf, 3, 1, 3, 3, 1, &from_float));
  check_ok(coppice_dataset_create_dense(x, 3, 1, 3, 3, 1, &from_double));
  check_ok(coppice_dataset_copy_row(from_float, 0, row, 3));
  for (int d = 0; d < 3; ++d) assert_true(row[d] == (double)xf[d]);
  assert_true(row[0] != 0.1);
  check_ok(coppice_dataset_copy_row(from_double, 0, row, 3));
  assert_memory_equal(row, x, sizeof x);
  coppice_dataset_free(from_float);
  coppice_dataset_free(from_double);
}

/* Whether a matrix is kept as bytes or not, its numbers are read as they were given, to the sign of
 * a zero: all of them bytes, and with one that is not. */
static void what_is_nearly_bytes_keeps_its_values(void** state) {
  (void)state;
  const double others[] = {255, 256, 254.5, 0.25, -1, -0.0, NAN, 1e300, -1e300, 3e9, -3e9, 1e-300};
  enum { ROWS = 3, WIDE = 2000, VALUES = ROWS * WIDE };
  static double x[VALUES], row[WIDE];
  static float xf[VALUES];
  for (size_t k = 0; k < sizeof others / sizeof others[0]; ++k) {
    for (int e = 0; e < VALUES; ++e) x[e] = e * 7 % 256;
    x[k % 2 == 0 ? VALUES - 1 : 3] = others[k];
    for (int e = 0; e < VALUES; ++e) xf[e] = fabs(x[e]) > FLT_MAX ? 0.0F : (float)x[e];
    for (int by_columns = 0; by_columns < 2; ++by_columns) {
      const int64_t row_stride = by_columns ? 1 : WIDE;
      const int64_t column_stride = by_columns ? ROWS : 1;
      coppice_dataset *data = NULL, *data_float = NULL;
      check_ok(
          coppice_dataset_create_dense(x, VALUES, ROWS, WIDE, row_stride, column_stride, &data));
      check_ok(coppice_dataset_create_dense_float(xf, VALUES, ROWS, WIDE, row_stride, column_stride,
                                                  &data_float));
      for (int64_t i = 0; i < ROWS; ++i) {
        check_ok(coppice_dataset_copy_row(data, i, row, WIDE));
        for (int64_t d = 0; d < WIDE; ++d)
          assert_memory_equal(&row[d], &x[i * row_stride + d * column_stride], sizeof *row);
        check_ok(coppice_dataset_copy_row(data_float, i, row, WIDE));
        for (int64_t d = 0; d < WIDE; ++d) {
          const double given = (double)xf[i * row_stride + d * column_stride];
          assert_true(isnan(given) ? isnan(row[d]) : memcmp(&row[d], &given, sizeof given) == 0);
        }
      }
      coppice_dataset_free(data);
      coppice_dataset_free(data_float);
    }
  }
}

static void what_is_infinite_is_named(void** state) {
  (void)state;
  const double bad[] = {INFINITY, -INFINITY};
  const char* const fragments[] = {"row 2|feature 1|is inf|finite number, or NaN",
                                   "row 2|feature 1|is -inf|finite number, or NaN"};
  for (int k = 0; k < 2; ++k) {
    double x[] = {0, NAN, 2, 3, NAN, bad[k]};
    float xf[] = {0, NAN, 2, 3, NAN, (float)bad[k]};
    coppice_dataset* data = NULL;
    check_error(coppice_dataset_create_dense(x, 6, 3, 2, 2, 1, &data), COPPICE_INVALID_DATA,
                fragments[k]);
    check_error(coppice_dataset_create_dense_float(xf, 6, 3, 2, 2, 1, &data), COPPICE_INVALID_DATA,
                fragments[k]);
    assert_null(data);
  }
}

static void what_is_missing_is_nan(void** state) {
  (void)state;
  const double x[] = {0, NAN, NAN, 3, 4, 5};
  const float xf[] = {0, NAN, NAN, 3, 4, 5};
  coppice_dataset* sets[2] = {NULL, NULL};
  check_ok(coppice_dataset_create_dense(x, 6, 3, 2, 2, 1, &sets[0]));
  check_ok(coppice_dataset_create_dense_float(xf, 6, 3, 2, 2, 1, &sets[1]));
  for (int k = 0; k < 2; ++k) {
    for (int64_t i = 0; i < 3; ++i) {
      double row[2] = {7, 7};
      check_ok(coppice_dataset_copy_row(sets[k], i, row, 2));
      for (int64_t d = 0; d < 2; ++d)
        assert_true(isnan(x[2 * i + d]) ? isnan(row[d]) : row[d] == x[2 * i + d]);
    }
    coppice_dataset_free(sets[k]);
  }
}

static void numbers_are_classes_by_value(void** state) {
  (void)state;
  coppice_dataset* data = column_of(7);
  const double labels[] = {10, -2, 9, 0.0, -0.0, -10.5, 1e300};
  const int64_t expected[] = {4, 1, 3, 2, 2, 0, 5};
  assert_int_equal(classes_of(data), 0);
  check_ok(coppice_dataset_set_labels(data, labels, 7));
  assert_int_equal(classes_of(data), 6);
  expect_labels(data, expected, 7);
  expect_class(data, 0, "-10.5");
  expect_class(data, 1, "-2");
  expect_class(data, 2, "0");
  expect_class(data, 3, "9");
  expect_class(data, 4, "10");
  expect_class(data, 5, "1e+300");

  const double bad[] = {1, 2, NAN, 1, 2, 3, 4};
  check_error(coppice_dataset_set_labels(data, bad, 7), COPPICE_INVALID_DATA,
              "labels[row 2] is nan|expected a finite number");
  const double negative[] = {1, -NAN, 2, 1, 2, 3, 4};
  check_error(coppice_dataset_set_labels(data, negative, 7), COPPICE_INVALID_DATA,
              "labels[row 1] is nan|expected a finite number");
  expect_labels(data, expected, 7); /* refused labels replace nothing */
  coppice_dataset_free(data);
}

static void names_are_classes_bytewise(void** state) {
  (void)state;
  coppice_dataset* data = column_of(7);
  /* Bytewise: digits, then capitals, then small letters, then what is not ASCII. */
  const char* const labels[] = {"b", "\xc3\xa4", "B", "10", "9", "", "b"};
  const int64_t expected[] = {4, 5, 3, 1, 2, 0, 4};
  check_ok(coppice_dataset_set_label_names(data, labels, 7));
  assert_int_equal(classes_of(data), 6);
  expect_labels(data, expected, 7);
  expect_class(data, 0, "");
  expect_class(data, 1, "10");
  expect_class(data, 2, "9");
  expect_class(data, 3, "B");
  expect_class(data, 4, "b");
  expect_class(data, 5, "\xc3\xa4");
  const double numbers[] = {1, 2, 1, 2, 1, 2, 1}; /* replaces the names */
  check_ok(coppice_dataset_set_labels(data, numbers, 7));
  assert_int_equal(classes_of(data), 2);
  expect_class(data, 1, "2");
  coppice_dataset_free(data);
}

/* Text is UTF-8: a name that is not could not be saved as JSON and read back. */
static void names_are_utf8(void** state) {
  (void)state;
  const char* const bad[] = {
      "\xff", "\xc3", "a\x80", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"};
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
    coppice_dataset* data = column_of(2);
    const char* const labels[] = {"a", bad[k]};
    check_error(coppice_dataset_set_label_names(data, labels, 2), COPPICE_INVALID_DATA,
                "row 1|UTF-8");
    assert_int_equal(classes_of(data), 0);
    coppice_dataset_free(data);
  }
}

static void weights_are_from_0_to_1e50(void** state) {
  (void)state;
  coppice_dataset* data = column_of(3);
  double copy[3];
  check_ok(coppice_dataset_copy_weights(data, copy, 3));
  for (int i = 0; i < 3; ++i) assert_true(copy[i] == 1);
  const double weights[] = {0, 0.5, 1e50};
  check_ok(coppice_dataset_set_weights(data, weights, 3));
  const double bad[] = {-1, -DBL_MIN, NAN, INFINITY, 1.1e50};
  for (int k = 0; k < 5; ++k) {
    const double refused[] = {1, bad[k], 1};
    check_error(coppice_dataset_set_weights(data, refused, 3), COPPICE_INVALID_DATA,
                "weights[row 1] is|expected 0 or a number from 1e-50 to 1e+50");
  }
  check_ok(coppice_dataset_copy_weights(data, copy, 3));
  assert_memory_equal(copy, weights, sizeof weights);
  coppice_dataset_free(data);
}

static void nothing_can_be_set_once_a_solver_used_it(void** state) {
  (void)state;
  const double labels[] = {1, 2, 1, 2};
  const char* const names[] = {"a", "b", "a", "b"};
  coppice_dataset* data = column_of(4);
  check_ok(coppice_dataset_set_labels(data, labels, 4));
  coppice_model* model = fit_model(data, 2, "no");
  check_error(coppice_dataset_set_labels(data, labels, 4), COPPICE_INVALID_STATE,
              "labels|a solver has used|before the first fit");
  check_error(coppice_dataset_set_label_names(data, names, 4), COPPICE_INVALID_STATE, "labels");
  check_error(coppice_dataset_set_weights(data, labels, 4), COPPICE_INVALID_STATE, "weights");
  coppice_dataset* copy = NULL; /* a subset is a new dataset, and mutable */
  const int64_t rows[] = {0, 1, 2, 3};
  check_ok(coppice_dataset_subset(data, rows, 4, &copy));
  check_ok(coppice_dataset_set_label_names(copy, names, 4));
  coppice_dataset_free(copy);
  coppice_dataset_free(data);
  coppice_model_free(model);
}

/* A fit that fails because there are no labels must leave a dataset that can be given labels. */
static void a_failed_fit_does_not_freeze(void** state) {
  (void)state;
  const double one[] = {3, 3, 3, 3};
  const double two[] = {1, 2, 1, 2};
  const double zeros[] = {0, 0, 0, 0};
  const double ones[] = {1, 1, 1, 1};
  coppice_dataset* data = column_of(4);
  coppice_solver* solver = solver_of(2);
  coppice_model* model = NULL;
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_STATE, "no labels|set");
  check_ok(coppice_dataset_set_labels(data, one, 4));
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA,
              "\"3\"|two or more classes");
  check_ok(coppice_dataset_set_labels(data, two, 4));
  check_ok(coppice_dataset_set_weights(data, zeros, 4));
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA, "positive weight");
  check_ok(coppice_dataset_set_weights(data, ones, 4));
  assert_null(model);
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_stride_reads_the_same_matrix),
      cmocka_unit_test(strides_of_single_rows_and_columns_are_ignored),
      cmocka_unit_test(shapes_that_do_not_fit_are_refused),
      cmocka_unit_test(floats_stay_floats),
      cmocka_unit_test(what_is_nearly_bytes_keeps_its_values),
      cmocka_unit_test(what_is_infinite_is_named),
      cmocka_unit_test(what_is_missing_is_nan),
      cmocka_unit_test(numbers_are_classes_by_value),
      cmocka_unit_test(names_are_classes_bytewise),
      cmocka_unit_test(names_are_utf8),
      cmocka_unit_test(weights_are_from_0_to_1e50),
      cmocka_unit_test(nothing_can_be_set_once_a_solver_used_it),
      cmocka_unit_test(a_failed_fit_does_not_freeze),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
