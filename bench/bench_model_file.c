/* What a model file takes: its bytes, the seconds to load it, and the most memory meanwhile, as a
 * multiple of its numbers. The large models have as many numbers as 60,000 support vectors of 784
 * features: perceptrons have them as floats, custom learners as doubles. The ordinary one has 500
 * stumps. Every load is a process of its own.
 *
 *     bench_model_file [--rows 60000] [--features 784] [--stumps 500] [--repeat 101] [--folder .]
 *     bench_model_file --load MODEL [--numbers N] [--bytes-each B] [--repeat 101] */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

enum {
  perceptrons = 60,
  customs = 2,
  few_rows = 8,
  nonzeros = 50,
  train_rows = 2000,
  train_features = 100
};
static const double megabyte = 1 << 20;

/* ---- the models ---- */

static void save(coppice_solver* solver, coppice_dataset* data, const char* path) {
  coppice_model* model = fit(solver, data);
  must(coppice_model_save(model, path));
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
}

/* Perceptrons that look at so many features; the rows are sparse, the directions are not. */
static void save_perceptrons(int64_t features, const char* path) {
  uint64_t random = 1;
  int64_t begins[few_rows + 1];
  int32_t columns[few_rows * nonzeros];
  double values[few_rows * nonzeros], labels[few_rows];
  for (int i = 0; i < few_rows; ++i) {
    labels[i] = i % 2 == 0 ? 1 : -1;
    begins[i] = i * nonzeros;
    for (int k = 0; k < nonzeros; ++k) {
      columns[i * nonzeros + k] = (int32_t)(features / nonzeros * k);
      values[i * nonzeros + k] = random_normal(&random);
    }
  }
  begins[few_rows] = few_rows * nonzeros;
  coppice_dataset* data = NULL;
  must(coppice_dataset_create_csr(begins, few_rows + 1, columns, values, few_rows * nonzeros,
                                  features, &data));
  must(coppice_dataset_set_labels(data, labels, few_rows));
  coppice_solver* solver = cgens("C=1e-6 epsilon=0");
  coppice_pool* pool = NULL;
  must(coppice_pool_create("perceptron:candidates=1", &pool));
  must(coppice_solver_set_pool(solver, pool));
  must(coppice_solver_set_int(solver, "learners", perceptrons));
  coppice_pool_free(pool);
  save(solver, data, path);
}

static coppice_action draw(void* user, const double* x, int64_t rows, int64_t features,
                           const double* residual, int64_t scores, const double* chosen,
                           int64_t learners, double* parameters, int64_t count) {
  (void)user, (void)x, (void)rows, (void)features, (void)residual, (void)scores, (void)chosen;
  uint64_t random = 2;
  for (int64_t k = 0; k < count; ++k) parameters[k] = random_unit(&random);
  parameters[0] = -1.5 * (double)learners;
  return COPPICE_CONTINUE;
}

/* A stump, whose threshold is the first of so many parameters. */
static coppice_action evaluate(void* user, const double* parameters, int64_t count, const double* x,
                               int64_t rows, int64_t features, double* out) {
  (void)user, (void)count;
  for (int64_t i = 0; i < rows; ++i) out[i] = x[i * features] > parameters[0] ? 1 : -1;
  return COPPICE_CONTINUE;
}

static coppice_pool* custom_pool(int64_t numbers) {
  coppice_pool* pool = NULL;
  must(coppice_pool_create_custom("numbers", numbers, draw, evaluate, NULL, NULL, &pool));
  return pool;
}

static void save_custom(int64_t numbers, const char* path) {
  static const double x[] = {-2, -1, 1, 2}, labels[] = {-1, -1, 1, 1};
  coppice_solver* solver = cgens("learners=2 C=1e-6 epsilon=0");
  coppice_pool* pool = custom_pool(numbers / customs);
  must(coppice_solver_set_pool(solver, pool));
  save(solver, made_of(x, labels, 4, 1), path);
  coppice_pool_free(pool);
}

static void save_stumps(int64_t learners, const char* path) {
  uint64_t random = 3;
  double* x = allocate(train_rows * train_features, sizeof *x);
  double* labels = allocate(train_rows, sizeof *labels);
  for (int64_t i = 0; i < train_rows; ++i) {
    double sum = random_normal(&random);
    for (int64_t d = 0; d < train_features; ++d)
      sum += x[i * train_features + d] = random_normal(&random);
    labels[i] = sum > 0 ? 1 : -1;
  }
  coppice_solver* solver = cgens("C=0.01 epsilon=0");
  must(coppice_solver_set_int(solver, "learners", learners));
  save(solver, made_of(x, labels, train_rows, train_features), path);
  free(labels);
  free(x);
}

/* ---- what they take ---- */

static double file_bytes(const char* path) {
  struct stat status;
  if (stat(path, &status) != 0) fail("%s cannot be read", path);
  return (double)status.st_size;
}

/* Prints a line of the table; `bytes_each` is what one of its numbers takes in memory. */
static void measure(const char* path, int64_t numbers, int64_t bytes_each, int64_t repeats) {
  coppice_pool* pool = custom_pool(numbers > customs ? numbers / customs : 1);
  coppice_solver* solver = NULL;
  must(coppice_solver_create("cgens", &solver));
  must(coppice_solver_set_pool(solver, pool));
  double* times = allocate(repeats, sizeof *times);
  forget_peak();
  const double before = resident_megabytes();
  double peak = 0;
  for (int64_t r = 0; r < repeats; ++r) {
    coppice_model* model = NULL;
    const double start = wall_seconds();
    must(coppice_model_load_custom(path, solver, &model));
    times[r] = wall_seconds() - start;
    if (r == 0) peak = peak_megabytes() - before;
    coppice_model_free(model);
  }
  printf("| %s | %.0f | %.3f | %.1f |", path, file_bytes(path), median(times, repeats) * 1e3, peak);
  if (numbers > 0)
    printf(" %.2f |\n", peak * megabyte / (double)(numbers * bytes_each));
  else
    printf(" |\n");
  free(times);
  coppice_solver_free(solver);
  coppice_pool_free(pool);
}

/* This program again, to load a file. */
static void measure_alone(const char* program, const char* path, int64_t numbers,
                          int64_t bytes_each, int64_t repeats) {
  char count[32], each[32], repeat[32];
  snprintf(count, sizeof count, "%ld", (long)numbers);
  snprintf(each, sizeof each, "%ld", (long)bytes_each);
  snprintf(repeat, sizeof repeat, "%ld", (long)repeats);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    execl(program, program, "--load", path, "--numbers", count, "--bytes-each", each, "--repeat",
          repeat, (char*)NULL);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
    fail("%s could not be loaded", path);
}

int main(int argc, char** argv) {
  const int64_t rows = whole_argument(argc, argv, "rows", 60000);
  const int64_t features = whole_argument(argc, argv, "features", 784);
  const int64_t stumps = whole_argument(argc, argv, "stumps", 500);
  const int64_t repeats = whole_argument(argc, argv, "repeat", 101);
  const char* const folder = argument(argc, argv, "folder", ".");
  const char* const given = argument(argc, argv, "load", NULL);
  const int64_t numbers_given = whole_argument(argc, argv, "numbers", 0);
  const int64_t bytes_each = whole_argument(argc, argv, "bytes-each", 8);
  no_more_arguments(argc, argv);
  if (given != NULL) {
    measure(given, numbers_given, bytes_each, repeats);
    return 0;
  }
  if (rows < perceptrons || rows % perceptrons != 0)
    fail("--rows: expected a multiple of %d", perceptrons);
  const int64_t numbers = rows * features;
  char floats[4096], doubles[4096], json[4096], cbor[4096];
  snprintf(floats, sizeof floats, "%s/perceptrons.cbor", folder);
  snprintf(doubles, sizeof doubles, "%s/custom.cbor", folder);
  snprintf(json, sizeof json, "%s/stumps.json", folder);
  snprintf(cbor, sizeof cbor, "%s/stumps.cbor", folder);
  save_perceptrons(numbers / perceptrons, floats);
  save_custom(numbers, doubles);
  save_stumps(stumps, json);
  save_stumps(stumps, cbor);
  print_machine();
  printf(
      "\n%ld numbers in the first two, as floats and as doubles.\n\n"
      "| file | bytes | milliseconds to load | peak MB | peak / numbers |\n|---|---|---|---|---|\n",
      (long)numbers);
  measure_alone("/proc/self/exe", floats, numbers, 4, 3);
  measure_alone("/proc/self/exe", doubles, numbers, 8, 3);
  measure_alone("/proc/self/exe", json, 0, 8, repeats);
  measure_alone("/proc/self/exe", cbor, 0, 8, repeats);
  return 0;
}
