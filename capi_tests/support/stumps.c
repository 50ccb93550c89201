/* See stumps.h. */
#include "stumps.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pools.h"
#include "training.h"

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a;
  const double y = *(const double*)b;
  return (x > y) - (x < y);
}

static void add_stump(stump_pool* pool, int64_t feature, double threshold, int missing_above) {
  pool->features[pool->count] = feature;
  pool->thresholds[pool->count] = threshold;
  pool->missing_above[pool->count++] = missing_above;
}

static double output_of(const stump_pool* pool, int64_t j, double value) {
  if (isnan(value)) return pool->missing_above[j] ? 1 : -1;
  return value > pool->thresholds[j] ? 1 : -1;
}

stump_pool* stumps_enumerate(const table* t) {
  stump_pool* pool = allocate(1, sizeof *pool);
  pool->rows = t->rows;
  const int64_t most = 2 * t->rows * t->features;
  pool->features = allocate(most, sizeof *pool->features);
  pool->thresholds = allocate(most, sizeof *pool->thresholds);
  pool->missing_above = allocate(most, sizeof *pool->missing_above);
  double* values = allocate(t->rows, sizeof *values);
  for (int64_t d = 0; d < t->features; ++d) {
    int64_t known = 0;
    for (int64_t i = 0; i < t->rows; ++i)
      if (!isnan(t->x[i * t->features + d])) values[known++] = t->x[i * t->features + d];
    qsort(values, (size_t)known, sizeof *values, ascending);
    const int some_are_missing = known < t->rows;
    for (int above = some_are_missing; above >= 0; --above) {
      for (int64_t i = 0; i + 1 < known; ++i) {
        const double lo = values[i];
        const double hi = values[i + 1];
        if (!(lo < hi)) continue;
        const double middle = lo + (hi - lo) / 2;
        add_stump(pool, d, middle < hi ? middle : lo, above);
      }
      if (above && known > 0) add_stump(pool, d, DBL_MAX, 1);
    }
  }
  free(values);
  pool->outputs = allocate(pool->count * t->rows, sizeof *pool->outputs);
  for (int64_t j = 0; j < pool->count; ++j)
    for (int64_t i = 0; i < t->rows; ++i)
      pool->outputs[j * t->rows + i] =
          output_of(pool, j, t->x[i * t->features + pool->features[j]]);
  return pool;
}

table* stumps_as_features(const stump_pool* pool, const table* t) {
  table* columns = table_create(t->rows, pool->count);
  memcpy(columns->labels, t->labels, (size_t)t->rows * sizeof *t->labels);
  memcpy(columns->weights, t->weights, (size_t)t->rows * sizeof *t->weights);
  for (int64_t j = 0; j < pool->count; ++j)
    for (int64_t i = 0; i < t->rows; ++i)
      columns->x[i * pool->count + j] = pool->outputs[j * t->rows + i];
  return columns;
}

void stumps_free(stump_pool* pool) {
  if (pool == NULL) return;
  free(pool->features);
  free(pool->thresholds);
  free(pool->missing_above);
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

void check_same_curves(const coppice_model* a, const coppice_model* b, const char* name,
                       double tolerance) {
  int64_t size_a = 0, size_b = 0;
  double* of_a = array_of(a, name, &size_a);
  double* of_b = array_of(b, name, &size_b);
  assert_int_equal(size_a, size_b);
  for (int64_t k = 0; k < size_a; ++k) check_close(of_a[k], of_b[k], tolerance);
  free(of_a);
  free(of_b);
}

void check_same_steps(const coppice_model* model, const table* t, const coppice_model* expected,
                      const table* columns) {
  assert_true(learners_of(model) > 5);
  assert_int_equal(learners_of(model), learners_of(expected));
  check_same_curves(model, expected, "curve.objective", 1e-9);
  check_same_curves(model, expected, "curve.dual_objective", 1e-7);
  check_same_curves(model, expected, "curve.score", 1e-6);
  double* decisions = decisions_of(model, t);
  double* expected_decisions = decisions_of(expected, columns);
  for (int64_t i = 0; i < t->rows; ++i) check_close(decisions[i], expected_decisions[i], 1e-5);
  free(decisions);
  free(expected_decisions);
}

both_ways train_both_ways(const char* method, coppice_dataset* data, const char* pool,
                          const table* t, stump_pool* stumps, const char* options) {
  both_ways of = {.columns = stumps_as_features(stumps, t)};
  coppice_dataset* as_columns = table_dataset(of.columns);
  of.drawn = train_pool_by(method, data, pool, options);
  of.expected = train_pool_by(method, as_columns, "stump", options);
  coppice_dataset_free(as_columns);
  stumps_free(stumps);
  return of;
}

void both_ways_free(both_ways of) {
  coppice_model_free(of.drawn);
  coppice_model_free(of.expected);
  table_free(of.columns);
}

void check_same_optimum(const both_ways* of) {
  check_close(quantity_of(of->drawn, "objective"), quantity_of(of->expected, "objective"), 1e-9);
  check_text(of->drawn, "gap_scope", "pool");
  const double gap = quantity_of(of->drawn, "gap");
  assert_true(gap >= -1e-12 && gap < 1e-9);
}
