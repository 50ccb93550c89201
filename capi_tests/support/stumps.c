/* See stumps.h. */
#include "stumps.h"

#include <stdlib.h>

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a;
  const double y = *(const double*)b;
  return (x > y) - (x < y);
}

stump_pool* stumps_enumerate(const table* t) {
  stump_pool* pool = allocate(1, sizeof *pool);
  pool->rows = t->rows;
  const int64_t most = t->rows * t->features;
  pool->features = allocate(most, sizeof *pool->features);
  pool->thresholds = allocate(most, sizeof *pool->thresholds);
  double* values = allocate(t->rows, sizeof *values);
  for (int64_t d = 0; d < t->features; ++d) {
    for (int64_t i = 0; i < t->rows; ++i) values[i] = t->x[i * t->features + d];
    qsort(values, (size_t)t->rows, sizeof *values, ascending);
    for (int64_t i = 0; i + 1 < t->rows; ++i) {
      const double lo = values[i];
      const double hi = values[i + 1];
      if (!(lo < hi)) continue;
      const double middle = lo + (hi - lo) / 2;
      pool->features[pool->count] = d;
      pool->thresholds[pool->count++] = middle < hi ? middle : lo;
    }
  }
  free(values);
  pool->outputs = allocate(pool->count * t->rows, sizeof *pool->outputs);
  for (int64_t j = 0; j < pool->count; ++j)
    for (int64_t i = 0; i < t->rows; ++i)
      pool->outputs[j * t->rows + i] =
          t->x[i * t->features + pool->features[j]] > pool->thresholds[j] ? 1 : -1;
  return pool;
}

void stumps_free(stump_pool* pool) {
  if (pool == NULL) return;
  free(pool->features);
  free(pool->thresholds);
  free(pool->outputs);
  free(pool);
}

int64_t stumps_find(const stump_pool* pool, int64_t feature, double threshold) {
  for (int64_t j = 0; j < pool->count; ++j)
    if (pool->features[j] == feature && pool->thresholds[j] == threshold) return j;
  fail_msg("feature %lld > %.17g is not in the pool", (long long)feature, threshold);
  return -1;
}

double stumps_score(const stump_pool* pool, int64_t j, const double* u) {
  double sum = 0;
  for (int64_t i = 0; i < pool->rows; ++i) sum += u[i] * pool->outputs[j * pool->rows + i];
  return sum;
}

double* stumps_kernel(const stump_pool* pool) {
  const int64_t n = pool->rows;
  double* kernel = allocate(n * n, sizeof *kernel);
  for (int64_t j = 0; j < pool->count; ++j) {
    const double* h = pool->outputs + j * n;
    for (int64_t i = 0; i < n; ++i)
      for (int64_t k = 0; k < n; ++k) kernel[i * n + k] += h[i] * h[k];
  }
  return kernel;
}
