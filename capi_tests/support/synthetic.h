/* Made-up problems of any size, the same on every machine: uniform features, and labels that a few
 * stumps explain up to noise. And the shortest way from a dataset to a model. */
#ifndef COPPICE_TESTS_SYNTHETIC_H
#define COPPICE_TESTS_SYNTHETIC_H

#include <stdlib.h>

#include "check.h"

/* The next of a sequence of random words (splitmix64), and a number from 0 to 1. */
static inline uint64_t random_word(uint64_t* state) {
  uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static inline double random_unit(uint64_t* state) {
  return (double)(random_word(state) >> 11) / 9007199254740992.0;
}

/* A row-major matrix of numbers from 0 to 1; free() it. */
static inline double* random_matrix(int64_t rows, int64_t features, uint64_t seed) {
  double* x = malloc((size_t)(rows * features) * sizeof *x);
  assert_non_null(x);
  for (int64_t k = 0; k < rows * features; ++k) x[k] = random_unit(&seed);
  return x;
}

/* Labels -1 and +1: the sign of a sum over the first four features, one row in ten turned. */
static inline coppice_dataset* noisy_examples(int64_t rows, int64_t features, uint64_t seed) {
  double* x = random_matrix(rows, features, seed);
  double* labels = malloc((size_t)rows * sizeof *labels);
  assert_non_null(labels);
  for (int64_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (int64_t d = 0; d < features && d < 4; ++d) sum += x[i * features + d] - 0.5;
    labels[i] = (sum > 0) == (random_unit(&seed) < 0.9) ? 1 : -1;
  }
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_dense(x, rows * features, rows, features, features, 1, &data));
  check_ok(coppice_dataset_set_labels(data, labels, rows));
  free(labels);
  free(x);
  return data;
}

/* A "cgens" solver that chooses at most so many learners, one an iteration. */
static inline coppice_solver* solver_of(int64_t learners) {
  coppice_solver* solver = NULL;
  check_ok(coppice_solver_create("cgens", &solver));
  check_ok(coppice_solver_set_int(solver, "learners", learners));
  check_ok(coppice_solver_set_int(solver, "columns_per_iteration", 1));
  return solver;
}

static inline coppice_model* fit_model(coppice_dataset* data, int64_t learners,
                                       const char* keep_stages) {
  coppice_solver* solver = solver_of(learners);
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_string(solver, "keep_stages", keep_stages));
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  return model;
}

#endif
