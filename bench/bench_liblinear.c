/* What warm starts and Newton steps are worth: the restricted masters solved by the library
 * (master=dual) and by LIBLINEAR from nothing (master=liblinear), as in the paper, on MNIST
 * odd/even, with one learner an iteration. Both to the same relative gap, if they reach it.
 *
 *     bench_liblinear [--data FOLDER] [--rows 10000] [--C 0.001] [--learners 100,500]
 *                     [--tolerance 1e-4] [--bias penalised] */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

static double worst(const coppice_model* model, const char* curve) {
  int64_t size = 0;
  double* values = array_of(model, curve, &size);
  double result = 0;
  for (int64_t k = 0; k < size; ++k)
    if (values[k] > result) result = values[k];
  free(values);
  return result;
}

int main(int argc, char** argv) {
  static const char* const losses[] = {"squared-hinge", "hinge"};
  static const char* const masters[] = {"dual", "liblinear"};
  const char* folder = data_folder(argc, argv);
  const int64_t rows = whole_argument(argc, argv, "rows", 10000);
  const double C = real_argument(argc, argv, "C", 0.001);
  const char* learners = argument(argc, argv, "learners", "100,500");
  const char* tolerance = argument(argc, argv, "tolerance", "1e-4");
  const char* bias = argument(argc, argv, "bias", "penalised");
  no_more_arguments(argc, argv);
  setenv("OPENBLAS_NUM_THREADS", "1", 1); /* LIBLINEAR brings a BLAS, which may start threads */

  coppice_dataset* whole = load_odd_even(folder, "mnist.train");
  coppice_dataset* test = load_odd_even(folder, "mnist.test");
  coppice_dataset* train = first_rows(whole, rows);
  coppice_dataset_free(whole);
  print_machine();
  printf("MNIST odd/even, first %ld rows, stumps, C %g, bias %s, tolerance %s, one thread\n\n",
         (long)rows, C, bias, tolerance);
  printf(
      "| loss | learners | master | seconds | CPU seconds | objective | largest gap of a master "
      "| test error | CPU time against dual |\n|---|---|---|---|---|---|---|---|---|\n");
  for (const char* next = learners; *next != '\0';) {
    char* end = NULL;
    const long J = strtol(next, &end, 10);
    if (end == next || J < 1) fail("--learners: expected numbers such as 100,500");
    next = *end == ',' ? end + 1 : end;
    for (int l = 0; l < 2; ++l) {
      double ours = 0;
      for (int m = 0; m < 2; ++m) {
        coppice_dataset* fresh = first_rows(train, rows);
        char options[256];
        snprintf(options, sizeof options,
                 "C=%.17g learners=%ld loss=%s master=%s bias=%s tolerance=%s "
                 "columns_per_iteration=1",
                 C, J, losses[l], masters[m], bias, tolerance);
        coppice_solver* solver = cgens(options);
        fit_cost cost;
        coppice_model* model = timed_fit(solver, fresh, &cost);
        if (m == 0) ours = cost.cpu;
        printf("| %s | %ld | %s | %.2f | %.2f | %.8g | %.1e | %.2f %% | %.1f |\n", losses[l], J,
               masters[m], cost.wall, cost.cpu, quantity(model, "objective"),
               worst(model, "curve.master_gap"), 100 * error_rate(model, test), cost.cpu / ours);
        fflush(stdout);
        coppice_model_free(model);
        coppice_solver_free(solver);
        coppice_dataset_free(fresh);
      }
    }
  }
  coppice_dataset_free(train);
  coppice_dataset_free(test);
  return 0;
}
