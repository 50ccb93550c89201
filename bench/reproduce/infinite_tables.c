/* Tables 2, 3 and 4 of Lin & Li, boosted stumps, perceptrons and trees: 300 generated rows for
 * training and 3,000 for testing, 60 % and 40 % of the sets of the UCI, 100 runs each, and four
 * sets with a test part of their own. Parameters are chosen by five-fold cross-validation on the
 * training part: the number of learners of AdaBoost, C of LPBoost.
 *
 *     infinite_tables [--data FOLDER] [--sets heart,sonar] [--methods adaboost,lpboost]
 *                     [--pools stump,perceptron,tree] [--runs 0] [--costs 0.125,8]
 *                     [--options "..."] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmark_sets.h"
#include "protocol.h"
#include "rival.h"

enum { columns = 6, paper_runs = 100, folds = 5, most_rounds = 1500 };

/* "It contains a constant hypothesis", says section 3.2 of every set of them. */
static const char stumps[] = "union(stump, constant)";
static const char perceptrons[] = "perceptron-descent(scale=none, updates=200)";
static const char trees[] = "tree(split=gain-ratio, pruning=pessimistic, depth=30)";

static char rounds[1024]; /* 10, 20 .. 1500 */
static char costs[256];   /* 2^-17, 2^-15 .. 2^3, or what --costs says */

/* The columns of the three tables; what the paper says of a set is in the same order. */
static const struct {
  const char* name;
  const char* pool; /* as --pools calls it */
  rival rival;
} tables[columns] = {{"AdaBoost-Stump", "stump", {"adaboost", stumps, NULL, NULL, rounds}},
                     {"LPBoost-Stump", "stump", {"lpboost", stumps, "C", costs, "1000"}},
                     {"AdaBoost-Perc", "perceptron", {"adaboost", perceptrons, NULL, NULL, rounds}},
                     {"LPBoost-Perc", "perceptron", {"lpboost", perceptrons, "C", costs, "1000"}},
                     {"AdaBoost-Dec", "tree", {"adaboost", trees, NULL, NULL, rounds}},
                     {"LPBoost-Dec", "tree", {"lpboost", trees, "C", costs, "1000"}}};

/* Where the rows of a run come from; labels of the mislabelled ones are turned for training with
 * probability 0.1, those of the test part never. */
typedef enum origin { generated, mislabelled, at_random, as_given } origin;

typedef struct infinite_set {
  const char* name; /* in the tables */
  const char* file; /* or generator; those as given are FILE.train.svm and FILE.test.svm */
  origin from;
  int64_t features, train_rows, test_rows;
  percent paper[columns]; /* the mean and its standard error, where there are several runs */
} infinite_set;

/* clang-format off */
static const infinite_set sets[] = {
    {"twonorm", "twonorm", generated, 20, 300, 3000,
     {{5.02, 0.06}, {5.58, 0.07}, {3.11, 0.04}, {3.52, 0.05}, {3.74, 0.05}, {4.80, 0.06}}},
    {"twonorm-n", "twonorm", mislabelled, 20, 300, 3000,
     {{12.7, 0.17}, {17.9, 0.19}, {4.53, 0.10}, {6.89, 0.11}, {6.46, 0.09}, {7.89, 0.10}}},
    {"threenorm", "threenorm", generated, 20, 300, 3000,
     {{22.1, 0.12}, {24.1, 0.15}, {17.3, 0.11}, {18.2, 0.11}, {16.8, 0.09}, {18.3, 0.10}}},
    {"threenorm-n", "threenorm", mislabelled, 20, 300, 3000,
     {{26.1, 0.17}, {30.3, 0.16}, {20.0, 0.18}, {22.1, 0.13}, {20.2, 0.16}, {22.0, 0.12}}},
    {"ringnorm", "ringnorm", generated, 20, 300, 3000,
     {{10.1, 0.14}, {10.3, 0.14}, {36.3, 0.14}, {37.4, 0.13}, {4.33, 0.06}, {6.00, 0.10}}},
    {"ringnorm-n", "ringnorm", mislabelled, 20, 300, 3000,
     {{19.6, 0.20}, {22.4, 0.21}, {37.8, 0.20}, {39.1, 0.15}, {7.32, 0.12}, {8.76, 0.12}}},
    {"australian", "australian", at_random, 14, 414, 276,
     {{14.2, 0.18}, {19.8, 0.24}, {15.7, 0.16}, {16.4, 0.17}, {13.7, 0.16}, {13.8, 0.17}}},
    {"breast", "breast-cancer-wisconsin", at_random, 10, 409, 274,
     {{4.41, 0.10}, {4.79, 0.12}, {3.49, 0.10}, {3.80, 0.10}, {2.92, 0.09}, {3.94, 0.16}}},
    {"german", "german-numer", at_random, 24, 600, 400,
     {{25.4, 0.19}, {31.6, 0.20}, {25.0, 0.18}, {26.4, 0.21}, {24.5, 0.17}, {24.9, 0.19}}},
    {"heart", "heart", at_random, 13, 162, 108,
     {{19.2, 0.35}, {24.4, 0.39}, {18.2, 0.32}, {19.8, 0.32}, {19.5, 0.33}, {20.4, 0.35}}},
    {"ionosphere", "ionosphere", at_random, 34, 210, 141,
     {{11.3, 0.25}, {11.5, 0.24}, {11.4, 0.23}, {12.1, 0.25}, {6.59, 0.19}, {6.81, 0.22}}},
    {"pima", "diabetes", at_random, 8, 460, 308,
     {{24.8, 0.23}, {31.0, 0.24}, {24.8, 0.20}, {26.4, 0.19}, {26.1, 0.21}, {26.4, 0.20}}},
    {"sonar", "sonar", at_random, 60, 124, 84,
     {{19.4, 0.38}, {19.8, 0.37}, {19.8, 0.43}, {22.5, 0.47}, {19.6, 0.45}, {21.3, 0.42}}},
    {"votes84", "votes84", at_random, 16, 261, 174,
     {{4.27, 0.15}, {5.87, 0.16}, {4.37, 0.16}, {4.92, 0.16}, {5.04, 0.14}, {5.95, 0.17}}},
    {"a1a", "a1a", as_given, 123, 1605, 30956,
     {{16.0, 0}, {16.3, 0}, {20.0, 0}, {18.6, 0}, {18.8, 0}, {20.3, 0}}},
    {"splice", "splice", as_given, 60, 1000, 2175,
     {{5.75, 0}, {8.78, 0}, {13.7, 0}, {14.7, 0}, {2.94, 0}, {3.77, 0}}},
    {"svmguide1", "svmguide1", as_given, 4, 3089, 4000,
     {{3.35, 0}, {4.50, 0}, {3.28, 0}, {3.62, 0}, {3.22, 0}, {3.17, 0}}},
    {"w1a", "w1a", as_given, 300, 2477, 47272,
     {{2.18, 0}, {2.79, 0}, {2.35, 0}, {2.13, 0}, {2.53, 0}, {3.01, 0}}}};
/* clang-format on */

static void list_parameters(const char* wanted_costs) {
  for (int t = 10; t <= most_rounds; t += 10)
    snprintf(rounds + strlen(rounds), sizeof rounds - strlen(rounds), "%s%d", t > 10 ? "," : "", t);
  snprintf(costs, sizeof costs, "%s", wanted_costs);
  for (int k = -17; k <= 3 && wanted_costs[0] == '\0'; k += 2)
    snprintf(costs + strlen(costs), sizeof costs - strlen(costs), "%s%.9g", k > -17 ? "," : "",
             ldexp(1, k));
}

/* The rows that runs cut, every feature from -1 to 1; NULL for generated sets. */
static coppice_dataset* load_set(const char* folder, const infinite_set* set) {
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

static split split_of_run(const infinite_set* set, const coppice_dataset* data, int64_t run) {
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

/* With a single run, the standard error of an error rate on so many rows. */
static percent with_standard_error(percent p, int64_t runs, int64_t rows) {
  if (runs == 1) return (percent){p.mean, sqrt(p.mean * (100 - p.mean) / (double)rows)};
  return (percent){p.mean, p.sd / sqrt((double)runs)};
}

static int reproduce(const infinite_set* set, const coppice_dataset* data, int column, int64_t runs,
                     const char* options) {
  char name[64], note[256] = "";
  double* errors = allocate(runs, sizeof *errors);
  for (int64_t run = 0; run < runs; ++run) {
    split s = split_of_run(set, data, run);
    errors[run] = error_of_rival(&tables[column].rival, options, &s, folds, run, note, sizeof note);
    split_free(&s);
  }
  percent paper = set->paper[column];
  if (paper.sd == 0) paper = with_standard_error(paper, 1, set->test_rows);
  const percent ours = with_standard_error(summary(errors, runs), runs, set->test_rows);
  snprintf(name, sizeof name, "%s, %s", set->name, tables[column].name);
  free(errors);
  return print_comparison(name, paper, 1, ours, 1, note);
}

int main(int argc, char** argv) {
  const char* folder = data_folder(argc, argv);
  const char* wanted_sets = argument(argc, argv, "sets", "");
  const char* wanted_methods = argument(argc, argv, "methods", "");
  const char* wanted_pools = argument(argc, argv, "pools", "");
  const char* wanted_costs = argument(argc, argv, "costs", "");
  const char* options = argument(argc, argv, "options", "");
  const int64_t wanted_runs = whole_argument(argc, argv, "runs", 0);
  no_more_arguments(argc, argv);
  list_parameters(wanted_costs);

  print_machine();
  printf("Boosting, tables 2, 3 and 4 of Lin & Li: means and their standard errors\n\n");
  print_comparison_head("learners or C chosen");
  int within = 0, all = 0;
  for (size_t k = 0; k < sizeof sets / sizeof *sets; ++k) {
    if (!is_listed(sets[k].name, wanted_sets)) continue;
    coppice_dataset* data = load_set(folder, &sets[k]);
    const int64_t many = wanted_runs > 0 ? wanted_runs : paper_runs;
    const int64_t runs = sets[k].from == as_given ? 1 : many;
    for (int column = 0; column < columns; ++column) {
      if (!is_listed(tables[column].rival.method, wanted_methods)) continue;
      if (!is_listed(tables[column].pool, wanted_pools)) continue;
      within += reproduce(&sets[k], data, column, runs, options);
      ++all;
    }
    coppice_dataset_free(data);
  }
  printf("\n%d of %d within spread.\n", within, all);
  return 0;
}
