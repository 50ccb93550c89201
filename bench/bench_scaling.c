/* How the time and memory of a fit grow with rows, features and learners, on made-up data: the
 * sizes double one at a time, and the exponents are those of log-log regressions.
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

static void measure(int64_t rows, int64_t features, int64_t learners, const char* options,
                    int64_t repeats, double* cpu, double* memory) {
  double* wall = allocate(repeats, sizeof *wall);
  double* used = allocate(repeats, sizeof *used);
  double* peak = allocate(repeats, sizeof *peak);
  for (int64_t r = 0; r < repeats; ++r) {
    coppice_dataset* data = make_data(rows, features);
    coppice_solver* solver = cgens(options); /* a new one: it keeps what it takes to go on */
    must(coppice_solver_set_int(solver, "learners", learners));
    fit_cost cost;
    coppice_model_free(timed_fit(solver, data, &cost));
    coppice_solver_free(solver);
    coppice_dataset_free(data);
    wall[r] = cost.wall;
    used[r] = cost.cpu;
    peak[r] = fmax(0.1, cost.peak - cost.before);
  }
  *cpu = median(used, repeats);
  *memory = median(peak, repeats);
  printf("| %ld | %ld | %ld | %.3f | %.3f | %.1f |\n", (long)rows, (long)features, (long)learners,
         median(wall, repeats), *cpu, *memory);
  fflush(stdout);
  free(peak);
  free(used);
  free(wall);
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
  double* size = allocate(doublings + 1, sizeof *size);
  double* cpu = allocate(doublings + 1, sizeof *cpu);
  double* memory = allocate(doublings + 1, sizeof *memory);
  print_machine();
  printf("cgens, stumps, %s, one thread, median of %ld runs, made-up data\n\n", options,
         (long)repeats);
  for (int grown = 0; grown < 3; ++grown) {
    printf(
        "| rows | features | learners | seconds | CPU seconds | MB more at peak |\n"
        "|---|---|---|---|---|---|\n");
    for (int64_t k = 0; k <= doublings; ++k) {
      int64_t sizes[3] = {start[0], start[1], start[2]};
      sizes[grown] <<= k;
      size[k] = (double)sizes[grown];
      measure(sizes[0], sizes[1], sizes[2], options, repeats, &cpu[k], &memory[k]);
    }
    printf("\nGrows with %s: CPU time as its power %.2f, memory as its power %.2f.\n\n",
           names[grown], exponent(size, cpu, doublings + 1), exponent(size, memory, doublings + 1));
  }
  free(memory);
  free(cpu);
  free(size);
  return 0;
}
