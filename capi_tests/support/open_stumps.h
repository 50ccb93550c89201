/* Which stumps an iteration of column generation may still take, counted from the pool's
 * definition: stumps side by side are alike, and one of them is enough for a residual. */
#ifndef COPPICE_TESTS_OPEN_STUMPS_H
#define COPPICE_TESTS_OPEN_STUMPS_H

#include <stdlib.h>

#include "stumps.h"

/* The stumps that one iteration may still take: a stump of a feature that one chosen in an earlier
 * iteration divides from those taken in this one. */
typedef struct open_stumps {
  stump_pool* pool;
  char* chosen; /* in this iteration or before */
  char* open;
} open_stumps;

static inline open_stumps open_stumps_of(const table* t) {
  stump_pool* pool = stumps_enumerate(t);
  return (open_stumps){pool, allocate(pool->count, 1), allocate(pool->count, 1)};
}

static inline void open_stumps_free(open_stumps* of) {
  free(of->open);
  free(of->chosen);
  stumps_free(of->pool);
}

static inline void open_stumps_begin(const open_stumps* of) {
  for (int64_t j = 0; j < of->pool->count; ++j) of->open[j] = (char)!of->chosen[j];
}

/* Takes a stump, and closes those beside it up to the next that was chosen in an earlier iteration;
 * the pool lists the stumps of a feature by threshold. */
static inline void open_stumps_take(const open_stumps* of, int64_t stump) {
  const int64_t feature = of->pool->features[stump];
  assert_true(of->open[stump]);
  for (int step = -1; step <= 1; step += 2)
    for (int64_t j = stump; j >= 0 && j < of->pool->count && of->pool->features[j] == feature &&
                            (j == stump || !of->chosen[j]);
         j += step)
      of->open[j] = 0;
  of->chosen[stump] = 1;
}

/* The open stump of the best |score|, the first of those that are equal but for rounding; -1
 * without one. */
static inline int64_t open_stumps_best(const open_stumps* of, const double* scores) {
  int64_t best = -1;
  for (int64_t j = 0; j < of->pool->count; ++j)
    if (of->open[j] && (best < 0 || scores[j] > (1 + 1e-9) * scores[best])) best = j;
  return best;
}

#endif
