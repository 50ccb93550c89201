/* The pool of midpoint stumps, enumerated from its definition: h(x) = +1 where x_d > t, else -1,
 * for every feature d and t = lo + (hi - lo) / 2 of its neighbouring distinct values (lo where
 * rounding gives hi). Where values are missing (NaN), every stump is there twice, with +1 and with
 * -1 for them, and a stump more with +1 for them alone: its threshold is DBL_MAX. */
#ifndef COPPICE_TESTS_STUMPS_H
#define COPPICE_TESTS_STUMPS_H

#include "table.h"

typedef struct stump_pool {
  int64_t count;
  int64_t rows;
  int64_t* features;
  double* thresholds;
  int* missing_above; /* 0 where no value of the feature is missing */
  double* outputs;    /* count x rows, stump after stump */
} stump_pool;

/* Every stump on the rows of `t` in the order of the library's pool, by which it chooses among
 * those that score alike: by feature, then those that have missing values above, and by threshold.
 */
stump_pool* stumps_enumerate(const table* t);
void stumps_free(stump_pool* pool);

/* The place of a stump in the pool; fails the test when it is not there. */
int64_t stumps_find(const stump_pool* pool, int64_t feature, double threshold);

/* The same pool as a table of features that are -1 and +1, the outputs, with the labels and weights
 * of `t`: stumps on it are these, one a feature. */
table* stumps_as_features(const stump_pool* pool, const table* t);

/* sum_i u_i h(x_i) of stump `j`. */
double stumps_score(const stump_pool* pool, int64_t j, const double* u);

/* The numbers of a curve of both models are close. */
void check_same_curves(const coppice_model* a, const coppice_model* b, const char* name,
                       double tolerance);

/* A model on `t` has taken the steps of the one expected on `columns`, stumps as features:
 * iteration for iteration the scores of the best stumps outside, the objectives, and the bounds,
 * which have the squares of the scores of all stumps outside in them; and it decides alike. */
void check_same_steps(const coppice_model* model, const table* t, const coppice_model* expected,
                      const table* columns);

/* Models of one method and the same options: `drawn` from a pool of stumps, and `expected` on the
 * table whose features the stumps are. */
typedef struct both_ways {
  table* columns;
  coppice_model* drawn;
  coppice_model* expected;
} both_ways;

/* `stumps` are all of the pool called `pool` on the rows of `t`, which are those of `data`; they
 * are taken over. */
both_ways train_both_ways(const char* method, coppice_dataset* data, const char* pool,
                          const table* t, stump_pool* stumps, const char* options);
void both_ways_free(both_ways of);

/* The same objective, and a certificate over the whole pool that closes. */
void check_same_optimum(const both_ways* of);

/* The kernel of all stumps, rows x rows: whole numbers, so exact. */
double* stumps_kernel(const stump_pool* pool);

#endif
