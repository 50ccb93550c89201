/* Compressed sparse rows: what they hold is what the dense matrix of the same numbers holds, models
 * included bit for bit; every way in which the arrays can contradict themselves is refused by
 * name and place. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "training.h"

static coppice_dataset* create(const int64_t* indptr, int64_t length, const int32_t* indices,
                               const double* values, int64_t entries, int64_t features) {
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_csr(indptr, length, indices, values, entries, features, &data));
  return data;
}

/* Rows (0 2.5 0 -1), (), (7 0 0 0) with a listed zero, of 4 features. */
static void holds_what_it_was_given(void** state) {
  (void)state;
  const int64_t indptr[] = {0, 2, 2, 4};
  const int32_t indices[] = {1, 3, 0, 2};
  const double values[] = {2.5, -1, 7, 0};
  static const double expected[3][4] = {{0, 2.5, 0, -1}, {0, 0, 0, 0}, {7, 0, 0, 0}};
  coppice_dataset* data = create(indptr, 4, indices, values, 4, 4);
  assert_int_equal(rows_of(data), 3);
  assert_int_equal(features_of(data), 4);
  for (int64_t i = 0; i < 3; ++i) {
    double row[4];
    check_ok(coppice_dataset_copy_row(data, i, row, 4));
    assert_memory_equal(row, expected[i], sizeof row);
  }
  coppice_dataset_free(data);
  const int64_t nothing[] = {0, 0};
  data = create(nothing, 2, NULL, NULL, 0, 3); /* one row of zeros */
  assert_int_equal(rows_of(data), 1);
  coppice_dataset_free(data);
}

static void trains_as_dense(const char* file, const char* negative, const char* positive) {
  table* t = table_load(file, negative, positive);
  int64_t* indptr = allocate(t->rows + 1, sizeof *indptr);
  int32_t* indices = allocate(t->rows * t->features, sizeof *indices);
  double* values = allocate(t->rows * t->features, sizeof *values);
  int64_t entries = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    indptr[i] = entries;
    for (int64_t d = 0; d < t->features; ++d) {
      if (t->x[i * t->features + d] == 0) continue;
      indices[entries] = (int32_t)d;
      values[entries++] = t->x[i * t->features + d];
    }
  }
  indptr[t->rows] = entries;
  assert_true(entries < t->rows * t->features);
  coppice_dataset* sparse = create(indptr, t->rows + 1, indices, values, entries, t->features);
  check_ok(coppice_dataset_set_labels(sparse, t->labels, t->rows));
  coppice_model* from_sparse = train_dataset(sparse, "learners=30 C=0.1");
  coppice_model* from_dense = train(t, "learners=30 C=0.1");
  check_same_model(from_sparse, from_dense, t);
  double* of_sparse = allocate(t->rows, sizeof *of_sparse);
  double* of_dense = decisions_of(from_dense, t);
  check_ok(
      coppice_model_predict_dataset(from_dense, COPPICE_DECISION, sparse, 1, of_sparse, t->rows));
  assert_memory_equal(of_sparse, of_dense, (size_t)t->rows * sizeof *of_dense);
  free(of_dense);
  free(of_sparse);
  coppice_model_free(from_dense);
  coppice_model_free(from_sparse);
  coppice_dataset_free(sparse);
  free(values);
  free(indices);
  free(indptr);
  table_free(t);
}

static void trains_as_dense_with_few_zeros(void** state) {
  (void)state;
  trains_as_dense("ionosphere.svm", "-1", "1");
}
static void trains_as_dense_with_many_zeros(void** state) {
  (void)state;
  trains_as_dense("spam.train.svm", "-1", "1");
}

static const int64_t good_indptr[] = {0, 2, 3};
static const int32_t good_indices[] = {0, 2, 1};
static const double good_values[] = {1, 2, 3};

static void refuse(const int64_t* indptr, int64_t length, const int32_t* indices,
                   const double* values, int64_t entries, int64_t features, coppice_status status,
                   const char* fragments) {
  coppice_dataset* data = NULL;
  check_error(coppice_dataset_create_csr(indptr, length, indices, values, entries, features, &data),
              status, fragments);
  assert_null(data);
}

static void refuses_what_is_no_array(void** state) {
  (void)state;
  const coppice_status status = COPPICE_INVALID_ARGUMENT;
  refuse(NULL, 3, good_indices, good_values, 3, 3, status, "indptr is NULL|rows + 1");
  refuse(good_indptr, 3, NULL, good_values, 3, 3, status, "indices is NULL|expected 3");
  refuse(good_indptr, 3, good_indices, NULL, 3, 3, status, "values is NULL|expected 3");
  refuse(good_indptr, 1, good_indices, good_values, 3, 3, status, "indptr_length is 1|at least 2");
  refuse(good_indptr, -1, good_indices, good_values, 3, 3, status, "indptr_length is -1");
  refuse(good_indptr, 3, good_indices, good_values, -3, 3, status, "entries is -3|at least 0");
  refuse(good_indptr, 3, good_indices, good_values, 3, 0, status, "features is 0|1 to");
  refuse(good_indptr, 3, good_indices, good_values, 3, INT64_MAX, status, "features is|1 to");
  check_error(coppice_dataset_create_csr(good_indptr, 3, good_indices, good_values, 3, 3, NULL),
              status, "out is NULL");
}

static void refuses_arrays_that_contradict_themselves(void** state) {
  (void)state;
  const coppice_status status = COPPICE_INVALID_DATA;
  refuse((const int64_t[]){1, 2, 3}, 3, good_indices, good_values, 3, 3, status,
         "indptr[0] is 1|expected 0");
  refuse((const int64_t[]){0, 3, 2}, 3, good_indices, good_values, 3, 3, status,
         "indptr[2] is 2|expected 3");
  refuse((const int64_t[]){0, 9, 3}, 3, good_indices, good_values, 3, 3, status,
         "indptr[1] is 9|to 3 (entries)");
  refuse((const int64_t[]){0, INT64_MIN, 3}, 3, good_indices, good_values, 3, 3, status,
         "indptr[1] is -9223372036854775808");
  refuse((const int64_t[]){0, 1, 2}, 3, good_indices, good_values, 3, 3, status,
         "indptr[2] is 2|expected 3 (entries)");
  refuse(good_indptr, 3, (const int32_t[]){0, 3, 1}, good_values, 3, 3, status,
         "indices[1], of row 0, is 3|expected 0 to 2");
  refuse(good_indptr, 3, (const int32_t[]){0, 2, -1}, good_values, 3, 3, status,
         "indices[2], of row 1, is -1|expected 0 to 2");
  refuse(good_indptr, 3, (const int32_t[]){2, 2, 1}, good_values, 3, 3, status,
         "indices[1], of row 0, is 2 after 2|ascending");
  refuse(good_indptr, 3, (const int32_t[]){2, 0, 1}, good_values, 3, 3, status,
         "indices[1], of row 0, is 0 after 2|ascending");
  refuse(good_indptr, 3, good_indices, (const double[]){1, INFINITY, 3}, 3, 3, status,
         "x[row 0, feature 2] is inf|finite number, or NaN");
  refuse(good_indptr, 3, good_indices, (const double[]){1, NAN, -INFINITY}, 3, 3, status,
         "x[row 1, feature 1] is -inf|finite");
}

/* A set may be as wide as its largest index says; what is made for every feature must then be
 * little. The first stump is known: class 1 has the last feature. */
static void width_alone_takes_little_memory(void** state) {
  (void)state;
  enum { WIDTH = 1 << 22 };
  const int64_t indptr[] = {0, 1, 2, 3, 4};
  const int32_t indices[] = {WIDTH - 1, 5, WIDTH - 1, 9};
  const double values[] = {2, 1, 2, 1};
  const double labels[] = {1, 0, 1, 0};
  struct rusage before, after;
  coppice_dataset* data = create(indptr, 5, indices, values, 4, WIDTH);
  check_ok(coppice_dataset_set_labels(data, labels, 4));
  assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
  coppice_model* model = train_dataset(data, "learners=1");
  assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
  assert_true(after.ru_maxrss - before.ru_maxrss < 40 * (WIDTH >> 10)); /* kilobytes */
  int64_t feature = -1;
  double threshold = -1;
  learner_of(model, 0, &feature, &threshold);
  assert_int_equal(feature, WIDTH - 1);
  assert_true(threshold == 1);
  coppice_model_free(model);
  coppice_dataset_free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(holds_what_it_was_given),
      cmocka_unit_test(trains_as_dense_with_few_zeros),
      cmocka_unit_test(trains_as_dense_with_many_zeros),
      cmocka_unit_test(refuses_what_is_no_array),
      cmocka_unit_test(refuses_arrays_that_contradict_themselves),
      cmocka_unit_test(width_alone_takes_little_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
