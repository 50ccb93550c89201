#include "kernels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void* a, const void* b) {
  const double x = *(const double*)a;
  const double y = *(const double*)b;
  return (x > y) - (x < y);
}

static void find_midpoints(kernel_facts* facts, const table* t, int64_t d) {
  double* values = allocate(t->rows, sizeof *values);
  for (int64_t i = 0; i < t->rows; ++i) values[i] = t->x[i * t->features + d];
  qsort(values, (size_t)t->rows, sizeof *values, by_value);
  facts->midpoints[d] = allocate(t->rows, sizeof(double));
  for (int64_t i = 1; i < t->rows; ++i)
    if (values[i] > values[i - 1])
      facts->midpoints[d][facts->midpoint_counts[d]++] = values[i - 1] / 2 + values[i] / 2;
  facts->least[d] = values[0];
  facts->most[d] = values[t->rows - 1];
  free(values);
}

kernel_facts* kernel_facts_of(const table* t) {
  kernel_facts* facts = allocate(1, sizeof *facts);
  facts->features = t->features;
  facts->least = allocate(t->features, sizeof(double));
  facts->most = allocate(t->features, sizeof(double));
  facts->midpoints = allocate(t->features, sizeof(double*));
  facts->midpoint_counts = allocate(t->features, sizeof(int64_t));
  for (int64_t d = 0; d < t->features; ++d) {
    find_midpoints(facts, t, d);
    facts->half_range += (facts->most[d] - facts->least[d]) / 2;
  }
  for (int64_t i = 0; i < t->rows; ++i) {
    double squared = 0;
    for (int64_t d = 0; d < t->features; ++d)
      squared += t->x[i * t->features + d] * t->x[i * t->features + d];
    facts->radius = fmax(facts->radius, sqrt(squared));
  }
  return facts;
}

void kernel_facts_free(kernel_facts* facts) {
  for (int64_t d = 0; d < facts->features; ++d) free(facts->midpoints[d]);
  free(facts->midpoints);
  free(facts->midpoint_counts);
  free(facts->least);
  free(facts->most);
  free(facts);
}

/* ||x - z||_p^p */
static double distance(const kernel_facts* facts, const double* x, const double* z, double p) {
  double sum = 0;
  for (int64_t d = 0; d < facts->features; ++d) sum += pow(fabs(x[d] - z[d]), p);
  return sum;
}

/* K_S of rows clipped to the range; definition 4 */
static double stump(const kernel_facts* facts, const double* x, const double* z) {
  double sum = 0;
  for (int64_t d = 0; d < facts->features; ++d)
    sum += fabs(fmin(fmax(x[d], facts->least[d]), facts->most[d]) -
                fmin(fmax(z[d], facts->least[d]), facts->most[d]));
  return facts->half_range - sum;
}

/* K_P; definition 9 */
static double perceptron(const kernel_facts* facts, const double* x, const double* z) {
  const double D = (double)facts->features;
  const double ratio = sqrt(acos(-1)) * exp(lgamma((D + 1) / 2) - lgamma(D / 2));
  return facts->radius * ratio - sqrt(distance(facts, x, z, 2));
}

static double laplacian(const kernel_facts* facts, const double* x, const double* z) {
  return exp(-0.05 * distance(facts, x, z, 1));
}

static double gaussian(const kernel_facts* facts, const double* x, const double* z) {
  return exp(-0.03 * distance(facts, x, z, 2));
}

static double linear(const kernel_facts* facts, const double* x, const double* z) {
  double sum = 0;
  for (int64_t d = 0; d < facts->features; ++d) sum += x[d] * z[d];
  return sum;
}

static double intersection(const kernel_facts* facts, const double* x, const double* z) {
  double sum = 0;
  for (int64_t d = 0; d < facts->features; ++d) sum += fmin(x[d], z[d]);
  return sum;
}

/* Definition 18 */
static double tree(const kernel_facts* facts, const double* x, const double* z) {
  return exp(0.002 * (stump(facts, x, z) + facts->half_range)) - 1;
}

/* Definition 17 with L = 3 */
static double stump_region(const kernel_facts* facts, const double* x, const double* z) {
  const double whole = 2 * facts->half_range;
  const double share = (stump(facts, x, z) + facts->half_range) / whole;
  return pow(whole, 3) * (share + pow(share, 2) + pow(share, 3));
}

/* Over all midpoints, section 4.2 */
static double middle_stump(const kernel_facts* facts, const double* x, const double* z) {
  double sum = 0;
  for (int64_t d = 0; d < facts->features; ++d)
    for (int64_t k = 0; k < facts->midpoint_counts[d]; ++k) {
      const double m = facts->midpoints[d][k];
      sum += (x[d] > m ? 0.5 : -0.5) * (z[d] > m ? 1 : -1);
    }
  return sum;
}

static double sum(const kernel_facts* facts, const double* x, const double* z) {
  return stump(facts, x, z) + gaussian(facts, x, z);
}

static double product(const kernel_facts* facts, const double* x, const double* z) {
  return stump(facts, x, z) * perceptron(facts, x, z);
}

static double and_of_both(const kernel_facts* facts, const double* x, const double* z) {
  return (stump(facts, x, z) + stump(facts, x, x)) *
         (middle_stump(facts, x, z) + middle_stump(facts, x, x));
}

const kernel_case kernel_cases[] = {
    {"stump", stump, "newton"},
    {"perceptron", perceptron, "working-sets"},
    {"laplacian(gamma=0.05)", laplacian, "working-sets"},
    {"tree(gamma=0.002)", tree, "working-sets"},
    {"stump-region(stumps=3)", stump_region, "working-sets"},
    {"middle-stump", middle_stump, "newton"},
    {"gaussian(gamma=0.03)", gaussian, "working-sets"},
    {"linear", linear, "working-sets"},
    {"histogram-intersection", intersection, "newton"},
    {"sum(stump,gaussian(gamma=0.03))", sum, "working-sets"},
    {"product(stump,perceptron)", product, "working-sets"},
    {"and(stump,middle-stump)", and_of_both, "working-sets"},
};
const int kernel_case_count = sizeof kernel_cases / sizeof *kernel_cases;

double* kernel_matrix(const kernel_case* of, const table* t) {
  kernel_facts* facts = kernel_facts_of(t);
  double* matrix = allocate(t->rows * t->rows, sizeof *matrix);
  for (int64_t i = 0; i < t->rows; ++i)
    for (int64_t j = 0; j < t->rows; ++j)
      matrix[i * t->rows + j] = of->value(facts, t->x + i * t->features, t->x + j * t->features);
  kernel_facts_free(facts);
  return matrix;
}
