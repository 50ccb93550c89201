/* Table 1 of Shen & Liu, column CGEns: thirteen sets, five random splits, decision stumps; C and
 * the number of learners by five-fold cross-validation on the training part.
 *
 *     cgens_table1 [--data FOLDER] [--runs 5] [--sets banana,heart] [--seed 0] [--options "..."] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmark_sets.h"
#include "protocol.h"

static const char* const costs = "0.001,0.003,0.01,0.03,0.1,0.3,1,3";
static const char* const learners = "25,50,100,250,500";
enum { paper_runs = 5, folds = 5 };

int main(int argc, char** argv) {
  const char* folder = data_folder(argc, argv);
  const int64_t runs = whole_argument(argc, argv, "runs", paper_runs);
  const int64_t seed = whole_argument(argc, argv, "seed", 0);
  const char* sets = argument(argc, argv, "sets", "");
  const char* options = argument(argc, argv, "options", "");
  no_more_arguments(argc, argv);
  if (runs < 2) fail("--runs: expected at least 2");

  print_machine();
  printf(
      "CGEns with stumps, table 1 of Shen & Liu: %ld splits, C of %s and learners of %s by %d-fold "
      "cross-validation\n\n",
      (long)runs, costs, learners, folds);
  print_comparison_head("C and learners chosen");
  int within = 0, all = 0;
  double* errors = allocate(runs, sizeof *errors);
  for (const benchmark_set* set = benchmark_sets; set->name != NULL; ++set) {
    if (!is_listed(set->name, sets)) continue;
    coppice_dataset* data = load_benchmark_set(folder, set);
    char note[512] = "";
    for (int64_t run = 0; run < runs; ++run) {
      split s = split_of(folder, set->file, data, set->train_rows, set->test_rows, run);
      coppice_solver* solver = cgens(options);
      const choice chosen = cross_validate(solver, s.train, costs, learners, folds, seed + run);
      coppice_model* model = fit(solver, s.train);
      errors[run] = 100 * error_rate(model, s.test);
      snprintf(note + strlen(note), sizeof note - strlen(note), "%s%g %ld", run > 0 ? ", " : "",
               chosen.C, (long)chosen.learners);
      coppice_model_free(model);
      coppice_solver_free(solver);
      split_free(&s);
    }
    within +=
        print_comparison(set->name, set->stumps, paper_runs, summary(errors, runs), runs, note);
    ++all;
    coppice_dataset_free(data);
  }
  printf("\n%d of %d within spread.\n", within, all);
  free(errors);
  return 0;
}
