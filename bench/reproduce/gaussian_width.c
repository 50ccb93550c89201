/* See gaussian_width.h. */
#include "gaussian_width.h"

#include <libsvm/svm.h>
#include <stdlib.h>

static void silent(const char* text) {
  (void)text;
}

double gaussian_width(const coppice_dataset* train, int folds) {
  static const double widths[] = {0.0625, 0.125, 0.25, 0.5, 1, 2, 4, 8, 16}; /* over features */
  static const double costs[] = {0.1, 1, 10, 100, 1000};
  const int64_t rows = rows_of(train);
  const int64_t features = features_of(train);
  struct svm_node* nodes = allocate(rows * (features + 1), sizeof *nodes);
  struct svm_node** starts = allocate(rows, sizeof *starts);
  double* row = allocate(features, sizeof *row);
  double* labels = allocate(rows, sizeof *labels);
  double* predicted = allocate(rows, sizeof *predicted);
  int64_t* classes = allocate(rows, sizeof *classes);
  must(coppice_dataset_copy_labels(train, classes, rows));
  for (int64_t i = 0; i < rows; ++i) {
    labels[i] = classes[i] == 1 ? 1 : -1;
    must(coppice_dataset_copy_row(train, i, row, features));
    starts[i] = nodes + i * (features + 1);
    for (int64_t d = 0; d < features; ++d) starts[i][d] = (struct svm_node){(int)(d + 1), row[d]};
    starts[i][features].index = -1;
  }
  const struct svm_problem problem = {(int)rows, labels, starts};
  struct svm_parameter parameter = {0};
  parameter.svm_type = C_SVC;
  parameter.kernel_type = RBF;
  parameter.cache_size = 100;
  parameter.eps = 1e-3;
  parameter.shrinking = 1;
  svm_set_print_string_function(silent);
  double best = 0;
  int64_t least = rows + 1;
  for (size_t g = 0; g < sizeof widths / sizeof *widths; ++g)
    for (size_t c = 0; c < sizeof costs / sizeof *costs; ++c) {
      parameter.gamma = widths[g] / (double)features;
      parameter.C = costs[c];
      srand(1); /* LIBSVM draws its folds */
      svm_cross_validation(&problem, &parameter, folds, predicted);
      int64_t wrong = 0;
      for (int64_t i = 0; i < rows; ++i) wrong += predicted[i] != labels[i];
      if (wrong >= least) continue;
      least = wrong;
      best = parameter.gamma;
    }
  free(classes);
  free(predicted);
  free(labels);
  free(row);
  free(starts);
  free(nodes);
  return best;
}
