/* Figure 3 and table 1 of Yugov & Kumazawa, and their switching stream: the share of wrong
 * decisions so far, each made before the row was learned, of two-phase boosting, Pegasos and NORMA,
 * linear and with Gaussian kernels of the right width and of a wrong one, with 100 times the
 * gamma. The paper does not give all of its constants; the streams and parameters are ours
 * (coppice_dataset_generate), those of two-phase boosting the same for all streams: lambda1 =
 * lambda2 = 0.01, M = 150. covtype is class 2 against the rest, in the order of a drawn
 * permutation, features scaled to [0, 1]. Then, on four times as many rows that switch every 1,000,
 * how wrong decisions are how many rows after a switch.
 *
 *     online_curves --output FOLDER [--data FOLDER] [--rows 10000] [--seed 1]
 *
 * --options "NAME=VALUE .." are those of two-phase boosting in the first table.
 *
 * figures.py draws what this leaves in the folder. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { TEST_ROWS = 2000, POINTS = 200, WINDOW = 100, SEGMENT = 1000, BIN = 20 };

typedef struct learner {
  const char* name;
  const char* method;
  const char* options;
  double gammas; /* gamma of its Gaussian, in that of the right width; 0: linear */
} learner;

static learner learners[] = {
    {"two-phase", "online", "", 0},
    {"pegasos linear", "pegasos", "", 0},
    {"pegasos right width", "pegasos", "", 1},
    {"pegasos wrong width", "pegasos", "", 100},
    {"norma linear", "norma", "eta=0.3", 0},
    {"norma right width", "norma", "eta=0.3", 1},
    {"norma wrong width", "norma", "eta=0.3", 100},
};
enum { LEARNERS = sizeof learners / sizeof *learners };

/* Under drift: what the options for it do. */
static const learner adapting[] = {
    {"two-phase", "online", "", 0},
    {"two-phase with floor", "online", "rate_floor=0.05", 0},
    {"two-phase with floor and pruning", "online",
     "rate_floor=0.03 cutoff=50 prune_below=0.05 prune_after=300", 0},
    {"pegasos linear", "pegasos", "", 0},
    {"pegasos linear with floor", "pegasos", "rate_floor=0.05", 0},
    {"norma right width", "norma", "eta=0.3", 1},
};
enum { ADAPTING = sizeof adapting / sizeof *adapting };

typedef struct stream {
  const char* name;
  const char* generator; /* NULL: a data set */
  double noise;
  double gamma; /* of the right width: 1 / (2 variance) of mixtures, 1 / features of the others */
} stream;

static const stream streams[] = {
    {"linear", "linear", 0, 0.02},        {"linear with noise", "linear", 0.1, 0.02},
    {"Bayes-separable", "mixture", 0, 2}, {"drifting", "drifting", 0, 2},
    {"switching", "switching", 0, 2},     {"covtype", NULL, 0, 1}};
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
  /* Streams that change are tested on the last of the rows. */
  const int changes = strcmp(from->name, "drifting") == 0 || strcmp(from->name, "switching") == 0;
  const int64_t tests = changes ? WINDOW : TEST_ROWS, learned = changes ? count - WINDOW : count;
  must(coppice_dataset_generate(from->generator, learned + tests, 0, from->noise, seed, &noisy));
  rows read = read_rows(noisy, tests);
  must(coppice_dataset_generate(from->generator, learned + tests, 0, 0, seed, &clean));
  rows without = read_rows(clean, tests);
  memcpy(read.labels + learned, without.labels + learned, (size_t)tests * sizeof *read.labels);
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

static coppice_solver* begin(const learner* by, double gamma, int64_t features) {
  static const double classes[] = {-1, 1};
  coppice_solver* solver = NULL;
  must(coppice_solver_create(by->method, &solver));
  set_options(solver, by->options);
  if (by->gammas > 0) {
    char kernel[64];
    snprintf(kernel, sizeof kernel, "gaussian(gamma=%.17g)", gamma * by->gammas);
    must(coppice_solver_set_string(solver, "kernel", kernel));
  }
  must(coppice_solver_set_classes(solver, classes, 2));
  must(coppice_solver_begin(solver, features));
  return solver;
}

/* Which decisions were wrong, each made before the row was learned; free() it. */
static double* learn_all(coppice_solver* solver, const rows* from) {
  double* wrong = allocate(from->count, sizeof *wrong);
  for (int64_t i = 0; i < from->count; ++i) {
    double f;
    must(coppice_solver_learn_row(solver, from->x + i * from->features, from->features,
                                  from->labels[i], 1, &f, 1));
    wrong[i] = (f >= 0) != (from->labels[i] == 1);
  }
  return wrong;
}

/* Writes the errors so far; prints the row of a table. */
static void learn(FILE* curves, const stream* of, const learner* by, const rows* from) {
  coppice_solver* solver = begin(by, of->gamma, from->features);
  coppice_model* model = NULL;
  double so_far = 0, test = 0;
  const double start = cpu_seconds();
  double* wrong = learn_all(solver, from);
  const double seconds = cpu_seconds() - start;
  const int64_t step = from->count / POINTS > 0 ? from->count / POINTS : 1;
  for (int64_t i = 0; i < from->count; ++i) {
    so_far += wrong[i];
    if ((i + 1) % step != 0) continue;
    fprintf(curves, "%s,%s,%lld,%.6f\n", of->name, by->name, (long long)(i + 1),
            so_far / (double)(i + 1));
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
  printf("| %s | %s | %.4f | %.4f | %lld | %.2f |\n", of->name, by->name,
         so_far / (double)from->count, test / (double)from->tests, (long long)size, seconds);
  fflush(stdout);
  coppice_model_free(model);
  coppice_solver_free(solver);
  free(wrong);
}

/* The errors of the rows of all segments but the first, by how far they are behind the switch. */
static void recover(FILE* curves, const stream* of, const learner* by, const rows* from) {
  coppice_solver* solver = begin(by, of->gamma, from->features);
  double* wrong = learn_all(solver, from);
  double bins[SEGMENT / BIN] = {0}, rows_of[SEGMENT / BIN] = {0}, all = 0, late = 0, count = 0;
  for (int64_t i = SEGMENT; i < from->count; ++i) {
    bins[i % SEGMENT / BIN] += wrong[i];
    rows_of[i % SEGMENT / BIN] += 1;
    all += wrong[i] / (double)(from->count - SEGMENT);
    if (i % SEGMENT < SEGMENT / 2) continue;
    late += wrong[i];
    count += 1;
  }
  for (int k = 0; k < SEGMENT / BIN; ++k)
    fprintf(curves, "%s,%d,%.6f\n", by->name, (k + 1) * BIN, bins[k] / rows_of[k]);
  const int soon = WINDOW / BIN;
  int64_t size = 0;
  must(coppice_solver_get_int(solver, "stream.learners", &size));
  printf("| %s | %.4f | %.4f | %.4f | %lld |\n", by->name, all, bins[soon] / rows_of[soon],
         late / count, (long long)size);
  fflush(stdout);
  free(wrong);
  coppice_solver_free(solver);
}

int main(int argc, char** argv) {
  const char* output = argument(argc, argv, "output", NULL);
  const char* folder = argument(argc, argv, "data", NULL);
  const int64_t count = whole_argument(argc, argv, "rows", 10000);
  const uint64_t seed = (uint64_t)whole_argument(argc, argv, "seed", 1);
  learners[0].options = argument(argc, argv, "options", learners[0].options);
  no_more_arguments(argc, argv);
  if (output == NULL) fail("--output FOLDER is missing");
  if (count < SEGMENT) fail("--rows: expected at least %d", SEGMENT);
  print_machine();
  printf("\n%lld rows each. Terms: weak classifiers, or rows of the kernel expansion.\n\n",
         (long long)count);
  printf(
      "| stream | learner | error so far | test error | terms | seconds |\n"
      "|---|---|---|---|---|---|\n");
  FILE* curves = create_file(output, "online_curves.csv");
  fprintf(curves, "stream,learner,rows,error\n");
  for (int k = 0; k < STREAMS; ++k) {
    if (streams[k].generator == NULL && folder == NULL) continue;
    rows from = streams[k].generator != NULL ? generated(&streams[k], count, seed)
                                             : covtype(folder, count, seed);
    for (int j = 0; j < LEARNERS; ++j) learn(curves, &streams[k], &learners[j], &from);
    free(from.x);
    free(from.labels);
  }
  close_file(curves);

  const stream* switching = &streams[4];
  rows from = generated(switching, 4 * count, seed);
  printf(
      "\nSwitching, %lld rows: errors behind a switch, on average.\n\n"
      "| learner | all rows | rows %d to %d | second half | terms |\n|---|---|---|---|---|\n",
      (long long)(4 * count), WINDOW, WINDOW + BIN - 1);
  FILE* recovery = create_file(output, "online_recovery.csv");
  fprintf(recovery, "learner,rows,error\n");
  for (int j = 0; j < ADAPTING; ++j) recover(recovery, switching, &adapting[j], &from);
  close_file(recovery);
  free(from.x);
  free(from.labels);
  return 0;
}
