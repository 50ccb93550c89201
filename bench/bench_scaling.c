/* How the time and memory of a fit grow with rows, features and learners, on made-up data: the
 * sizes double one at a time, and the exponents are those of log-log regressions. Sizes take turns,
 * so that a processor that slows down for a while slows down all.
 *
 *     bench_scaling [--rows 4000] [--features 100] [--learners 50] [--doublings 4] [--repeat 3]
 *                   [--options "C=0.001"] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

/* Normal features; the first ten decide the label, one row in ten is turned. */
static coppice_dataset* make_data(int64_t rows, int64_t features) {
  uint64_t seed = 5;
  double* x = allocate(rows * features, sizeof *x);
  double* labels = allocate(rows, sizeof *labels);
  for (int64_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (int64_t d = 0; d < features; ++d) {
      x[i * features + d] = random_normal(&seed);
      if (d < 10) sum += x[i * features + d];
    }
    labels[i] = (sum > 0) == (random_unit(&seed) < 0.9) ? 1 : -1;
  }
  coppice_dataset* data = made_of(x, labels, rows, features);
  free(labels);
  free(x);
  return data;
}

/* The slope of a least-squares line through (log x, log y). */
static double exponent(const double* x, const double* y, int64_t count) {
  double mean_x = 0, mean_y = 0, products = 0, squares = 0;
  for (int64_t k = 0; k < count; ++k) {
    mean_x += log(x[k]) / (double)count;
    mean_y += log(y[k]) / (double)count;
  }
  for (int64_t k = 0; k < count; ++k) {
    products += (log(x[k]) - mean_x) * (log(y[k]) - mean_y);
    squares += (log(x[k]) - mean_x) * (log(x[k]) - mean_x);
  }
  return products / squares;
}

/* A fit by a solver of its own, as a solver keeps what it takes to go on. */
static fit_cost measure(const int64_t* sizes, const char* options) {
  coppice_dataset* data = make_data(sizes[0], sizes[1]);
  coppice_solver* solver = cgens(options);
  must(coppice_solver_set_int(solver, "learners", sizes[2]));
  fit_cost cost;
  coppice_model_free(timed_fit(solver, data, &cost));
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  return cost;
}

int main(int argc, char** argv) {
  const int64_t start[3] = {whole_argument(argc, argv, "rows", 4000),
                            whole_argument(argc, argv, "features", 100),
                            whole_argument(argc, argv, "learners", 50)};
  const int64_t doublings = whole_argument(argc, argv, "doublings", 4);
  const int64_t repeats = whole_argument(argc, argv, "repeat", 3);
  const char* options = argument(argc, argv, "options", "C=0.001");
  no_more_arguments(argc, argv);
  static const char* const names[3] = {"rows N", "features D", "learners J"};
  const int64_t count = doublings + 1;
  double* size = allocate(count, sizeof *size);
  double* wall = allocate(count, sizeof *wall);
  double* cpu = allocate(count, sizeof *cpu);
  double* memory = allocate(count, sizeof *memory);
  print_machine();
  printf("cgens, stumps, %s, one thread, least of %ld runs in turn, made-up data\n\n", options,
         (long)repeats);
  for (int grown = 0; grown < 3; ++grown) {
    for (int64_t k = 0; k < repeats * count; ++k) {
      const int64_t at = k % count;
      int64_t sizes[3] = {start[0], start[1], start[2]};
      sizes[grown] <<= at;
      size[at] = (double)sizes[grown];
      const fit_cost cost = measure(sizes, options);
      const double more = fmax(0.1, cost.peak - cost.before);
      const int is_first = k < count;
      wall[at] = is_first ? cost.wall : fmin(wall[at], cost.wall);
      cpu[at] = is_first ? cost.cpu : fmin(cpu[at], cost.cpu);
      memory[at] = is_first ? more : fmin(memory[at], more);
    }
    printf("| %s | seconds | CPU seconds | MB more at peak |\n|---|---|---|---|\n", names[grown]);
    for (int64_t at = 0; at < count; ++at)
      printf("| %.0f | %.3f | %.3f | %.1f |\n", size[at], wall[at], cpu[at], memory[at]);
    printf("\nGrows with %s: CPU time as its power %.2f, memory as its power %.2f.\n\n",
           names[grown], exponent(size, cpu, count), exponent(size, memory, count));
    fflush(stdout);
  }
  free(memory);
  free(cpu);
  free(wall);
  free(size);
  return 0;
}
