/* The eighteen sets of Lin & Li: 300 generated rows for training and 3,000 for testing, 60 % and 40
 * % of the sets of the UCI, 100 runs each, and four sets with a test part of their own. */
#ifndef COPPICE_BENCH_INFINITE_SETS_H
#define COPPICE_BENCH_INFINITE_SETS_H

#include "protocol.h"

enum { INFINITE_SETS = 18, INFINITE_RUNS = 100, INFINITE_FOLDS = 5 };

/* Where the rows of a run come from; labels of the mislabelled ones are turned for training with
 * probability 0.1, those of the test part never. */
typedef enum origin { generated, mislabelled, at_random, as_given } origin;

typedef struct infinite_set {
  const char* name; /* in the tables */
  const char* file; /* or generator; those as given are FILE.train.svm and FILE.test.svm */
  origin from;
  int64_t features, train_rows, test_rows;
} infinite_set;

/* In the order of the tables. */
extern const infinite_set infinite_sets[INFINITE_SETS];

/* The rows that runs cut, every feature from -1 to 1; NULL for generated sets. */
coppice_dataset* load_infinite_set(const char* folder, const infinite_set* set);

/* Run `run` (from 0), the same in every invocation. */
split split_of_run(const infinite_set* set, const coppice_dataset* data, int64_t run);

/* How many runs there are: one of the sets with a test part of their own, else those wanted, or (0)
 * as many as in the paper. */
int64_t runs_of(const infinite_set* set, int64_t wanted);

/* A row of print_comparison(): the errors of the runs beside the mean and the standard error of the
 * paper. With a single run both have the standard error of an error rate on the test rows. */
int print_infinite_comparison(const infinite_set* set, const char* method, percent paper,
                              const double* errors, int64_t runs, const char* note);

#endif
