/* How long a prediction takes: single rows, and batches on one and two threads, by rows and by
 * columns in memory. The models are trained here on made-up data of 10, 100 and 784 features.
 *
 *     bench_latency [--learners 100] [--rows 100000] [--repeat 201] */
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

enum { batch = 1000, train_rows = 2000, batch_repeats = 15 };

static double* random_matrix(int64_t rows, int64_t features, uint64_t seed) {
  double* x = allocate(rows * features, sizeof *x);
  for (int64_t k = 0; k < rows * features; ++k) x[k] = random_normal(&seed);
  return x;
}

/* Stumps of every feature are needed: the label is the sign of the features' noisy sum. */
static coppice_model* train(int64_t features, int64_t learners) {
  uint64_t seed = 1;
  double* x = random_matrix(train_rows, features, 2);
  double* labels = allocate(train_rows, sizeof *labels);
  for (int64_t i = 0; i < train_rows; ++i) {
    double sum = random_normal(&seed);
    for (int64_t d = 0; d < features; ++d) sum += x[i * features + d];
    labels[i] = sum > 0 ? 1 : -1;
  }
  coppice_dataset* data = made_of(x, labels, train_rows, features);
  coppice_solver* solver = cgens("C=0.01 epsilon=0");
  must(coppice_solver_set_int(solver, "learners", learners));
  coppice_model* model = fit(solver, data);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  free(labels);
  free(x);
  return model;
}

/* Nanoseconds a row, of calls that predict one row each: the median of batches of a thousand. */
static double single_rows(const coppice_model* model, const double* x, int64_t features,
                          int64_t repeats) {
  double* times = allocate(repeats, sizeof *times);
  double value = 0;
  for (int64_t r = 0; r < repeats; ++r) {
    const double start = wall_seconds();
    for (int64_t i = 0; i < batch; ++i)
      must(coppice_model_predict_row(model, COPPICE_DECISION, x + i * features, features, &value,
                                     1));
    times[r] = (wall_seconds() - start) / batch * 1e9;
  }
  const double result = median(times, repeats);
  free(times);
  return result;
}

typedef struct strides {
  int64_t row;
  int64_t column;
} strides;

static double rows_a_second(const coppice_model* model, const double* x, int64_t rows,
                            int64_t features, strides by, int64_t threads) {
  double times[batch_repeats];
  double* out = allocate(rows, sizeof *out);
  for (int r = 0; r < batch_repeats; ++r) {
    const double start = wall_seconds();
    must(coppice_model_predict(model, COPPICE_DECISION, x, rows * features, rows, features, by.row,
                               by.column, threads, out, rows));
    times[r] = wall_seconds() - start;
  }
  free(out);
  return (double)rows / median(times, batch_repeats);
}

int main(int argc, char** argv) {
  const int64_t learners = whole_argument(argc, argv, "learners", 100);
  const int64_t rows = whole_argument(argc, argv, "rows", 100000);
  const int64_t repeats = whole_argument(argc, argv, "repeat", 201);
  no_more_arguments(argc, argv);
  if (rows < batch) fail("--rows: expected at least %d", batch);
  print_machine();
  printf(
      "\n| features | stumps | nanoseconds a single row | million rows/s, 1 thread | 2 threads "
      "| by columns, 1 thread | 2 threads |\n"
      "|---|---|---|---|---|---|---|\n");
  static const int64_t widths[] = {10, 100, 784};
  for (int k = 0; k < 3; ++k) {
    const int64_t features = widths[k];
    coppice_model* model = train(features, learners);
    double* x = random_matrix(rows, features, 3);
    printf("| %ld | %ld | %.0f |", (long)features, (long)count_of(model, "learners"),
           single_rows(model, x, features, repeats));
    const strides orders[] = {{features, 1}, {1, rows}}; /* the same numbers, other matrices */
    for (int order = 0; order < 2; ++order)
      for (int64_t threads = 1; threads <= 2; ++threads)
        printf(" %.2f |", rows_a_second(model, x, rows, features, orders[order], threads) / 1e6);
    printf("\n");
    free(x);
    coppice_model_free(model);
  }
  return 0;
}
