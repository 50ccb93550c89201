/* Figure 1 of Shen & Liu: points of a Gaussian in the plane, those within a radius against those
 * outside; the decision boundary of CGEns with stumps, and its training and test error after every
 * learner. figures.py draws what this leaves in the folder, with AdaBoost beside it.
 *
 *     cgens_toy --output FOLDER [--rows 1000] [--learners 200] [--C 0.01] [--seed 3] */
#include <stdio.h>
#include <stdlib.h>

#include "protocol.h"

static const double radius = 1.1774; /* half of a standard Gaussian in the plane is within */
enum { test_rows = 10000, side = 201 };

static double* draw_points(int64_t rows, uint64_t seed) {
  double* x = allocate(2 * rows, sizeof *x);
  for (int64_t k = 0; k < 2 * rows; ++k) x[k] = random_normal(&seed);
  return x;
}

static double label_of(const double* x) {
  return x[0] * x[0] + x[1] * x[1] < radius * radius ? 1 : -1;
}

static coppice_dataset* labelled(const double* x, int64_t rows) {
  double* labels = allocate(rows, sizeof *labels);
  for (int64_t i = 0; i < rows; ++i) labels[i] = label_of(x + 2 * i);
  coppice_dataset* data = made_of(x, labels, rows, 2);
  free(labels);
  return data;
}

static void write_points(const char* output, const char* name, const double* x, int64_t rows) {
  FILE* file = create_file(output, name);
  fprintf(file, "x1,x2,label\n");
  for (int64_t i = 0; i < rows; ++i)
    fprintf(file, "%.9g,%.9g,%g\n", x[2 * i], x[2 * i + 1], label_of(x + 2 * i));
  close_file(file);
}

/* Decision values on a square of side 6 around the centre. */
static void write_plane(const char* output, const coppice_model* model) {
  FILE* file = create_file(output, "toy_plane.csv");
  fprintf(file, "x1,x2,decision\n");
  for (int i = 0; i < side; ++i)
    for (int k = 0; k < side; ++k) {
      const double x[2] = {-3 + 6.0 * k / (side - 1), -3 + 6.0 * i / (side - 1)};
      double value = 0;
      must(coppice_model_predict_row(model, COPPICE_DECISION, x, 2, &value, 1));
      fprintf(file, "%.4g,%.4g,%.9g\n", x[0], x[1], value);
    }
  close_file(file);
}

static void write_errors(const char* output, const coppice_model* model, const double* test) {
  int64_t stages = 0;
  double* train_error = array_of(model, "curve.train_error", &stages);
  double* wrong = allocate(stages, sizeof *wrong);
  double* decisions = allocate(stages, sizeof *decisions);
  for (int64_t i = 0; i < test_rows; ++i) {
    const double* x = test + 2 * i;
    must(coppice_model_predict_row(model, COPPICE_STAGED, x, 2, decisions, stages));
    for (int64_t k = 0; k < stages; ++k)
      if ((decisions[k] >= 0) != (label_of(x) > 0)) ++wrong[k];
  }
  FILE* file = create_file(output, "toy_errors.csv");
  fprintf(file, "learners,train_error,test_error\n");
  for (int64_t k = 0; k < stages; ++k)
    fprintf(file, "%ld,%.6g,%.6g\n", (long)(k + 1), train_error[k], wrong[k] / test_rows);
  close_file(file);
  printf("| learners | training error, %% | test error, %% |\n|---|---|---|\n");
  static const int64_t shown[] = {10, 20, 50, 100, 200};
  for (size_t k = 0; k < sizeof shown / sizeof *shown; ++k)
    if (shown[k] <= stages)
      printf("| %ld | %.2f | %.2f |\n", (long)shown[k], 100 * train_error[shown[k] - 1],
             100 * wrong[shown[k] - 1] / test_rows);
  free(decisions);
  free(wrong);
  free(train_error);
}

int main(int argc, char** argv) {
  const char* output = argument(argc, argv, "output", NULL);
  const int64_t rows = whole_argument(argc, argv, "rows", 1000);
  const int64_t learners = whole_argument(argc, argv, "learners", 200);
  const double C = real_argument(argc, argv, "C", 0.01);
  const uint64_t seed = (uint64_t)whole_argument(argc, argv, "seed", 3);
  no_more_arguments(argc, argv);
  if (output == NULL) fail("expected --output FOLDER");

  double* train = draw_points(rows, seed);
  double* test = draw_points(test_rows, seed + 1);
  coppice_dataset* data = labelled(train, rows);
  coppice_solver* solver = cgens("keep_stages=yes");
  must(coppice_solver_set_double(solver, "C", C));
  must(coppice_solver_set_int(solver, "learners", learners));
  coppice_model* model = fit(solver, data);
  print_machine();
  printf("CGEns with stumps on a disc in a Gaussian, figure 1 of Shen & Liu: %ld rows, C %g\n\n",
         (long)rows, C);
  write_points(output, "toy_train.csv", train, rows);
  write_points(output, "toy_test.csv", test, test_rows);
  write_plane(output, model);
  write_errors(output, model, test);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  free(test);
  free(train);
  return 0;
}
