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

/* LIBSVM's solution of the SVM with this kernel (rows x rows): both sides of its gap, computed from
 * its multipliers here, and its decision values. `tolerance` is that of its slopes. */
static inline libsvm_solution solve_with_libsvm(const table* t, const double* kernel, double C,
                                                double tolerance) {
  const int64_t n = t->rows;
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
  struct svm_problem problem = {(int)n, t->labels, rows};
  struct svm_parameter parameter = {0};
  parameter.svm_type = C_SVC;
  parameter.kernel_type = PRECOMPUTED;
  parameter.cache_size = 100;
  parameter.eps = tolerance;
  parameter.C = C;
  parameter.shrinking = 1;
  assert_null(svm_check_parameter(&problem, &parameter));
  svm_set_print_string_function(silent);
  struct svm_model* model = svm_train(&problem, &parameter);

  double* multipliers = allocate(n, sizeof *multipliers); /* y alpha */
  double* g = allocate(n, sizeof *g);
  libsvm_solution result = {0, 0, NULL};
  for (int k = 0; k < model->l; ++k) {
    const int i = model->sv_indices[k] - 1;
    multipliers[i] = model->sv_coef[0][k] * model->label[0];
    assert_true(multipliers[i] * t->labels[i] <= C);
    result.dual += multipliers[i] * t->labels[i];
  }
  double norm = 0;
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t k = 0; k < n; ++k) g[i] += kernel[i * n + k] * multipliers[k];
    norm += multipliers[i] * g[i];
  }
  result.dual -= norm / 2;
  result.primal = norm / 2 + C * least_loss(g, t->labels, n);
  result.decisions = g;
  for (int64_t i = 0; i < n; ++i) g[i] -= model->rho[0] * model->label[0];
  svm_free_and_destroy_model(&model);
  free(multipliers);
  free(rows);
  free(nodes);
  return result;
}

#endif
