/* Labelled data in plain arrays, which a test can look into, change and compute with itself: read
 * from a shipped set, generated, or made of the rows of another table. */
#ifndef COPPICE_TESTS_TABLE_H
#define COPPICE_TESTS_TABLE_H

#include "check.h"

typedef struct table {
  int64_t rows;
  int64_t features;
  double* x;       /* rows x features, row after row */
  double* labels;  /* -1 or +1 */
  double* weights; /* 1 unless changed */
} table;

/* Room for a table of zeros, all of label -1 and weight 1. */
table* table_create(int64_t rows, int64_t features);
void table_free(table* t);

/* The rows of two classes of a set in capi_tests/data; `positive` becomes +1. */
table* table_load(const char* file, const char* negative, const char* positive);

/* From arrays: x is rows x features. */
table* table_of(const double* x, const double* labels, int64_t rows, int64_t features);

/* The named rows, in that order; one may be named more than once. */
table* table_rows(const table* t, const int64_t* rows, int64_t count);

/* Multiplies the weight of row i by i % 3 + 1, and gives the same rows as so many copies each. */
table* table_weigh_as_copies(table* t);

/* check(t, other) with the same rows in another order, and then, weighted as above, with copies. */
void table_check_order_and_copies(table* t, void (*check)(const table* t, const table* other));

/* Every `step`-th row, and the first `features` features. */
table* table_thinned(const table* t, int64_t step, int64_t features);

/* Values drawn from `levels` whole numbers from 0, and noisy labels that depend on the first
 * features; both labels occur. */
table* table_random(int64_t rows, int64_t features, int64_t levels, uint32_t seed);

/* Makes about so large a share of the values missing (NaN). */
void table_lose(table* t, double share, uint32_t seed);

/* Weights drawn from [1/2, 3/2): no two sums over rows are equal but by design. */
void table_draw_weights(table* t, uint32_t seed);

/* |x - z|^2 of two rows. */
double squared_distance(const double* x, const double* z, int64_t features);

/* The dataset of a table, with its labels and weights. */
coppice_dataset* table_dataset(const table* t);

/* The next of a sequence of random numbers in [0, 1). */
double random_next(uint32_t* state);

/* malloc that fails the test instead of returning NULL. */
void* allocate(int64_t count, size_t size);

#endif
