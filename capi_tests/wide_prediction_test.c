/* Prediction of many rows: rows of sparse data cost their entries, however wide they are, and
 * however values lie in memory, the same rows give the same bits. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pools.h"

/* Of this thread, so that other programs on a busy machine do not count. */
static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Rows of one entry each, in the features 0, step, 2 step, .. and from 1 to 4; a row's label says
 * whether its feature's number and value are even. */
static coppice_dataset* one_entry_rows(int64_t rows, int64_t features, int64_t step) {
  int64_t* indptr = allocate(rows + 1, sizeof *indptr);
  int32_t* indices = allocate(rows, sizeof *indices);
  double* values = allocate(rows, sizeof *values);
  double* labels = allocate(rows, sizeof *labels);
  uint32_t seed = 3;
  indptr[0] = 0;
  for (int64_t i = 0; i < rows; ++i) {
    const int64_t which = (int64_t)(10 * random_next(&seed));
    indptr[i + 1] = i + 1;
    indices[i] = (int32_t)(which * step);
    values[i] = 1 + (double)(int64_t)(4 * random_next(&seed));
    labels[i] = (which + (int64_t)values[i]) % 2 == 0 ? -1 : 1;
  }
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_csr(indptr, rows + 1, indices, values, rows, features, &data));
  check_ok(coppice_dataset_set_labels(data, labels, rows));
  free(indptr);
  free(indices);
  free(values);
  free(labels);
  return data;
}

/* 2^25 features and the same ten of them alone: the same learners but for the features' numbers,
 * and the same predictions, of 50,000 rows within a few seconds; written out whole, the rows would
 * be 13 terabytes. Training looks at rows too, on a view, and validation at whole ones. */
static void sparse_rows_cost_their_entries(void** state) {
  (void)state;
  enum { ROWS = 10000, TRAINED = 2000, TEN = 10 };
  static const int64_t widths[] = {TEN, INT64_C(1) << 25};
  static const char* const pools[] = {"stump", "fourier:candidates=20@ten"};
  static double f[2][ROWS];
  for (int p = 0; p < 2; ++p) {
    double error[2] = {-1, -1};
    for (int w = 0; w < 2; ++w) {
      const int64_t step = (widths[w] - 1) / (TEN - 1);
      coppice_dataset* trained = one_entry_rows(TRAINED, widths[w], step);
      coppice_dataset* rows = one_entry_rows(ROWS, widths[w], step);
      int64_t ten[TEN];
      for (int64_t k = 0; k < TEN; ++k) ten[k] = k * step;
      check_ok(coppice_dataset_add_view(trained, "ten", ten, TEN));
      const double started = processor_seconds();
      coppice_pool* pool = NULL;
      coppice_model* model = NULL;
      coppice_solver* solver = solver_with("learners=5 C=0.1 seed=4");
      check_ok(coppice_pool_create(pools[p], &pool));
      check_ok(coppice_solver_set_pool(solver, pool));
      check_ok(coppice_solver_set_validation(solver, rows));
      check_ok(coppice_solver_fit(solver, trained, &model));
      const double fitted = processor_seconds();
      check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, rows, 1, f[w], ROWS));
      const double predicted = processor_seconds();
      check_ok(coppice_model_error_rate(model, rows, 2, &error[w]));
      print_message("%s, %.0f features: %.2f s to train, %.2f s to predict\n", pools[p],
                    (double)widths[w], fitted - started, predicted - fitted);
      if (p == 0) assert_true(predicted - fitted < 20);
      coppice_pool_free(pool);
      coppice_solver_free(solver);
      coppice_model_free(model);
      coppice_dataset_free(trained);
      coppice_dataset_free(rows);
    }
    assert_memory_equal(f[0], f[1], sizeof f[0]);
    assert_true(error[0] == error[1]);
  }
}

static const char* names_from(int64_t d) {
  static char names[64][8];
  snprintf(names[d], sizeof names[d], "n%d", (int)d);
  return names[d];
}

/* Dense rows and sparse ones, in the model's columns and by name in others, of which the model
 * knows some: all predictions have the same bits, whatever the rows before have left behind. */
static void forms_and_columns_do_not_matter(void** state) {
  (void)state;
  enum { ROWS = 300, FEATURES = 20, MORE = 27 };
  static const char* const pools[] = {"stump", "perceptron:candidates=20", "fourier:candidates=20"};
  static const coppice_output outputs[] = {COPPICE_DECISION, COPPICE_LEARNERS, COPPICE_CLASS};
  uint32_t seed = 5;
  table* t = table_random(ROWS, FEATURES, 9, 6);
  for (int64_t k = 0; k < ROWS * FEATURES; ++k)
    if (random_next(&seed) < 0.7) t->x[k] = 0;
  /* Column c of the others is feature 4 c + 1 modulo 27, of which those below 20 are the model's.
   */
  const char *names[FEATURES], *other_names[MORE];
  int64_t indptr[2][ROWS + 1] = {{0}};
  int32_t* indices = allocate(2 * (int64_t)ROWS * MORE, sizeof *indices);
  double* values = allocate(2 * (int64_t)ROWS * MORE, sizeof *values);
  double* wide = allocate((int64_t)ROWS * MORE, sizeof *wide);
  for (int64_t d = 0; d < FEATURES; ++d) names[d] = names_from(d);
  for (int64_t c = 0; c < MORE; ++c) other_names[c] = names_from((4 * c + 1) % MORE);
  int64_t entries[2] = {0, 0};
  for (int64_t i = 0; i < ROWS; ++i) {
    for (int64_t c = 0; c < MORE; ++c) {
      const int64_t feature = (4 * c + 1) % MORE;
      wide[i * MORE + c] = feature < FEATURES ? t->x[i * FEATURES + feature]
                                              : (double)(int64_t)(3 * random_next(&seed));
      const double both[2] = {c < FEATURES ? t->x[i * FEATURES + c] : 0, wide[i * MORE + c]};
      for (int k = 0; k < 2; ++k) {
        if (both[k] == 0) continue;
        indices[k * ROWS * MORE + entries[k]] = (int32_t)c;
        values[k * ROWS * MORE + entries[k]++] = both[k];
      }
    }
    for (int k = 0; k < 2; ++k) indptr[k][i + 1] = entries[k];
  }
  coppice_dataset *trained = table_dataset(t), *others[3] = {NULL};
  check_ok(coppice_dataset_set_feature_names(trained, names, FEATURES));
  check_ok(coppice_dataset_create_csr(indptr[0], ROWS + 1, indices, values, entries[0], FEATURES,
                                      &others[0]));
  check_ok(
      coppice_dataset_create_dense(wide, (int64_t)ROWS * MORE, ROWS, MORE, MORE, 1, &others[1]));
  check_ok(coppice_dataset_create_csr(indptr[1], ROWS + 1, indices + ROWS * MORE,
                                      values + ROWS * MORE, entries[1], MORE, &others[2]));
  for (int k = 1; k < 3; ++k)
    check_ok(coppice_dataset_set_feature_names(others[k], other_names, MORE));
  for (int p = 0; p < 3; ++p) {
    coppice_model* model = train_pool(trained, pools[p], "learners=7");
    assert_int_equal(learners_of(model), 7);
    for (int o = 0; o < 3; ++o) {
      int64_t width = 0;
      check_ok(coppice_model_output_width(model, outputs[o], &width));
      double* expected = predictions_of(model, outputs[o], t);
      double* got = allocate(ROWS * width, sizeof *got);
      for (int k = 0; k < 3; ++k)
        for (int threads = 1; threads <= 3; threads += 2) {
          memset(got, 0x5a, (size_t)(ROWS * width) * sizeof *got);
          check_ok(coppice_model_predict_dataset(model, outputs[o], others[k], threads, got,
                                                 ROWS * width));
          assert_memory_equal(got, expected, (size_t)(ROWS * width) * sizeof *got);
        }
      free(expected);
      free(got);
    }
    coppice_model_free(model);
  }
  for (int k = 0; k < 3; ++k) coppice_dataset_free(others[k]);
  coppice_dataset_free(trained);
  free(indices);
  free(values);
  free(wide);
  table_free(t);
}

/* The model's answer to every row of `t` alone. */
static double* one_by_one(const coppice_model* model, coppice_output output, const table* t,
                          int64_t width) {
  double* out = allocate(t->rows * width, sizeof *out);
  for (int64_t i = 0; i < t->rows; ++i)
    check_ok(coppice_model_predict_row(model, output, t->x + i * t->features, t->features,
                                       out + i * width, width));
  return out;
}

static void check_strides(const coppice_model* model, coppice_output output, const table* t) {
  const int64_t rows = t->rows, features = t->features;
  const int64_t strides[][2] = {{features, 1}, {features + 3, 1}, {1, rows},
                                {1, rows + 5}, {2, 2 * rows},     {2 * features, 2}};
  int64_t width = 0;
  check_ok(coppice_model_output_width(model, output, &width));
  double* expected = one_by_one(model, output, t, width);
  double* got = allocate(rows * width, sizeof *got);
  for (int s = 0; s < 6; ++s) {
    const int64_t length = (rows - 1) * strides[s][0] + (features - 1) * strides[s][1] + 1;
    double* x = allocate(length, sizeof *x);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t d = 0; d < features; ++d)
        x[i * strides[s][0] + d * strides[s][1]] = t->x[i * features + d];
    for (int threads = 1; threads <= 2; ++threads) {
      memset(got, 0x5a, (size_t)(rows * width) * sizeof *got);
      check_ok(coppice_model_predict(model, output, x, length, rows, features, strides[s][0],
                                     strides[s][1], threads, got, rows * width));
      assert_memory_equal(got, expected, (size_t)(rows * width) * sizeof *got);
    }
    free(x);
  }
  free(got);
  free(expected);
}

/* Row after row, column after column, and with gaps between either, the answers are those to single
 * rows: of learners that look at values where they are and of those that have rows copied, of one
 * score and of several, with missing values and without. Rows enough for several vectors and some
 * that are left over. */
static void strides_do_not_matter(void** state) {
  (void)state;
  enum { ROWS = 601, FEATURES = 37 };
  static const struct {
    const char *method, *pool;
    double missing;
  } cases[] = {{"cgens", "stump", 0},           {"cgens", "stump", 0.2},
               {"cgens", "tree(depth=2)", 0.2}, {"cgens", "union(stump,fourier(candidates=20))", 0},
               {"adaboost-mh", "stump", 0.2},   {"adaboost-ecc", "stump", 0}};
  for (int c = 0; c < 6; ++c) {
    table* t = table_random(ROWS, FEATURES, 30, 7);
    if (cases[c].missing > 0) table_lose(t, cases[c].missing, 5);
    const int classes = cases[c].method[0] == 'c' ? 2 : 3;
    for (int64_t i = 0; classes == 3 && i < ROWS; i += 3) t->labels[i] = 2;
    coppice_dataset* data = table_dataset(t);
    coppice_solver* solver = solver_of_method(cases[c].method, "learners=25 calibration=platt");
    coppice_pool* pool = NULL;
    check_ok(coppice_pool_create(cases[c].pool, &pool));
    check_ok(coppice_solver_set_pool(solver, pool));
    coppice_model* model = NULL;
    check_ok(coppice_solver_fit(solver, data, &model));
    check_strides(model, COPPICE_DECISION, t);
    check_strides(model, COPPICE_CLASS, t);
    check_strides(model, COPPICE_PROBABILITY, t);
    check_strides(model, COPPICE_LEARNERS, t);
    coppice_model_free(model);
    coppice_pool_free(pool);
    coppice_solver_free(solver);
    coppice_dataset_free(data);
    table_free(t);
  }
}

/* Of several bad values the first in the order of rows, whatever the order of memory; rows enough
 * for several passes over each column. */
static void the_first_bad_value_is_named(void** state) {
  (void)state;
  enum { ROWS = 9001, FEATURES = 9 };
  static const int64_t strides[][2] = {{FEATURES, 1}, {1, ROWS}, {2, 2 * ROWS}};
  static const struct {
    int64_t row, feature;
    double value;
  } bad[] = {{8700, 0, INFINITY}, {8650, 8, -INFINITY}, {8650, 5, INFINITY}, {40, 3, NAN}};
  static const char* const first[] = {"x[row 8700, feature 0] is inf",
                                      "x[row 8650, feature 8] is -inf",
                                      "x[row 8650, feature 5] is inf", "x[row 40, feature 3]"};
  table* t = table_random(ROWS, FEATURES, 30, 8);
  coppice_dataset* trained = table_dataset(t);
  coppice_model* takes = train_pool(trained, "stump", "learners=5");
  coppice_model* refuses = train_pool(trained, "perceptron:candidates=20", "learners=5");
  for (int s = 0; s < 3; ++s) {
    const int64_t rows = strides[s][0], columns = strides[s][1];
    const int64_t length = (ROWS - 1) * rows + (FEATURES - 1) * columns + 1;
    double* x = allocate(length, sizeof *x);
    double* out = allocate(ROWS, sizeof *out);
    for (int64_t i = 0; i < ROWS; ++i)
      for (int64_t d = 0; d < FEATURES; ++d) x[i * rows + d * columns] = t->x[i * FEATURES + d];
    for (int k = 0; k < 3; ++k) {
      coppice_dataset* data = NULL;
      x[bad[k].row * rows + bad[k].feature * columns] = bad[k].value;
      check_error(coppice_model_predict(takes, COPPICE_DECISION, x, length, ROWS, FEATURES, rows,
                                        columns, 1, out, ROWS),
                  COPPICE_INVALID_DATA, first[k]);
      check_error(coppice_dataset_create_dense(x, length, ROWS, FEATURES, rows, columns, &data),
                  COPPICE_INVALID_DATA, first[k]);
      assert_null(data);
    }
    for (int k = 0; k < 3; ++k) x[bad[k].row * rows + bad[k].feature * columns] = 1;
    x[bad[3].row * rows + bad[3].feature * columns] = bad[3].value;
    check_ok(coppice_model_predict(takes, COPPICE_DECISION, x, length, ROWS, FEATURES, rows,
                                   columns, 1, out, ROWS));
    check_error(coppice_model_predict(refuses, COPPICE_DECISION, x, length, ROWS, FEATURES, rows,
                                      columns, 1, out, ROWS),
                COPPICE_INVALID_DATA, first[3]);
    free(x);
    free(out);
  }
  coppice_model_free(takes);
  coppice_model_free(refuses);
  coppice_dataset_free(trained);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sparse_rows_cost_their_entries),
      cmocka_unit_test(forms_and_columns_do_not_matter),
      cmocka_unit_test(strides_do_not_matter),
      cmocka_unit_test(the_first_bad_value_is_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
