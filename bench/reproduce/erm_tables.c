/* Tables 1 and 2 of Guo (ERM): eight sets of LIBSVM's page, ten times 150 random rows for training
 * and the rest for testing, every feature from -1 to 1 on the whole set, lambda = 2; ERM by the
 * paper's schedule, and beside it by the exact one. The paper has AdaBoost and bagging from
 * MATLAB's fitensemble and does not say of what: here they are of stumps, and of full trees. DRM's
 * mu and nu are not in the paper either: nu is 0.5 and mu 0.001.
 *
 *     erm_tables [--data FOLDER] [--runs 10] [--sets heart,sonar] [--methods L1-ERM10,DRM30]
 *                [--boosted "tree(depth=10,leaves=11)"] [--bagged stump]
 *                [--erm "start=random"] [--drm "mu=0.003"] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmark_sets.h"
#include "protocol.h"

enum { sets = 8, columns = 10, paper_runs = 10, train_rows = 150 };

typedef struct column {
  const char* name;
  const char* method;
  const char* options;
  double paper_seconds;
} column;

/* clang-format off */
static const column all_columns[columns] = {
    {"L1-ERM10", "erm", "p=1 components=10", 0.0568},
    {"L2-ERM10", "erm", "p=2 components=10", 0.0575},
    {"AdaBoost10", "adaboost", "learners=10", 0.1758},
    {"Bagging10", "bagging", "learners=10", 0.3019},
    {"DRM10", "drm", "components=10 mu=0.001", 168.5657},
    {"L1-ERM30", "erm", "p=1 components=30", 0.1358},
    {"L2-ERM30", "erm", "p=2 components=30", 0.1091},
    {"AdaBoost30", "adaboost", "learners=30", 0.2841},
    {"Bagging30", "bagging", "learners=30", 0.2512},
    {"DRM30", "drm", "components=30 mu=0.001", 193.9761}};

static const struct {
  benchmark_set set;       /* its name, file and features */
  percent paper[columns];  /* mean and standard deviation of the test error */
} all_sets[sets] = {
    {{.name = "german", .file = "german-numer", .features = 24},
     {{26.08, 1.21}, {26.00, 1.16}, {30.51, 1.38}, {31.59, 2.59}, {25.98, 1.20},
      {26.27, 1.02}, {25.75, 1.10}, {32.22, 2.32}, {29.16, 1.02}, {26.05, 1.14}}},
    {{.name = "diabetes", .file = "diabetes", .features = 8},
     {{24.73, 1.44}, {24.34, 0.92}, {29.24, 2.73}, {30.63, 3.38}, {24.47, 0.89},
      {33.50, 1.92}, {25.42, 1.41}, {29.85, 2.77}, {28.58, 2.81}, {24.47, 0.89}}},
    {{.name = "australian", .file = "australian", .features = 14},
     {{14.59, 0.84}, {14.13, 0.40}, {48.39, 1.91}, {46.43, 2.58}, {14.09, 1.55},
      {14.24, 1.02}, {14.02, 0.81}, {48.94, 2.13}, {46.59, 1.39}, {14.43, 1.65}}},
    {{.name = "sonar", .file = "sonar", .features = 60},
     {{23.62, 3.64}, {23.79, 4.36}, {27.59, 6.08}, {25.00, 8.26}, {27.07, 3.05},
      {23.62, 2.82}, {21.55, 3.66}, {25.17, 7.63}, {21.72, 4.24}, {26.55, 3.91}}},
    {{.name = "splice", .file = "splice.train", .features = 60},
     {{26.53, 1.66}, {26.75, 2.26}, {14.86, 3.03}, {19.26, 1.78}, {35.96, 2.85},
      {25.64, 1.63}, {26.07, 1.80}, {14.45, 2.53}, {14.00, 1.96}, {35.98, 2.84}}},
    {{.name = "liver", .file = "liver-disorders", .features = 6},
     {{42.82, 2.41}, {36.00, 4.05}, {46.92, 3.59}, {46.00, 3.58}, {36.77, 3.79},
      {42.77, 2.48}, {40.05, 3.48}, {46.26, 3.97}, {45.85, 2.23}, {36.67, 4.03}}},
    {{.name = "heart", .file = "heart", .features = 13},
     {{17.17, 1.25}, {17.83, 1.81}, {47.83, 3.25}, {47.58, 1.94}, {19.00, 2.22},
      {17.17, 2.30}, {17.08, 1.26}, {47.58, 3.27}, {48.08, 4.21}, {19.00, 2.51}}},
    {{.name = "ionosphere", .file = "ionosphere", .features = 34},
     {{13.68, 2.60}, {13.03, 2.20}, {30.05, 3.13}, {38.71, 3.02}, {19.50, 3.67},
      {13.30, 2.17}, {12.99, 1.95}, {32.34, 3.25}, {27.86, 2.27}, {19.70, 3.48}}}};
/* clang-format on */

static int is_of(const column* c, const char* method) {
  return strcmp(c->method, method) == 0;
}

typedef struct measured {
  percent error;
  double seconds, gap; /* means over the runs */
} measured;

static measured measure(const column* c, const char* file, const coppice_dataset* data,
                        int64_t runs, const char* pool_text, const char* options,
                        const char* schedule) {
  measured result = {{0, 0}, 0, 0};
  double* errors = allocate(runs, sizeof *errors);
  for (int64_t run = 0; run < runs; ++run) {
    split s = split_of(NULL, file, data, train_rows, rows_of(data) - train_rows, run);
    coppice_solver* solver = NULL;
    must(coppice_solver_create(c->method, &solver));
    set_options(solver, c->options);
    if (is_of(c, "erm")) must(coppice_solver_set_string(solver, "schedule", schedule));
    set_options(solver, options);
    must(coppice_solver_set_int(solver, "seed", run));
    if (pool_text != NULL) {
      coppice_pool* pool = NULL;
      must(coppice_pool_create(pool_text, &pool));
      must(coppice_solver_set_pool(solver, pool));
      coppice_pool_free(pool);
    }
    fit_cost cost;
    coppice_model* model = timed_fit(solver, s.train, &cost);
    errors[run] = 100 * error_rate(model, s.test);
    result.seconds += cost.cpu / (double)runs;
    if (is_of(c, "erm")) result.gap += quantity(model, "gap") / (double)runs;
    coppice_model_free(model);
    coppice_solver_free(solver);
    split_free(&s);
  }
  result.error = summary(errors, runs);
  free(errors);
  return result;
}

/* A cell of table 1; adds to the seconds of the paper's schedule and of the exact one. */
static int reproduce(int set, int c, const coppice_dataset* data, int64_t runs, const char* pool,
                     const char* options, double seconds[2]) {
  const column* one = &all_columns[c];
  const char* file = all_sets[set].set.file;
  char name[64], note[64] = "";
  snprintf(name, sizeof name, "%s, %s", all_sets[set].set.name, one->name);
  const measured ours = measure(one, file, data, runs, pool, options, "paper");
  if (is_of(one, "erm")) {
    const measured exact = measure(one, file, data, runs, pool, options, "exact");
    snprintf(note, sizeof note, "%.2f ± %.2f; %.1f", exact.error.mean, exact.error.sd,
             100 * ours.gap);
    seconds[1] += exact.seconds;
  }
  seconds[0] += ours.seconds;
  return print_comparison(name, all_sets[set].paper[c], paper_runs, ours.error, runs, note);
}

/* Table 2: seconds of a fit, mean over the sets, beside the paper's and beside DRM's. */
static void print_seconds(const char* wanted, double (*seconds)[2], double counted) {
  printf(
      "\n| | paper, s | coppice, ms | paper / coppice | DRM / this, paper | DRM / this, coppice | "
      "with schedule=exact, ms |\n|---|---|---|---|---|---|---|\n");
  for (int c = 0; c < columns; ++c) {
    const column* one = &all_columns[c];
    const int drm = c < columns / 2 ? columns / 2 - 1 : columns - 1; /* of as many */
    if (!is_listed(one->name, wanted)) continue;
    const double ours = seconds[c][0] / counted;
    printf("| %s | %.4f | %.3f | %.0f | %.0f | ", one->name, one->paper_seconds, 1e3 * ours,
           one->paper_seconds / ours, all_columns[drm].paper_seconds / one->paper_seconds);
    if (is_listed(all_columns[drm].name, wanted)) printf("%.1f ", seconds[drm][0] / seconds[c][0]);
    printf("| ");
    if (is_of(one, "erm")) printf("%.3f ", 1e3 * seconds[c][1] / counted);
    printf("|\n");
  }
}

int main(int argc, char** argv) {
  const char* folder = data_folder(argc, argv);
  const int64_t runs = whole_argument(argc, argv, "runs", paper_runs);
  const char* wanted_sets = argument(argc, argv, "sets", "");
  const char* wanted = argument(argc, argv, "methods", "");
  const char* boosted = argument(argc, argv, "boosted", "stump");
  const char* bagged = argument(argc, argv, "bagged", "tree(depth=30)");
  const char* of_erm = argument(argc, argv, "erm", "");
  const char* of_drm = argument(argc, argv, "drm", "");
  no_more_arguments(argc, argv);
  if (runs < 2) fail("--runs: expected at least 2");

  print_machine();
  printf("ERM, tables 1 and 2 of Guo: %ld splits; AdaBoost of %s, bagging of %s\n\n", (long)runs,
         boosted, bagged);
  print_comparison_head("with schedule=exact, %; gap of the paper's, %");
  int within = 0, all = 0, counted = 0;
  double seconds[columns][2] = {{0}};
  for (int k = 0; k < sets; ++k) {
    const benchmark_set* set = &all_sets[k].set;
    if (!is_listed(set->name, wanted_sets)) continue;
    coppice_dataset* loaded = load_benchmark_set(folder, set);
    coppice_dataset* data = scaled(loaded);
    coppice_dataset_free(loaded);
    ++counted;
    for (int c = 0; c < columns; ++c) {
      const column* one = &all_columns[c];
      if (!is_listed(one->name, wanted)) continue;
      const char* pool = is_of(one, "adaboost") ? boosted : is_of(one, "bagging") ? bagged : NULL;
      const char* options = is_of(one, "erm") ? of_erm : is_of(one, "drm") ? of_drm : "";
      within += reproduce(k, c, data, runs, pool, options, seconds[c]);
      ++all;
    }
    coppice_dataset_free(data);
  }
  printf("\n%d of %d within spread.\n", within, all);
  print_seconds(wanted, seconds, counted);
  return 0;
}
