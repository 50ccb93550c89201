/* Fits of the exclusivity regularized machine. */
#ifndef COPPICE_TESTS_ERM_FITS_H
#define COPPICE_TESTS_ERM_FITS_H

#include <math.h>
#include <stdlib.h>

#include "training.h"

static inline coppice_model* fit_erm_dataset(coppice_dataset* data, const char* options) {
  coppice_solver* solver = solver_of_method("erm", options);
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  return model;
}

static inline coppice_model* fit_erm(const table* t, const char* options) {
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = fit_erm_dataset(data, options);
  coppice_dataset_free(data);
  return model;
}

/* The values of every feature on [-1, 1]; a constant one is 0. */
static inline void scale_features(table* t) {
  for (int64_t d = 0; d < t->features; ++d) {
    double least = INFINITY, most = -INFINITY;
    for (int64_t i = 0; i < t->rows; ++i) {
      least = fmin(least, t->x[i * t->features + d]);
      most = fmax(most, t->x[i * t->features + d]);
    }
    for (int64_t i = 0; i < t->rows; ++i) {
      double* value = &t->x[i * t->features + d];
      *value = most > least ? 2 * (*value - least) / (most - least) - 1 : 0;
    }
  }
}

/* The loss max(0, s)^p of the rows with their weights, s = 1 - y (f + b). */
static inline double hinge_power_loss(const table* t, const double* w, double b, double p) {
  double loss = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    double f = b;
    for (int64_t d = 0; d < t->features; ++d) f += w[d] * t->x[i * t->features + d];
    loss += t->weights[i] * pow(fmax(0, 1 - t->labels[i] * f), p);
  }
  return loss;
}

/* |W_jc| of `count` components of `wide` weights each, summed over c, squared and summed, halved;
 * and beta times the sum of all. */
static inline double exclusive_penalty(const double* weights, int64_t count, int64_t wide,
                                       double beta) {
  double penalty = 0;
  for (int64_t j = 0; j < wide; ++j) {
    double sum = 0;
    for (int64_t c = 0; c < count; ++c) sum += fabs(weights[c * wide + j]);
    penalty += sum * sum / 2 + beta * sum;
  }
  return penalty;
}

#endif
