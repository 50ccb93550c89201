/* Figure 3 of Lin & Li: the decision boundaries of machines of all stumps and of ensembles of some,
 * on 300 rows of twonorm in the plane, where the best boundary is x1 + x2 = 0. figures.py draws
 * what this leaves in the folder.
 *
 *     infinite_boundaries --output FOLDER [--seed 1] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol.h"

enum { train_rows = 300, test_rows = 20000, side = 301 };

/* The paper's four, and CGEns: it chooses few of the stumps that SVM-Mid has all of. */
static const struct {
  const char* name;
  const char* method;
  const char* options;
} methods[] = {{"SVM-Stump", "svm", "kernel=stump"},
               {"SVM-Mid", "svm", "kernel=middle-stump"},
               {"CGEns", "cgens", "learners=100 columns_per_iteration=1"},
               {"AdaBoost", "adaboost", "learners=500"},
               {"LPBoost", "lpboost", "learners=500"}};
enum { METHODS = sizeof methods / sizeof *methods };

/* C, where there is one, is chosen by five-fold cross-validation. */
static coppice_model* fit_method(int k, coppice_dataset* data) {
  coppice_solver* solver = NULL;
  must(coppice_solver_create(methods[k].method, &solver));
  set_options(solver, methods[k].options);
  if (strcmp(methods[k].method, "adaboost") != 0) {
    must(coppice_solver_set_grid(solver, "C", "0.001,0.004,0.015,0.06,0.25,1,4"));
    must(coppice_solver_cross_validate(solver, data, 5, NULL));
  }
  coppice_model* model = fit(solver, data);
  coppice_solver_free(solver);
  return model;
}

static void write_points(const char* output, const coppice_dataset* data) {
  FILE* file = create_file(output, "boundary_train.csv");
  int64_t* classes = allocate(rows_of(data), sizeof *classes);
  must(coppice_dataset_copy_labels(data, classes, rows_of(data)));
  fprintf(file, "x1,x2,label\n");
  for (int64_t i = 0; i < rows_of(data); ++i) {
    double x[2];
    must(coppice_dataset_copy_row(data, i, x, 2));
    fprintf(file, "%.9g,%.9g,%d\n", x[0], x[1], classes[i] == 1 ? 1 : -1);
  }
  free(classes);
  close_file(file);
}

/* Decision values on a square of side 10 around the centre. */
static void write_planes(const char* output, coppice_model* const* models) {
  FILE* file = create_file(output, "boundary_planes.csv");
  fprintf(file, "x1,x2");
  for (int k = 0; k < METHODS; ++k) fprintf(file, ",%s", methods[k].name);
  fprintf(file, "\n");
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      const double x[2] = {-5 + 10.0 * j / (side - 1), -5 + 10.0 * i / (side - 1)};
      fprintf(file, "%.6g,%.6g", x[0], x[1]);
      for (int k = 0; k < METHODS; ++k) {
        double value = 0;
        must(coppice_model_predict_row(models[k], COPPICE_DECISION, x, 2, &value, 1));
        fprintf(file, ",%.9g", value);
      }
      fprintf(file, "\n");
    }
  close_file(file);
}

int main(int argc, char** argv) {
  const char* output = argument(argc, argv, "output", NULL);
  const uint64_t seed = (uint64_t)whole_argument(argc, argv, "seed", 1);
  no_more_arguments(argc, argv);
  if (output == NULL) fail("expected --output FOLDER");

  coppice_dataset *train = NULL, *test = NULL;
  must(coppice_dataset_generate("twonorm", train_rows, 2, 0, seed, &train));
  must(coppice_dataset_generate("twonorm", test_rows, 2, 0, seed + 1, &test));
  print_machine();
  printf(
      "Boundaries on twonorm in the plane, figure 3 of Lin & Li: %d rows\n\n"
      "| method | training error, %% | test error, %% on %d rows |\n|---|---|---|\n",
      train_rows, test_rows);
  coppice_model* models[METHODS];
  for (int k = 0; k < METHODS; ++k) {
    models[k] = fit_method(k, train);
    printf("| %s | %.2f | %.2f |\n", methods[k].name, 100 * error_rate(models[k], train),
           100 * error_rate(models[k], test));
  }
  write_points(output, train);
  write_planes(output, models);
  for (int k = 0; k < METHODS; ++k) coppice_model_free(models[k]);
  coppice_dataset_free(test);
  coppice_dataset_free(train);
  return 0;
}
