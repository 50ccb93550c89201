/* How the papers measured: random splits, cross-validation on the training part, mean and standard
 * deviation of the test error over the splits; and what is said when ours stands beside theirs. */
#ifndef COPPICE_BENCH_PROTOCOL_H
#define COPPICE_BENCH_PROTOCOL_H

#include "support.h"

/* A data set cut in two. */
typedef struct split {
  coppice_dataset* train;
  coppice_dataset* test;
} split;
void split_free(split* s);

/* Run `run` (from 0) of a set: line `run` of FOLDER/raetsch_splits/NAME.train.txt where there is
 * one, else (or where `folder` is NULL) `train_rows` rows at random, the same in every invocation;
 * the rest is the test part. */
split split_of(const char* folder, const char* name, const coppice_dataset* data,
               int64_t train_rows, int64_t test_rows, int64_t run);

/* The rows of both, one after the other; their labels must be numbers. */
coppice_dataset* joined(const coppice_dataset* a, const coppice_dataset* b);

/* Makes every feature's mean 0 and variance 1 on the training part, both parts alike. */
void standardise(split* s);

/* A copy with every feature between -1 and 1, which it reaches; a constant one is 0. Labels must be
 * numbers. */
coppice_dataset* scaled(const coppice_dataset* data);

/* What cross-validation chose; the value is 0 where no option was to be chosen. */
typedef struct choice {
  double value;
  int64_t learners;
} choice;

/* Sets the solver's `option` and learners to those of the least k-fold error among `values` and
 * `learners`, numbers separated by commas, and says which; without an option (NULL) there are only
 * the learners to choose. The folds are drawn by `seed`. */
choice cross_validate(coppice_solver* solver, coppice_dataset* train, const char* option,
                      const char* values, const char* learners, int folds, int64_t seed);

/* Puts what one run chose at the end of `note`, after a comma; dots where there is no room left. */
void note_choice(char* note, size_t size, const char* chosen);

/* Percentages over runs beside a paper's mean and standard deviation over `paper_runs`. */
typedef struct percent {
  double mean, sd;
} percent;
percent summary(const double* percentages, int64_t runs);

/* One row of a table: | name | paper | coppice | difference in combined standard errors | verdict |
 * `note` |; returns 1 when it is within spread: at most three standard errors apart. */
int print_comparison(const char* name, percent paper, int64_t paper_runs, percent ours,
                     int64_t runs, const char* note);
void print_comparison_head(const char* note);

#endif
