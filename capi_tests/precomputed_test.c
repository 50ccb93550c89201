/* The precomputed kernel: with the matrix of a kernel that is built in, every method gives the
 * models, the subsets and folds, and the files that it gives with that kernel; and what is said of
 * matrices that are none of a kernel. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "training.h"

enum { ROWS = 70, FEATURES = 3, OTHERS = 25 };
static const double gamma = 0.05;
static const char* const built_in = "gaussian(gamma=0.05)";
static table *rows, *others;

static int make_rows(void** state) {
  (void)state;
  rows = table_random(ROWS, FEATURES, 20, 1);
  others = table_random(OTHERS, FEATURES, 20, 2);
  table_draw_weights(rows, 3);
  rows->weights[5] = 0; /* not trained on: later rows keep their numbers */
  return 0;
}

static int free_rows(void** state) {
  (void)state;
  table_free(rows);
  table_free(others);
  return 0;
}

/* The kernel of rows of `t` with all training rows, and `features` of their own before it. */
static double* matrix_of(const table* t, int64_t features) {
  const int64_t width = features + ROWS;
  double* x = allocate(t->rows * width, sizeof *x);
  for (int64_t i = 0; i < t->rows; ++i) {
    memcpy(x + i * width, t->x + i * FEATURES, (size_t)features * sizeof *x);
    for (int64_t j = 0; j < ROWS; ++j)
      x[i * width + features + j] =
          exp(-gamma * squared_distance(t->x + i * FEATURES, rows->x + j * FEATURES, FEATURES));
  }
  return x;
}

/* Classes are 0 .. classes - 1, or the numbers of the first feature for 0 classes. */
static void set_targets(coppice_dataset* data, const table* t, int classes) {
  double* targets = allocate(t->rows, sizeof *targets);
  for (int64_t i = 0; i < t->rows; ++i) {
    const double first = t->x[i * FEATURES], sum = first + t->x[i * FEATURES + 1];
    targets[i] = classes == 0 ? first + 0.3 : classes == 2 ? t->labels[i] : (int)sum % classes;
  }
  if (classes == 0)
    check_ok(coppice_dataset_set_targets(data, targets, t->rows, 1));
  else
    check_ok(coppice_dataset_set_labels(data, targets, t->rows));
  check_ok(coppice_dataset_set_weights(data, t->weights, t->rows));
  free(targets);
}

static coppice_dataset* dense(const double* x, const table* t, int64_t features, int classes) {
  coppice_dataset* data = NULL;
  check_ok(
      coppice_dataset_create_dense(x, t->rows * features, t->rows, features, features, 1, &data));
  set_targets(data, t, classes);
  return data;
}

static coppice_dataset* plain(const table* t, int classes) {
  return dense(t->x, t, FEATURES, classes);
}

/* With the views "own", the rows' features, and "kernel" behind them where there are any. */
static coppice_dataset* precomputed(const table* t, int64_t features, int classes) {
  double* x = matrix_of(t, features);
  coppice_dataset* data = dense(x, t, features + ROWS, classes);
  int64_t view[FEATURES + ROWS];
  for (int64_t d = 0; d < FEATURES + ROWS; ++d) view[d] = d;
  if (features > 0) {
    check_ok(coppice_dataset_add_view(data, "own", view, features));
    check_ok(coppice_dataset_add_view(data, "kernel", view + features, ROWS));
  }
  free(x);
  return data;
}

static void check_same_values(const coppice_model* a, coppice_dataset* of_a, const coppice_model* b,
                              coppice_dataset* of_b, double tolerance) {
  int64_t width = 0;
  double f[4 * ROWS], g[4 * ROWS];
  check_ok(coppice_model_output_width(a, COPPICE_DECISION, &width));
  const int64_t values = width * rows_of(of_a);
  assert_true(values <= 4 * ROWS);
  check_ok(coppice_model_predict_dataset(a, COPPICE_DECISION, of_a, 1, f, values));
  check_ok(coppice_model_predict_dataset(b, COPPICE_DECISION, of_b, 1, g, values));
  for (int64_t k = 0; k < values; ++k) check_close(f[k], g[k], tolerance);
}

static coppice_model* through_file(coppice_model* model, const char* format) {
  coppice_model* again = reloaded(model, format);
  coppice_model_free(model);
  return again;
}

/* Rows as they are and as a matrix, those to train on and new ones. */
typedef struct twins {
  coppice_dataset *plain, *matrix, *new_plain, *new_matrix;
} twins;

static twins make_twins(int64_t features, int classes) {
  const twins made = {plain(rows, classes), precomputed(rows, features, classes), plain(others, 2),
                      precomputed(others, features, 2)};
  return made;
}

static void free_twins(const twins* of) {
  coppice_dataset_free(of->plain);
  coppice_dataset_free(of->matrix);
  coppice_dataset_free(of->new_plain);
  coppice_dataset_free(of->new_matrix);
}

/* A model of the matrix and one of the rows; frees both. */
static void check_alike(coppice_model* model, coppice_model* expected, const twins* of) {
  check_same_values(model, of->matrix, expected, of->plain, 1e-4);
  model = through_file(through_file(model, "json"), "cbor");
  check_same_values(model, of->new_matrix, expected, of->new_plain, 1e-4);
  coppice_model_free(model);
  coppice_model_free(expected);
}

static void every_method_takes_a_matrix(void** state) {
  (void)state;
  static const struct {
    const char* method;
    const char* options;
    int classes;
  } cases[] = {{"svm", "C=2 tolerance=1e-10", 2},
               {"svm", "C=2 tolerance=1e-10 calibration=platt", 2},
               {"svm", "C=2 tolerance=1e-10", 3},
               {"svm", "C=2 tolerance=1e-10 multiclass=one-against-rest", 3},
               {"svr", "C=2 tolerance=1e-10", 0},
               {"one-class", "nu=0.3 tolerance=1e-10", 2}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
    const twins of = make_twins(0, cases[k].classes);
    coppice_model* expected = train_kernel(cases[k].method, of.plain, built_in, cases[k].options);
    coppice_model* model =
        train_kernel(cases[k].method, of.matrix, "precomputed", cases[k].options);
    check_close(quantity_of(model, "objective") / quantity_of(expected, "objective"), 1, 1e-9);
    if (cases[k].classes > 0)
      check_close(quantity_of(model, "train_error"), quantity_of(expected, "train_error"), 1e-12);
    assert_int_equal(count_of(model, "features"), ROWS);
    check_alike(model, expected, &of);
    free_twins(&of);
  }
}

/* A row of a subset has the kernel with the other rows of the subset in the columns of the whole.
 */
static void subsets_and_folds_find_their_columns(void** state) {
  (void)state;
  const int64_t chosen[] = {60, 3, 5, 7, 11, 13, 40, 41, 42, 43, 44, 2, 50, 51, 52, 53, 54, 55};
  const int64_t count = sizeof chosen / sizeof *chosen;
  coppice_dataset *data = plain(rows, 2), *matrix = precomputed(rows, 0, 2);
  coppice_dataset *some = subset_of(data, chosen, count), *of = subset_of(matrix, chosen, count);
  coppice_model* expected = train_kernel("svm", some, built_in, "C=2 tolerance=1e-10");
  coppice_model* model = train_kernel("svm", of, "precomputed", "C=2 tolerance=1e-10");
  check_same_values(model, matrix, expected, data, 1e-4);
  coppice_model_free(model);
  coppice_model_free(expected);
  double criteria[2][8];
  for (int k = 0; k < 2; ++k) {
    coppice_solver* solver =
        solver_of_method("svm", k == 0 ? "kernel=gaussian(gamma=0.05)" : "kernel=precomputed");
    check_ok(coppice_solver_set_grid(solver, "C", "0.1,1,10"));
    check_ok(coppice_solver_set_string(solver, "tolerance", "1e-8"));
    check_ok(coppice_solver_set_string(solver, "criterion", "log_loss"));
    check_ok(coppice_solver_set_int(solver, "threads", 2));
    check_ok(coppice_solver_cross_validate(solver, k == 0 ? data : matrix, 5, NULL));
    check_ok(coppice_solver_get_array(solver, "cv.criterion", criteria[k], 8, NULL));
    coppice_solver_free(solver);
  }
  for (int k = 0; k < 3; ++k) check_close(criteria[0][k], criteria[1][k], 1e-4);
  assert_true(criteria[0][0] != criteria[0][2]);
  coppice_dataset_free(some);
  coppice_dataset_free(of);
  coppice_dataset_free(data);
  coppice_dataset_free(matrix);
}

/* A matrix beside features: its columns are a view of the dataset. */
static void members_have_views(void** state) {
  (void)state;
  static const char* const texts[][2] = {
      {"sum(gaussian(gamma=0.05),stump)", "sum(precomputed@kernel,stump@own)"},
      {"product(stump,gaussian(gamma=0.05))", "product(stump@own,precomputed@kernel)"},
      {"sum(gaussian(gamma=0.05),gaussian(gamma=0.05))",
       "sum(precomputed@kernel,precomputed@kernel)"}};
  const twins of = make_twins(FEATURES, 3);
  for (size_t k = 0; k < sizeof texts / sizeof *texts; ++k) {
    coppice_model* expected = train_kernel("svm", of.plain, texts[k][0], "C=0.5 tolerance=1e-10");
    coppice_model* model = train_kernel("svm", of.matrix, texts[k][1], "C=0.5 tolerance=1e-10");
    check_alike(model, expected, &of);
  }
  free_twins(&of);
}

static void expect_no_fit(coppice_dataset* data, const char* kernel, coppice_status status,
                          const char* fragments) {
  coppice_solver* solver = solver_of_method("svm", "");
  coppice_model* none = NULL;
  check_ok(coppice_solver_set_string(solver, "kernel", kernel));
  check_error(coppice_solver_fit(solver, data, &none), status, fragments);
  assert_null(none);
  coppice_solver_free(solver);
}

static void what_is_no_kernel_is_refused(void** state) {
  (void)state;
  coppice_dataset* data = plain(rows, 2);
  expect_no_fit(data, "precomputed", COPPICE_INVALID_DATA,
                "precomputed looks at 3 features|70 rows|square");
  coppice_dataset_free(data);
  data = precomputed(rows, FEATURES, 2);
  expect_no_fit(data, "precomputed", COPPICE_INVALID_DATA, "73 features|70 rows");
  expect_no_fit(data, "precomputed@own", COPPICE_INVALID_DATA, "3 features|70 rows");
  expect_no_fit(data, "precomputed@graph", COPPICE_UNKNOWN_NAME, "\"graph\"");
  expect_no_fit(data, "sum(stump,precomputed@kernel)", COPPICE_INVALID_ARGUMENT,
                "\"stump\" and \"precomputed@kernel\" both look at feature 3|views");
  expect_no_fit(data, "and(precomputed@kernel,stump@own)", COPPICE_INVALID_ARGUMENT,
                "\"precomputed@kernel\"|same for all rows");
  coppice_dataset_free(data);
  double* x = matrix_of(rows, 0);
  x[8 * ROWS + 30] += 1e-8; /* as rounding to floats may */
  data = dense(x, rows, ROWS, 2);
  coppice_model_free(train_kernel("svm", data, "precomputed", ""));
  coppice_dataset_free(data);
  x[8 * ROWS + 30] = -0.25;
  data = dense(x, rows, ROWS, 2);
  /* row 5 is not trained on */
  expect_no_fit(data, "precomputed", COPPICE_INVALID_DATA,
                "not symmetric|row 7 has -0.25 as feature 30|row 29 has|as feature 8");
  coppice_dataset_free(data);
  x[8 * ROWS + 30] = NAN;
  data = dense(x, rows, ROWS, 2);
  expect_no_fit(data, "precomputed", COPPICE_INVALID_DATA, "row 8|feature 30|missing");
  coppice_dataset_free(data);
  free(x);
}

/* Of -K the fit ends, and says what it met. */
static void negative_curvature_is_a_warning(void** state) {
  (void)state;
  double* x = matrix_of(rows, 0);
  for (int64_t k = 0; k < ROWS * ROWS; ++k) x[k] = -x[k];
  coppice_dataset* data = dense(x, rows, ROWS, 2);
  coppice_model* model = train_kernel("svm", data, "precomputed", "C=1");
  char* warnings = text_of(model, "warnings");
  assert_non_null(strstr(warnings, "kernel precomputed is not positive semidefinite"));
  free(warnings);
  coppice_model_free(model);
  coppice_dataset_free(data);
  free(x);
}

/* A support vector is the number of a row, however its file is written. */
static void hostile_files(void** state) {
  (void)state;
  static const struct {
    const char *old, *new;
  } cases[] = {{"\"values\":[1,1", "\"values\":[1,2"},
               {"\"values\":[1,1", "\"values\":[1,-1"},
               {"\"ends\":[1,2", "\"ends\":[2,2"},
               {"\"features\":[0,1", "\"features\":[0,70"}};
  coppice_dataset* data = precomputed(rows, 0, 2);
  coppice_model* model = train_kernel("svm", data, "precomputed", "C=1e-3");
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
    size_t size = 0;
    char* json = saved_bytes(model, "json", 64, &size);
    replace_bytes(json, &size, cases[k].old, cases[k].new);
    expect_refused(json, size, k < 3 ? "support vector|not one of the rows" : "\"features\"");
    free(json);
  }
  coppice_model_free(model);
  coppice_dataset_free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_method_takes_a_matrix),
      cmocka_unit_test(subsets_and_folds_find_their_columns),
      cmocka_unit_test(members_have_views),
      cmocka_unit_test(what_is_no_kernel_is_refused),
      cmocka_unit_test(negative_curvature_is_a_warning),
      cmocka_unit_test(hostile_files),
  };
  return cmocka_run_group_tests(tests, make_rows, free_rows);
}
