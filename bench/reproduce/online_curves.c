/* Figure 3 and table 1 of Yugov & Kumazawa, and their switching stream: the share of wrong
 * decisions so far, each made before the row was learned, of two-phase boosting, Pegasos and NORMA,
 * linear and with Gaussian kernels of the right and of a wrong width. The paper does not give all
 * of its constants; the streams and parameters are ours (coppice_dataset_generate), those of
 * two-phase boosting the same for all streams: lambda1 = lambda2 = 0.01, M = 150. covtype is class
 * 2 against the rest, in the order of a drawn permutation, features scaled to [0, 1].
 *
 *     online_curves --output FOLDER [--data FOLDER] [--rows 10000] [--seed 1]
 *
 * figures.py draws what this leaves in the folder. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { TEST_ROWS = 2000, POINTS = 200, WINDOW = 100 };

typedef struct learner {
  const char* name;
  const char* method;
  const char* options;
} learner;

static const learner learners[] = {
    {"two-phase", "online", ""},
    {"pegasos linear", "pegasos", ""},
    {"pegasos right width", "pegasos", "kernel=gaussian(gamma=2)"},
    {"pegasos wrong width", "pegasos", "kernel=gaussian(gamma=200)"},
    {"norma linear", "norma", "eta=0.3"},
    {"norma right width", "norma", "kernel=gaussian(gamma=2) eta=0.3"},
    {"norma wrong width", "norma", "kernel=gaussian(gamma=200) eta=0.3"},
};
enum { LEARNERS = sizeof learners / sizeof *learners };

/* Under drift: what the options for it do. */
static const learner adapting[] = {
    {"two-phase", "online", ""},
    {"two-phase, floor", "online", "rate_floor=0.2"},
    {"two-phase, floor and pruning", "online",
     "rate_floor=0.2 prune_below=0.3 prune_after=200 max_learners=20 cutoff=50"},
    {"pegasos linear", "pegasos", ""},
    {"norma right width", "norma", "kernel=gaussian(gamma=2) eta=0.3"},
};
enum { ADAPTING = sizeof adapting / sizeof *adapting };

typedef struct stream {
  const char* name;
  const char* generator; /* NULL: a data set */
  double noise;
} stream;

static const stream streams[] = {
    {"linear", "linear", 0},           {"linear with noise", "linear", 0.1},
    {"Bayes-separable", "mixture", 0}, {"drifting", "drifting", 0},
    {"switching", "switching", 0},     {"covtype", NULL, 0}};
enum { STREAMS = sizeof streams / sizeof *streams };

typedef struct rows {
  int64_t count, features, tests;
  double* x;
  int64_t* labels;
} rows;

/* The last `tests` rows are for testing: of the distribution at the end, without noise. */
static rows read_rows(coppice_dataset* data, int64_t tests) {
  rows read = {rows_of(data) - tests, features_of(data), tests, NULL, NULL};
  const int64_t all = read.count + tests;
  read.x = allocate(all * read.features, sizeof *read.x);
  read.labels = allocate(all, sizeof *read.labels);
  for (int64_t i = 0; i < all; ++i)
    must(coppice_dataset_copy_row(data, i, read.x + i * read.features, read.features));
  must(coppice_dataset_copy_labels(data, read.labels, all));
  coppice_dataset_free(data);
  return read;
}

static rows generated(const stream* from, int64_t count, uint64_t seed) {
  coppice_dataset *noisy = NULL, *clean = NULL;
  /* Streams that change are tested on the rows that come next. */
  const int changes = strcmp(from->name, "drifting") == 0 || strcmp(from->name, "switching") == 0;
  const int64_t tests = changes ? WINDOW : TEST_ROWS;
  must(coppice_dataset_generate(from->generator, count + tests, 0, from->noise, seed, &noisy));
  rows read = read_rows(noisy, tests);
  must(coppice_dataset_generate(from->generator, count + tests, 0, 0, seed, &clean));
  rows without = read_rows(clean, tests);
  memcpy(read.labels + count, without.labels + count, (size_t)tests * sizeof *read.labels);
  free(without.x);
  free(without.labels);
  return read;
}

static rows covtype(const char* folder, int64_t count, uint64_t seed) {
  coppice_dataset* data = load(folder, "covtype", 54);
  const int64_t all = rows_of(data), wanted = count + TEST_ROWS;
  int64_t* order = allocate(all, sizeof *order);
  for (int64_t i = 0; i < all; ++i) order[i] = i;
  random_order(order, all, &seed);
  coppice_dataset* chosen = chosen_rows(data, order, wanted);
  rows read = read_rows(chosen, TEST_ROWS);
  coppice_dataset_free(data);
  free(order);
  for (int64_t d = 0; d < read.features; ++d) {
    double least = INFINITY, most = -INFINITY;
    for (int64_t i = 0; i < wanted; ++i) {
      least = fmin(least, read.x[i * read.features + d]);
      most = fmax(most, read.x[i * read.features + d]);
    }
    for (int64_t i = 0; i < wanted && most > least; ++i)
      read.x[i * read.features + d] = (read.x[i * read.features + d] - least) / (most - least);
  }
  for (int64_t i = 0; i < wanted; ++i) read.labels[i] = read.labels[i] == 1; /* class 2 */
  return read;
}

/* Writes the errors so far, and those of the last rows; prints the row of a table. */
static void learn(FILE* curves, const char* of, const learner* by, const rows* from) {
  static const double classes[] = {-1, 1};
  coppice_solver* solver = NULL;
  coppice_model* model = NULL;
  must(coppice_solver_create(by->method, &solver));
  set_options(solver, by->options);
  must(coppice_solver_set_classes(solver, classes, 2));
  must(coppice_solver_begin(solver, from->features));
  double *wrong = allocate(from->count, sizeof *wrong), so_far = 0, test = 0;
  const double start = cpu_seconds();
  for (int64_t i = 0; i < from->count; ++i) {
    double f;
    must(coppice_solver_learn_row(solver, from->x + i * from->features, from->features,
                                  from->labels[i], 1, &f, 1));
    wrong[i] = (f >= 0) != (from->labels[i] == 1);
  }
  const double seconds = cpu_seconds() - start;
  const int64_t step = from->count / POINTS > 0 ? from->count / POINTS : 1;
  for (int64_t i = 0; i < from->count; ++i) {
    so_far += wrong[i];
    if ((i + 1) % step != 0) continue;
    double recent = 0;
    const int64_t first = i + 1 < WINDOW ? 0 : i + 1 - WINDOW;
    for (int64_t k = first; k <= i; ++k) recent += wrong[k];
    fprintf(curves, "%s,%s,%lld,%.6f,%.6f\n", of, by->name, (long long)(i + 1),
            so_far / (double)(i + 1), recent / (double)(i + 1 - first));
  }
  must(coppice_solver_snapshot(solver, &model));
  for (int64_t i = from->count; i < from->count + from->tests; ++i) {
    double f;
    must(coppice_model_predict_row(model, COPPICE_DECISION, from->x + i * from->features,
                                   from->features, &f, 1));
    test += (f >= 0) != (from->labels[i] == 1);
  }
  int64_t size = 0;
  must(coppice_solver_get_int(solver, "stream.learners", &size));
  printf("| %s | %s | %.4f | %.4f | %lld | %.2f |\n", of, by->name, so_far / (double)from->count,
         test / (double)from->tests, (long long)size, seconds);
  fflush(stdout);
  coppice_model_free(model);
  coppice_solver_free(solver);
  free(wrong);
}

int main(int argc, char** argv) {
  const char* output = argument(argc, argv, "output", NULL);
  const char* folder = argument(argc, argv, "data", NULL);
  const int64_t count = whole_argument(argc, argv, "rows", 10000);
  const uint64_t seed = (uint64_t)whole_argument(argc, argv, "seed", 1);
  no_more_arguments(argc, argv);
  if (output == NULL) fail("--output FOLDER is missing");
  print_machine();
  printf("\n%lld rows each. Terms: weak classifiers, or rows of the kernel expansion.\n\n",
         (long long)count);
  printf(
      "| stream | learner | error so far | test error | terms | seconds |\n"
      "|---|---|---|---|---|---|\n");
  FILE* curves = create_file(output, "online_curves.csv");
  fprintf(curves, "stream,learner,rows,error,recent\n");
  for (int k = 0; k < STREAMS; ++k) {
    if (streams[k].generator == NULL && folder == NULL) continue;
    rows from = streams[k].generator != NULL ? generated(&streams[k], count, seed)
                                             : covtype(folder, count, seed);
    for (int j = 0; j < LEARNERS; ++j) learn(curves, streams[k].name, &learners[j], &from);
    if (streams[k].generator != NULL && strcmp(streams[k].generator, "switching") == 0)
      for (int j = 0; j < ADAPTING; ++j) learn(curves, "adapting", &adapting[j], &from);
    free(from.x);
    free(from.labels);
  }
  close_file(curves);
  return 0;
}
