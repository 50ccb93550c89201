/* Made-up rows of numbers and categories, as a table that holds the codes of levels. */
#ifndef COPPICE_TESTS_MIXED_H
#define COPPICE_TESTS_MIXED_H

#include <math.h>
#include <stdlib.h>

#include "table.h"

enum { COLUMNS = 7, MOST_LEVELS = 12 };
static const char* const level_names[MOST_LEVELS] = {"l0", "l1", "l2", "l3", "l4",  "l5",
                                                     "l6", "l7", "l8", "l9", "l10", "l11"};

/* How many levels each feature has; 0 for numbers. */
typedef int64_t level_counts[COLUMNS];

/* Columns of every sort: many levels without and with missing values, mostly one level, two levels,
 * one level or missing, numbers with missing values, numbers. Some levels have no rows. */
static const level_counts mixed = {10, 9, 5, 3, 2, 0, 0};
static inline table* mixed_rows(int64_t rows, uint32_t seed) {
  table* t = table_create(rows, COLUMNS);
  for (int64_t i = 0; i < rows; ++i) {
    double* x = t->x + i * COLUMNS;
    for (int64_t d = 0; d < 3; ++d) x[d] = (double)(int64_t)(random_next(&seed) * (double)mixed[d]);
    if (random_next(&seed) < 0.8) x[2] = 3; /* mostly */
    x[3] = random_next(&seed) < 0.5 ? 0 : 2;
    x[4] = 1;
    for (int64_t d = 5; d < 7; ++d) x[d] = (double)(int64_t)(random_next(&seed) * 5);
    const double hidden = (fmod(x[0] * 7, 5) - 2) / 3 + (fmod(x[1], 3) - 1) / 2 + (x[5] - 2) / 4;
    t->labels[i] = hidden + 2 * random_next(&seed) > 1 ? 1 : -1;
    const double share[COLUMNS] = {0, 0.15, 0.05, 0, 0.4, 0.2, 0};
    for (int64_t d = 0; d < COLUMNS; ++d)
      if (random_next(&seed) < share[d] * (t->labels[i] > 0 ? 1.2 : 0.8)) x[d] = NAN;
  }
  t->labels[0] = -1;
  t->labels[1] = 1;
  table_draw_weights(t, seed);
  return t;
}

/* The table as a dataset: doubles, floats or sparse rows. */
static inline coppice_dataset* dataset_of(const table* t, const int64_t* levels, int form) {
  const int64_t size = t->rows * t->features;
  coppice_dataset* data = NULL;
  if (form == 0) {
    check_ok(coppice_dataset_create_dense(t->x, size, t->rows, t->features, t->features, 1, &data));
  } else if (form == 1) {
    float* narrow = allocate(size, sizeof *narrow);
    for (int64_t k = 0; k < size; ++k) narrow[k] = (float)t->x[k];
    check_ok(coppice_dataset_create_dense_float(narrow, size, t->rows, t->features, t->features, 1,
                                                &data));
    free(narrow);
  } else {
    int64_t entries = 0;
    int64_t* starts = allocate(t->rows + 1, sizeof *starts);
    int32_t* indices = allocate(size, sizeof *indices);
    double* values = allocate(size, sizeof *values);
    for (int64_t i = 0; i < t->rows; ++i) {
      starts[i] = entries;
      for (int64_t d = 0; d < t->features; ++d) {
        if (t->x[i * t->features + d] == 0) continue;
        indices[entries] = (int32_t)d;
        values[entries++] = t->x[i * t->features + d];
      }
    }
    starts[t->rows] = entries;
    check_ok(coppice_dataset_create_csr(starts, t->rows + 1, indices, values, entries, t->features,
                                        &data));
    free(starts);
    free(indices);
    free(values);
  }
  check_ok(coppice_dataset_set_labels(data, t->labels, t->rows));
  check_ok(coppice_dataset_set_weights(data, t->weights, t->rows));
  for (int64_t d = 0; d < t->features; ++d)
    if (levels[d] > 0) check_ok(coppice_dataset_set_levels(data, d, level_names, levels[d]));
  return data;
}

#endif
