/* See table.h. */
#include "table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void* allocate(int64_t count, size_t size) {
  void* result = calloc((size_t)count + 1, size);
  assert_non_null(result);
  return result;
}

table* table_create(int64_t rows, int64_t features) {
  table* t = allocate(1, sizeof *t);
  t->rows = rows;
  t->features = features;
  t->x = allocate(rows * features, sizeof *t->x);
  t->labels = allocate(rows, sizeof *t->labels);
  t->weights = allocate(rows, sizeof *t->weights);
  for (int64_t i = 0; i < rows; ++i) {
    t->labels[i] = -1;
    t->weights[i] = 1;
  }
  return t;
}

void table_free(table* t) {
  if (t == NULL) return;
  free(t->x);
  free(t->labels);
  free(t->weights);
  free(t);
}

table* table_load(const char* file, const char* negative, const char* positive) {
  coppice_dataset* whole = load_data(file);
  coppice_dataset* two = two_classes(whole, negative, positive);
  table* t = table_create(rows_of(two), features_of(two));
  int64_t* classes = allocate(t->rows, sizeof *classes);
  check_ok(coppice_dataset_copy_labels(two, classes, t->rows));
  for (int64_t i = 0; i < t->rows; ++i) {
    check_ok(coppice_dataset_copy_row(two, i, t->x + i * t->features, t->features));
    t->labels[i] = classes[i] == 1 ? 1 : -1;
  }
  free(classes);
  coppice_dataset_free(two);
  coppice_dataset_free(whole);
  return t;
}

table* table_of(const double* x, const double* labels, int64_t rows, int64_t features) {
  table* t = table_create(rows, features);
  memcpy(t->x, x, (size_t)(rows * features) * sizeof *x);
  memcpy(t->labels, labels, (size_t)rows * sizeof *labels);
  return t;
}

table* table_rows(const table* t, const int64_t* rows, int64_t count) {
  table* result = table_create(count, t->features);
  for (int64_t k = 0; k < count; ++k) {
    const int64_t i = rows[k];
    memcpy(result->x + k * t->features, t->x + i * t->features, (size_t)t->features * sizeof *t->x);
    result->labels[k] = t->labels[i];
    result->weights[k] = t->weights[i];
  }
  return result;
}

table* table_weigh_as_copies(table* t) {
  int64_t* rows = allocate(3 * t->rows, sizeof *rows);
  int64_t count = 0;
  for (int64_t i = 0; i < t->rows; ++i)
    for (int64_t k = 0; k <= i % 3; ++k) rows[count++] = i;
  table* copies = table_rows(t, rows, count);
  for (int64_t i = 0; i < t->rows; ++i) t->weights[i] *= (double)(i % 3 + 1);
  free(rows);
  return copies;
}

table* table_thinned(const table* t, int64_t step, int64_t features) {
  table* result = table_create((t->rows + step - 1) / step, features);
  for (int64_t k = 0; k < result->rows; ++k) {
    for (int64_t d = 0; d < features; ++d)
      result->x[k * features + d] = t->x[k * step * t->features + d];
    result->labels[k] = t->labels[k * step];
    result->weights[k] = t->weights[k * step];
  }
  return result;
}

double random_next(uint32_t* state) {
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) / 16777216.0;
}

table* table_random(int64_t rows, int64_t features, int64_t levels, uint32_t seed) {
  table* t = table_create(rows, features);
  for (int64_t i = 0; i < rows; ++i) {
    double* x = t->x + i * features;
    for (int64_t d = 0; d < features; ++d)
      x[d] = (double)(int64_t)(random_next(&seed) * (double)levels);
    const double middle = (double)(levels - 1) / 2;
    double f = random_next(&seed) - 0.5;
    for (int64_t d = 0; d < features && d < 4; ++d) f += (x[d] - middle) / (double)levels;
    t->labels[i] = f > 0 ? 1 : -1;
  }
  t->labels[0] = -1;
  t->labels[1] = 1;
  return t;
}

void table_lose(table* t, double share, uint32_t seed) {
  for (int64_t k = 0; k < t->rows * t->features; ++k)
    if (random_next(&seed) < share) t->x[k] = NAN;
}

void table_draw_weights(table* t, uint32_t seed) {
  for (int64_t i = 0; i < t->rows; ++i) t->weights[i] = 0.5 + random_next(&seed);
}

double squared_distance(const double* x, const double* z, int64_t features) {
  double sum = 0;
  for (int64_t d = 0; d < features; ++d) sum += (x[d] - z[d]) * (x[d] - z[d]);
  return sum;
}

coppice_dataset* table_dataset(const table* t) {
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_dense(t->x, t->rows * t->features, t->rows, t->features,
                                        t->features, 1, &data));
  check_ok(coppice_dataset_set_labels(data, t->labels, t->rows));
  check_ok(coppice_dataset_set_weights(data, t->weights, t->rows));
  return data;
}

void table_check_order_and_copies(table* t, void (*check)(const table* t, const table* other)) {
  const int64_t step = 37; /* prime, and no divisor of the number of rows */
  assert_true(t->rows % step != 0);
  int64_t* order = allocate(t->rows, sizeof *order);
  for (int64_t i = 0; i < t->rows; ++i) order[i] = (i * step + 5) % t->rows;
  table* shuffled = table_rows(t, order, t->rows);
  check(t, shuffled);
  table* copies = table_weigh_as_copies(t);
  check(t, copies);
  table_free(copies);
  table_free(shuffled);
  free(order);
}
