/* Table 4 and figure 5 of Shen & Liu: spambase, 60 stumps, three fifths of the rows for training,
 * twenty runs, C by five-fold cross-validation; how often each feature is chosen, on average.
 * figures.py draws what --output FOLDER leaves.
 *
 *     cgens_spam [--data FOLDER] [--runs 20] [--seed 1] [--output FOLDER] [--options "..."] */
#include <stdio.h>
#include <stdlib.h>

#include "protocol.h"

static const char* const costs = "0.0003,0.001,0.003,0.01,0.03,0.1,0.3,1";
enum { features = 57, paper_runs = 20, folds = 5 };

/* The features that the paper names, counted from 1, and whose favourites it calls them. */
static const struct {
  int feature;
  const char* name;
  const char* of;
} named[] = {{16, "free", "both"},       {25, "hp", "both"},          {52, "!", "both"},
             {7, "remove", "CGEns"},     {19, "you", "CGEns"},        {53, "$", "CGEns"},
             {27, "george", "AdaBoost"}, {42, "meeting", "AdaBoost"}, {46, "edu", "AdaBoost"}};

static void print_features(const double* frequency) {
  printf(
      "\nHow many of the 60 stumps look at a feature (figure 5), for those that the paper names, "
      "and the place of the feature among all %d:\n\n"
      "| feature | favourite of | stumps | place |\n|---|---|---|---|\n",
      features);
  for (size_t k = 0; k < sizeof named / sizeof *named; ++k) {
    const double own = frequency[named[k].feature - 1];
    int place = 1;
    for (int d = 0; d < features; ++d) place += frequency[d] > own;
    printf("| %d %s | %s | %.2f | %d |\n", named[k].feature, named[k].name, named[k].of, own,
           place);
  }
}

int main(int argc, char** argv) {
  const char* folder = data_folder(argc, argv);
  const int64_t runs = whole_argument(argc, argv, "runs", paper_runs);
  const int64_t seed = whole_argument(argc, argv, "seed", 1);
  const char* output = argument(argc, argv, "output", NULL);
  const char* options = argument(argc, argv, "options", "");
  no_more_arguments(argc, argv);
  if (runs < 2) fail("--runs: expected at least 2");

  coppice_dataset* data = load(folder, "spambase", features);
  double* errors = allocate(runs, sizeof *errors);
  double frequency[features] = {0};
  char note[1024] = "";
  int used = 0;
  for (int64_t run = 0; run < runs; ++run) {
    split s = {NULL, NULL};
    must(coppice_dataset_split(data, 0.6, (uint64_t)(seed + run), &s.train, &s.test));
    coppice_solver* solver = cgens(options);
    const choice chosen = cross_validate(solver, s.train, "C", costs, "60", folds, seed + run);
    coppice_model* model = fit(solver, s.train);
    errors[run] = 100 * error_rate(model, s.test);
    double* counts = array_of(model, "feature_counts", NULL);
    for (int d = 0; d < features; ++d) frequency[d] += counts[d] / (double)runs;
    used += snprintf(note + used, sizeof note - (size_t)used, "%s%g", run > 0 ? ", " : "",
                     chosen.value);
    free(counts);
    coppice_model_free(model);
    coppice_solver_free(solver);
    split_free(&s);
  }
  print_machine();
  printf(
      "CGEns with 60 stumps on spambase, table 4 of Shen & Liu: %ld random splits, C by %d-fold "
      "cross-validation\n\n",
      (long)runs, folds);
  print_comparison_head("C chosen");
  print_comparison("spam", (percent){5.80, 0.46}, paper_runs, summary(errors, runs), runs, note);
  print_features(frequency);
  if (output != NULL) {
    FILE* file = create_file(output, "spam_features.csv");
    fprintf(file, "feature,stumps\n");
    for (int d = 0; d < features; ++d) fprintf(file, "%d,%.4f\n", d + 1, frequency[d]);
    close_file(file);
  }
  free(errors);
  coppice_dataset_free(data);
  return 0;
}
