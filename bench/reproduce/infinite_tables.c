/* Tables 2, 3 and 4 of Lin & Li, boosted stumps, perceptrons and trees, on the sets of
 * infinite_sets.h. Parameters are chosen by five-fold cross-validation on the training part: the
 * number of learners of AdaBoost, C of LPBoost.
 *
 *     infinite_tables [--data FOLDER] [--sets heart,sonar] [--methods adaboost,lpboost]
 *                     [--pools stump,perceptron,tree] [--runs 0] [--costs 0.125,8]
 *                     [--options "..."] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmark_sets.h"
#include "infinite_sets.h"
#include "rival.h"

enum { columns = 6, most_rounds = 1500 };

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

/* The mean and its standard error, where there are several runs. */
/* clang-format off */
static const percent paper_errors[INFINITE_SETS][columns] = {
    {{5.02, 0.06}, {5.58, 0.07}, {3.11, 0.04}, {3.52, 0.05}, {3.74, 0.05}, {4.80, 0.06}},
    {{12.7, 0.17}, {17.9, 0.19}, {4.53, 0.10}, {6.89, 0.11}, {6.46, 0.09}, {7.89, 0.10}},
    {{22.1, 0.12}, {24.1, 0.15}, {17.3, 0.11}, {18.2, 0.11}, {16.8, 0.09}, {18.3, 0.10}},
    {{26.1, 0.17}, {30.3, 0.16}, {20.0, 0.18}, {22.1, 0.13}, {20.2, 0.16}, {22.0, 0.12}},
    {{10.1, 0.14}, {10.3, 0.14}, {36.3, 0.14}, {37.4, 0.13}, {4.33, 0.06}, {6.00, 0.10}},
    {{19.6, 0.20}, {22.4, 0.21}, {37.8, 0.20}, {39.1, 0.15}, {7.32, 0.12}, {8.76, 0.12}},
    {{14.2, 0.18}, {19.8, 0.24}, {15.7, 0.16}, {16.4, 0.17}, {13.7, 0.16}, {13.8, 0.17}},
    {{4.41, 0.10}, {4.79, 0.12}, {3.49, 0.10}, {3.80, 0.10}, {2.92, 0.09}, {3.94, 0.16}},
    {{25.4, 0.19}, {31.6, 0.20}, {25.0, 0.18}, {26.4, 0.21}, {24.5, 0.17}, {24.9, 0.19}},
    {{19.2, 0.35}, {24.4, 0.39}, {18.2, 0.32}, {19.8, 0.32}, {19.5, 0.33}, {20.4, 0.35}},
    {{11.3, 0.25}, {11.5, 0.24}, {11.4, 0.23}, {12.1, 0.25}, {6.59, 0.19}, {6.81, 0.22}},
    {{24.8, 0.23}, {31.0, 0.24}, {24.8, 0.20}, {26.4, 0.19}, {26.1, 0.21}, {26.4, 0.20}},
    {{19.4, 0.38}, {19.8, 0.37}, {19.8, 0.43}, {22.5, 0.47}, {19.6, 0.45}, {21.3, 0.42}},
    {{4.27, 0.15}, {5.87, 0.16}, {4.37, 0.16}, {4.92, 0.16}, {5.04, 0.14}, {5.95, 0.17}},
    {{16.0, 0}, {16.3, 0}, {20.0, 0}, {18.6, 0}, {18.8, 0}, {20.3, 0}},
    {{5.75, 0}, {8.78, 0}, {13.7, 0}, {14.7, 0}, {2.94, 0}, {3.77, 0}},
    {{3.35, 0}, {4.50, 0}, {3.28, 0}, {3.62, 0}, {3.22, 0}, {3.17, 0}},
    {{2.18, 0}, {2.79, 0}, {2.35, 0}, {2.13, 0}, {2.53, 0}, {3.01, 0}}};
/* clang-format on */

static void list_parameters(const char* wanted_costs) {
  for (int t = 10; t <= most_rounds; t += 10)
    snprintf(rounds + strlen(rounds), sizeof rounds - strlen(rounds), "%s%d", t > 10 ? "," : "", t);
  snprintf(costs, sizeof costs, "%s", wanted_costs);
  for (int k = -17; k <= 3 && wanted_costs[0] == '\0'; k += 2)
    snprintf(costs + strlen(costs), sizeof costs - strlen(costs), "%s%.9g", k > -17 ? "," : "",
             ldexp(1, k));
}

static int reproduce(int64_t k, const coppice_dataset* data, int column, int64_t runs,
                     const char* options) {
  const infinite_set* set = &infinite_sets[k];
  char note[256] = "";
  double* errors = allocate(runs, sizeof *errors);
  for (int64_t run = 0; run < runs; ++run) {
    split s = split_of_run(set, data, run);
    errors[run] =
        error_of_rival(&tables[column].rival, options, &s, INFINITE_FOLDS, run, note, sizeof note);
    split_free(&s);
  }
  const int within = print_infinite_comparison(set, tables[column].name, paper_errors[k][column],
                                               errors, runs, note);
  free(errors);
  return within;
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
  for (int64_t k = 0; k < INFINITE_SETS; ++k) {
    if (!is_listed(infinite_sets[k].name, wanted_sets)) continue;
    coppice_dataset* data = load_infinite_set(folder, &infinite_sets[k]);
    const int64_t runs = runs_of(&infinite_sets[k], wanted_runs);
    for (int column = 0; column < columns; ++column) {
      if (!is_listed(tables[column].rival.method, wanted_methods)) continue;
      if (!is_listed(tables[column].pool, wanted_pools)) continue;
      within += reproduce(k, data, column, runs, options);
      ++all;
    }
    coppice_dataset_free(data);
  }
  printf("\n%d of %d within spread.\n", within, all);
  return 0;
}
