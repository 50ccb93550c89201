/* LIBSVM's answer to the SVM with a precomputed kernel. For tests that link LIBSVM, which say so by
 * including its header themselves. */
#ifndef COPPICE_TESTS_LIBSVM_SOLUTION_H
#define COPPICE_TESTS_LIBSVM_SOLUTION_H

#include <libsvm/svm.h>
#include <math.h>
#include <stdlib.h>

#include "table.h"

typedef struct libsvm_solution {
  double primal;
  double dual;
  double* decisions; /* of the rows; free() it */
} libsvm_solution;

static inline void silent(const char* text) {
  (void)text;
}

/* min over b of sum_i max(0, 1 - y_i (g_i + b)): piecewise linear, so at one of its bends. */
static inline double least_loss(const double* g, const double* labels, int64_t rows) {
  double least = INFINITY;
  for (int64_t k = 0; k < rows; ++k) {
    const double b = labels[k] - g[k];
    double loss = 0;
    for (int64_t i = 0; i < rows; ++i) loss += fmax(0, 1 - labels[i] * (g[i] + b));
    if (loss < least) least = loss;
  }
  return least;
}

/* The multipliers of all rows (free() them) and the bias with which LIBSVM solves a problem on this
 * kernel (rows x rows): f(x_i) = sum_j multiplier_j K(x_j, x_i) + bias. `tolerance` is that of its
 * slopes. */
static inline double* multipliers_of_libsvm(int64_t n, const double* kernel, double* targets,
                                            struct svm_parameter parameter, double tolerance,
                                            double* bias) {
  struct svm_node* nodes = allocate(n * (n + 2), sizeof *nodes);
  struct svm_node** rows = allocate(n, sizeof *rows);
  for (int64_t i = 0; i < n; ++i) {
    rows[i] = nodes + i * (n + 2);
    rows[i][0].value = (double)(i + 1);
    for (int64_t k = 0; k < n; ++k) {
      rows[i][k + 1].index = (int)(k + 1);
      rows[i][k + 1].value = kernel[i * n + k];
    }
    rows[i][n + 1].index = -1;
  }
  struct svm_problem problem = {(int)n, targets, rows};
  parameter.kernel_type = PRECOMPUTED;
  parameter.cache_size = 100;
  parameter.eps = tolerance;
  parameter.shrinking = 1;
  assert_null(svm_check_parameter(&problem, &parameter));
  svm_set_print_string_function(silent);
  struct svm_model* model = svm_train(&problem, &parameter);
  double* multipliers = allocate(n, sizeof *multipliers);
  const double sign = parameter.svm_type == C_SVC ? model->label[0] : 1;
  for (int k = 0; k < model->l; ++k)
    multipliers[model->sv_indices[k] - 1] = model->sv_coef[0][k] * sign;
  *bias = -model->rho[0] * sign;
  svm_free_and_destroy_model(&model);
  free(rows);
  free(nodes);
  return multipliers;
}

/* K m, and m'K m. free() the first. */
static inline double* kernel_times(int64_t n, const double* kernel, const double* m,
                                   double* squared_norm) {
  double* g = allocate(n, sizeof *g);
  *squared_norm = 0;
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t k = 0; k < n; ++k) g[i] += kernel[i * n + k] * m[k];
    *squared_norm += m[i] * g[i];
  }
  return g;
}

/* The SVM: both sides of its gap, computed from the multipliers here, and its decision values. */
static inline libsvm_solution solve_with_libsvm(const table* t, const double* kernel, double C,
                                                double tolerance) {
  const struct svm_parameter parameter = {.svm_type = C_SVC, .C = C};
  double bias = 0, norm = 0;
  double* multipliers =
      multipliers_of_libsvm(t->rows, kernel, t->labels, parameter, tolerance, &bias);
  double* g = kernel_times(t->rows, kernel, multipliers, &norm);
  libsvm_solution result = {norm / 2 + C * least_loss(g, t->labels, t->rows), -norm / 2, g};
  for (int64_t i = 0; i < t->rows; ++i) {
    assert_true(multipliers[i] * t->labels[i] <= C);
    result.dual += multipliers[i] * t->labels[i];
    g[i] += bias;
  }
  free(multipliers);
  return result;
}

#endif
