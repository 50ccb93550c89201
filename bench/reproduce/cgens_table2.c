/* Table 2 of Shen & Liu, columns CGEns: thirteen sets, five random splits, 500 learners, the best
 * of 2000 random ones in every iteration: Fourier features, whose width is that of the Gaussian SVM
 * by its own cross-validation, and perceptrons. C by five-fold cross-validation on the training
 * part. Features are standardised on the training part, as the sets of Raetsch et al. come.
 *
 * The protocol in full takes hours; cross-validating with fewer candidates or learners takes half
 * an hour.
 *
 *     cgens_table2 [--data FOLDER] [--pool fourier,perceptron] [--sets banana,heart] [--runs 5]
 *                  [--cv-learners 500] [--cv-candidates 2000] [--threads 1] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmark_sets.h"
#include "gaussian_width.h"
#include "protocol.h"

static const char* const costs = "0.0003,0.001,0.003,0.01,0.03,0.1,0.3,1";
enum { learners = 500, candidates = 2000, paper_runs = 5, folds = 5 };

typedef struct effort {
  int64_t runs, cv_learners, cv_candidates, threads;
} effort;

static void use_pool(coppice_solver* solver, const char* kind, double gamma, int64_t count) {
  coppice_pool* pool = NULL;
  must(coppice_pool_create(kind, &pool));
  must(coppice_pool_set_int(pool, "candidates", count));
  must(coppice_pool_set_string(pool, "scale", "none"));
  if (gamma > 0) must(coppice_pool_set_double(pool, "gamma", gamma));
  must(coppice_solver_set_pool(solver, pool));
  coppice_pool_free(pool);
}

/* The test error of one run, in percent; what was chosen goes to the end of `note`. */
static double error_of_run(split* s, const char* kind, const effort* e, int64_t run, char* note,
                           size_t room) {
  const double gamma = strcmp(kind, "fourier") == 0 ? gaussian_width(s->train, folds) : 0;
  coppice_solver* solver = cgens("");
  must(coppice_solver_set_int(solver, "threads", e->threads));
  use_pool(solver, kind, gamma, e->cv_candidates);
  char cv_learners[32];
  snprintf(cv_learners, sizeof cv_learners, "%ld", (long)e->cv_learners);
  const choice chosen = cross_validate(solver, s->train, "C", costs, cv_learners, folds, run);
  use_pool(solver, kind, gamma, candidates);
  must(coppice_solver_set_int(solver, "learners", learners));
  coppice_model* model = fit(solver, s->train);
  const double error = 100 * error_rate(model, s->test);
  const char* separator = run > 0 ? ", " : "";
  if (gamma > 0)
    snprintf(note, room, "%s%g %.3g", separator, chosen.value, gamma);
  else
    snprintf(note, room, "%s%g", separator, chosen.value);
  coppice_model_free(model);
  coppice_solver_free(solver);
  return error;
}

static void reproduce(const char* folder, const char* kind, const char* sets, const effort* e) {
  const int fourier = strcmp(kind, "fourier") == 0;
  printf("\n%s:\n\n", kind);
  print_comparison_head(fourier ? "C and gamma chosen" : "C chosen");
  int within = 0, all = 0;
  double* errors = allocate(e->runs, sizeof *errors);
  for (const benchmark_set* set = benchmark_sets; set->name != NULL; ++set) {
    if (!is_listed(set->name, sets)) continue;
    coppice_dataset* data = load_benchmark_set(folder, set);
    char note[1024] = "";
    for (int64_t run = 0; run < e->runs; ++run) {
      split s = split_of(folder, set->file, data, set->train_rows, set->test_rows, run);
      standardise(&s);
      const size_t used = strlen(note);
      errors[run] = error_of_run(&s, kind, e, run, note + used, sizeof note - used);
      split_free(&s);
    }
    within += print_comparison(set->name, fourier ? set->fourier : set->perceptron, paper_runs,
                               summary(errors, e->runs), e->runs, note);
    ++all;
    coppice_dataset_free(data);
  }
  printf("\n%d of %d within spread.\n", within, all);
  free(errors);
}

int main(int argc, char** argv) {
  const char* folder = data_folder(argc, argv);
  const char* pools = argument(argc, argv, "pool", "fourier,perceptron");
  const char* sets = argument(argc, argv, "sets", "");
  const effort e = {whole_argument(argc, argv, "runs", paper_runs),
                    whole_argument(argc, argv, "cv-learners", learners),
                    whole_argument(argc, argv, "cv-candidates", candidates),
                    whole_argument(argc, argv, "threads", 1)};
  no_more_arguments(argc, argv);
  if (e.runs < 2) fail("--runs: expected at least 2");
  print_machine();
  printf(
      "CGEns with %d learners, the best of %d each, table 2 of Shen & Liu: %ld splits, C of %s "
      "by %d-fold cross-validation of %ld learners, the best of %ld each\n",
      learners, candidates, (long)e.runs, costs, folds, (long)e.cv_learners, (long)e.cv_candidates);
  if (is_listed("fourier", pools)) reproduce(folder, "fourier", sets, &e);
  if (is_listed("perceptron", pools)) reproduce(folder, "perceptron", sets, &e);
  return 0;
}
