/* Kernels of a learned map as explicit matrices, rows x rows, and their centred alignment with the
 * target of labelled rows: what the library computes without such matrices. */
#ifndef COPPICE_TESTS_GRAM_H
#define COPPICE_TESTS_GRAM_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "samples.h"
#include "training.h"

/* Classes about centres drawn uniformly from the unit cube, with normal noise; `per_class` rows of
 * each. */
static inline sample centres(int64_t K, int64_t per_class, int64_t features, double deviation,
                             uint32_t seed, uint32_t noise_seed) {
  sample made = sample_of(table_create(K * per_class, features), K);
  double* centre = allocate(K * features, sizeof *centre);
  for (int64_t k = 0; k < K * features; ++k) centre[k] = random_next(&seed);
  for (int64_t i = 0; i < K * per_class; ++i) {
    made.classes[i] = i / per_class;
    for (int64_t d = 0; d < features; ++d) {
      const double radius = sqrt(-2 * log(1 - random_next(&noise_seed)));
      made.t->x[i * features + d] =
          centre[made.classes[i] * features + d] +
          deviation * radius * cos(6.283185307179586 * random_next(&noise_seed));
    }
  }
  free(centre);
  return made;
}

/* Views "1", "2", .. of `size` features each. */
static inline void cut_into_views(coppice_dataset* data, int64_t features, int64_t size) {
  for (int64_t k = 0; k * size < features; ++k) {
    int64_t list[64];
    char name[24];
    for (int64_t d = 0; d < size; ++d) list[d] = k * size + d;
    snprintf(name, sizeof name, "%d", (int)k + 1);
    check_ok(coppice_dataset_add_view(data, name, list, size));
  }
}

/* sum_ij a_ij b_ij. */
static inline double inner(const double* a, const double* b, int64_t rows) {
  double sum = 0;
  for (int64_t k = 0; k < rows * rows; ++k) sum += a[k] * b[k];
  return sum;
}

/* HKH of K = sum over columns j from `first` to before `last` of scale_j f_j f_j', with rows
 * multiplied by the square roots of the weights; f is rows x `width`. */
static inline double* centred_kernel(const double* f, const double* scale, int64_t width,
                                     int64_t first, int64_t last, const double* weights,
                                     int64_t rows) {
  double* kernel = allocate(rows * rows, sizeof *kernel);
  memset(kernel, 0, (size_t)(rows * rows) * sizeof *kernel);
  double total = 0;
  for (int64_t i = 0; i < rows; ++i) total += weights[i];
  for (int64_t j = first; j < last; ++j) {
    double mean = 0;
    for (int64_t i = 0; i < rows; ++i) mean += weights[i] * f[i * width + j] / total;
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t k = 0; k < rows; ++k)
        kernel[i * rows + k] += (scale == NULL ? 1 : scale[j]) * sqrt(weights[i] * weights[k]) *
                                (f[i * width + j] - mean) * (f[k * width + j] - mean);
  }
  return kernel;
}

/* The projection to what the classes span about their mean: of rows of one class s its entry is
 * sqrt(w_i w_k) (1 / W_s - 1 / W), of others - sqrt(w_i w_k) / W. */
static inline double* class_target(const int64_t* classes, int64_t K, const double* weights,
                                   int64_t rows) {
  double* target = allocate(rows * rows, sizeof *target);
  double* of_class = allocate(K, sizeof *of_class);
  double total = 0;
  for (int64_t s = 0; s < K; ++s) of_class[s] = 0;
  for (int64_t i = 0; i < rows; ++i) of_class[classes[i]] += weights[i], total += weights[i];
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t k = 0; k < rows; ++k)
      target[i * rows + k] =
          sqrt(weights[i] * weights[k]) *
          ((classes[i] == classes[k] ? 1 / of_class[classes[i]] : 0) - 1 / total);
  free(of_class);
  return target;
}

static inline double explicit_alignment(const double* kernel, const double* target, int64_t rows) {
  return inner(kernel, target, rows) /
         sqrt(inner(kernel, kernel, rows) * inner(target, target, rows));
}

#endif
