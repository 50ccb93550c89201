/* See infinite_sets.h. */
#include "infinite_sets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* clang-format off */
const infinite_set infinite_sets[INFINITE_SETS] = {
    {"twonorm", "twonorm", generated, 20, 300, 3000},
    {"twonorm-n", "twonorm", mislabelled, 20, 300, 3000},
    {"threenorm", "threenorm", generated, 20, 300, 3000},
    {"threenorm-n", "threenorm", mislabelled, 20, 300, 3000},
    {"ringnorm", "ringnorm", generated, 20, 300, 3000},
    {"ringnorm-n", "ringnorm", mislabelled, 20, 300, 3000},
    {"australian", "australian", at_random, 14, 414, 276},
    {"breast", "breast-cancer-wisconsin", at_random, 10, 409, 274},
    {"german", "german-numer", at_random, 24, 600, 400},
    {"heart", "heart", at_random, 13, 162, 108},
    {"ionosphere", "ionosphere", at_random, 34, 210, 141},
    {"pima", "diabetes", at_random, 8, 460, 308},
    {"sonar", "sonar", at_random, 60, 124, 84},
    {"votes84", "votes84", at_random, 16, 261, 174},
    {"a1a", "a1a", as_given, 123, 1605, 30956},
    {"splice", "splice", as_given, 60, 1000, 2175},
    {"svmguide1", "svmguide1", as_given, 4, 3089, 4000},
    {"w1a", "w1a", as_given, 300, 2477, 47272}};
/* clang-format on */

coppice_dataset* load_infinite_set(const char* folder, const infinite_set* set) {
  if (set->from != at_random && set->from != as_given) return NULL;
  coppice_dataset* data = NULL;
  if (set->from == as_given) {
    char file[64];
    snprintf(file, sizeof file, "%s.train", set->file);
    coppice_dataset* train = load(folder, file, set->features);
    snprintf(file, sizeof file, "%s.test", set->file);
    coppice_dataset* test = load(folder, file, set->features);
    data = joined(train, test);
    coppice_dataset_free(train);
    coppice_dataset_free(test);
  } else {
    data = load(folder, set->file, set->features);
  }
  coppice_dataset* result = scaled(data);
  coppice_dataset_free(data);
  return result;
}

static coppice_dataset* range(const coppice_dataset* data, int64_t first, int64_t count) {
  int64_t* rows = allocate(count, sizeof *rows);
  for (int64_t k = 0; k < count; ++k) rows[k] = first + k;
  coppice_dataset* result = chosen_rows(data, rows, count);
  free(rows);
  return result;
}

split split_of_run(const infinite_set* set, const coppice_dataset* data, int64_t run) {
  split s = {NULL, NULL};
  if (set->from == as_given) {
    s.train = range(data, 0, set->train_rows);
    s.test = range(data, set->train_rows, set->test_rows);
  } else if (set->from == at_random) {
    s = split_of(NULL, set->file, data, set->train_rows, set->test_rows, run);
  } else {
    const double noise = set->from == mislabelled ? 0.1 : 0;
    const uint64_t seed = 2 * (uint64_t)run;
    must(
        coppice_dataset_generate(set->file, set->train_rows, set->features, noise, seed, &s.train));
    must(coppice_dataset_generate(set->file, set->test_rows, set->features, 0, seed + 1, &s.test));
  }
  return s;
}

int64_t runs_of(const infinite_set* set, int64_t wanted) {
  if (set->from == as_given) return 1;
  return wanted > 0 ? wanted : INFINITE_RUNS;
}

static percent with_standard_error(percent p, int64_t runs, int64_t rows) {
  if (runs == 1) return (percent){p.mean, sqrt(p.mean * (100 - p.mean) / (double)rows)};
  return (percent){p.mean, p.sd / sqrt((double)runs)};
}

int print_infinite_comparison(const infinite_set* set, const char* method, percent paper,
                              const double* errors, int64_t runs, const char* note) {
  char name[64];
  snprintf(name, sizeof name, "%s, %s", set->name, method);
  if (paper.sd == 0) paper = with_standard_error(paper, 1, set->test_rows);
  const percent ours = with_standard_error(summary(errors, runs), runs, set->test_rows);
  return print_comparison(name, paper, 1, ours, 1, note);
}
