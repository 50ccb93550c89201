/* The thirteen sets of Raetsch et al. as Shen & Liu cut them, and what they report: mean and
 * standard deviation of the test error in percent over five splits (tables 1 and 2). */
#ifndef COPPICE_BENCH_BENCHMARK_SETS_H
#define COPPICE_BENCH_BENCHMARK_SETS_H

#include "protocol.h"

typedef struct benchmark_set {
  const char* name; /* in the tables */
  const char* file; /* FILE.svm, or FILE.train.svm and FILE.test.svm */
  int64_t features;
  int64_t train_rows, test_rows;
  percent stumps[3];           /* AdaBoost, LPBoost, CGEns */
  percent fourier, perceptron; /* CGEns */
} benchmark_set;

/* Ends with a NULL name. */
extern const benchmark_set benchmark_sets[];

coppice_dataset* load_benchmark_set(const char* folder, const benchmark_set* set);

/* Whether `name` is in the comma-separated `list`; "" lists all. */
int is_listed(const char* name, const char* list);

#endif
