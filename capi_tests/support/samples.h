/* Rows of K classes: a table with a class for every row. */
#ifndef COPPICE_TESTS_SAMPLES_H
#define COPPICE_TESTS_SAMPLES_H

#include "table.h"

typedef struct sample {
  table* t;         /* its labels are not looked at */
  int64_t* classes; /* 0 .. K - 1 */
  int64_t K;
} sample;

/* Of a table, which it takes over; the classes are to be written. */
sample sample_of(table* t, int64_t K);
void sample_free(sample of);

/* Values of few levels, and noisy classes that depend on the first two features; all occur. */
sample sample_random(int64_t rows, int64_t features, int64_t levels, int64_t K, uint32_t seed);

/* Every `step`-th row of a set in capi_tests/data. */
sample sample_load(const char* file, int64_t step);

/* The dataset of a sample, with its weights. */
coppice_dataset* sample_dataset(const sample* of);

/* A model of it by a method, with options given as text. */
coppice_model* learn(const sample* of, const char* method, const char* options);

#endif
