/* Table 1 of Shen & Liu, columns AdaBoost, LPBoost and CGEns: thirteen sets, five random splits,
 * decision stumps; C and the number of learners by five-fold cross-validation on the training part.
 *
 *     cgens_table1 [--data FOLDER] [--runs 5] [--sets banana,heart] [--methods cgens] [--seed 0]
 *                  [--options "..."] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmark_sets.h"
#include "protocol.h"
#include "rival.h"

static const char learners[] = "25,50,100,250,500";
enum { methods = 3, paper_runs = 5, folds = 5 };

/* In the order of benchmark_set.stumps. */
static const rival rivals[methods] = {
    {"adaboost", "stump", NULL, NULL, learners},
    {"lpboost", "stump", "C", "0.001,0.003,0.01,0.03,0.1,0.3,1,3", learners},
    {"cgens", "stump", "C", "0.001,0.003,0.01,0.03,0.1,0.3,1,3", learners}};

int main(int argc, char** argv) {
  const char* folder = data_folder(argc, argv);
  const int64_t runs = whole_argument(argc, argv, "runs", paper_runs);
  const int64_t seed = whole_argument(argc, argv, "seed", 0);
  const char* wanted_sets = argument(argc, argv, "sets", "");
  const char* wanted_methods = argument(argc, argv, "methods", "");
  const char* options = argument(argc, argv, "options", "");
  no_more_arguments(argc, argv);
  if (runs < 2) fail("--runs: expected at least 2");

  print_machine();
  printf("Stumps, table 1 of Shen & Liu: %ld splits, learners of %s", (long)runs, learners);
  for (int m = 0; m < methods; ++m)
    if (rivals[m].option != NULL && is_listed(rivals[m].method, wanted_methods))
      printf(", %s of %s of %s", rivals[m].option, rivals[m].method, rivals[m].values);
  printf(" by %d-fold cross-validation\n\n", folds);
  print_comparison_head("C and learners chosen");
  int within = 0, all = 0;
  double* errors = allocate(runs, sizeof *errors);
  for (const benchmark_set* set = benchmark_sets; set->name != NULL; ++set) {
    if (!is_listed(set->name, wanted_sets)) continue;
    coppice_dataset* data = load_benchmark_set(folder, set);
    for (int m = 0; m < methods; ++m) {
      if (!is_listed(rivals[m].method, wanted_methods)) continue;
      char name[64], note[512] = "";
      for (int64_t run = 0; run < runs; ++run) {
        split s = split_of(folder, set->file, data, set->train_rows, set->test_rows, run);
        errors[run] = error_of_rival(&rivals[m], options, &s, folds, seed + run, note, sizeof note);
        split_free(&s);
      }
      snprintf(name, sizeof name, "%s, %s", set->name, rivals[m].method);
      within +=
          print_comparison(name, set->stumps[m], paper_runs, summary(errors, runs), runs, note);
      ++all;
    }
    coppice_dataset_free(data);
  }
  printf("\n%d of %d within spread.\n", within, all);
  free(errors);
  return 0;
}
