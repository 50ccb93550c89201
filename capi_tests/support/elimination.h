/* Linear systems of a few hundred unknowns. */
#ifndef COPPICE_TESTS_ELIMINATION_H
#define COPPICE_TESTS_ELIMINATION_H

#include <math.h>
#include <stdint.h>

/* x of A x = b by Gaussian elimination with pivoting; A is n x n, and lost like b. */
static inline void eliminate(double* a, double* b, int64_t n) {
  for (int64_t k = 0; k < n; ++k) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < n; ++i)
      if (fabs(a[i * n + k]) > fabs(a[pivot * n + k])) pivot = i;
    for (int64_t j = 0; j < n; ++j) {
      const double swapped = a[k * n + j];
      a[k * n + j] = a[pivot * n + j];
      a[pivot * n + j] = swapped;
    }
    const double swapped = b[k];
    b[k] = b[pivot];
    b[pivot] = swapped;
    for (int64_t i = k + 1; i < n; ++i) {
      const double factor = a[i * n + k] / a[k * n + k];
      for (int64_t j = k; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (int64_t k = n - 1; k >= 0; --k) {
    for (int64_t j = k + 1; j < n; ++j) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
}

#endif
