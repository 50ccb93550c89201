/* Table 3 of Shen & Liu: nine sets of more than two classes, 75 % of the rows for training (of
 * MNIST 1,000 of every digit, and the 10,000 of the test), 500 stumps; C, and theta of MultiBoost,
 * by five-fold cross-validation on the training part. Ten runs of the sets of the UCI, five of the
 * others.
 *
 *     cgens_table3 [--data FOLDER] [--sets wine,iris] [--methods cgens-sls] [--runs 0]
 *                  [--options "..."] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmark_sets.h"
#include "protocol.h"
#include "rival.h"

enum { methods = 4, folds = 5, digits_a_class = 1000 };

static const char learners[] = "500";

static const rival rivals[methods] = {
    {"adaboost-ecc", "stump", NULL, NULL, learners},
    {"adaboost-mh", "stump", NULL, NULL, learners},
    {"multiboost", "stump", "theta", "0.1,1,10,100", learners},
    {"cgens-sls", "stump", "C", "0.0001,0.001,0.01,0.1,1,10", learners}};

/* clang-format off */
static const struct {
  const char *name, *file;
  int64_t features, runs;
  int in_two; /* FILE.train.svm and FILE.test.svm */
  percent paper[methods];
} sets[] = {
    {"wine", "wine", 13, 10, 0, {{3.4, 2.9}, {3.6, 2.5}, {3.0, 2.9}, {2.3, 1.9}}},
    {"iris", "iris", 4, 10, 0, {{7.3, 2.1}, {6.2, 1.7}, {5.7, 2.2}, {6.0, 4.0}}},
    {"glass", "glass", 9, 10, 0, {{24.2, 5.3}, {23.2, 4.7}, {31.5, 8.6}, {25.9, 5.8}}},
    {"vehicle", "vehicle", 18, 10, 0, {{22.3, 2.1}, {22.0, 1.8}, {30.3, 3.2}, {22.2, 1.5}}},
    {"DNA", "dna", 180, 10, 1, {{6.4, 0.5}, {5.9, 0.5}, {6.1, 0.4}, {5.4, 1.2}}},
    {"vowel", "vowel", 10, 10, 1, {{31.1, 3.2}, {20.1, 2.6}, {32.7, 11.4}, {19.3, 1.1}}},
    {"segment", "segment", 19, 10, 0, {{4.2, 0.8}, {2.3, 0.5}, {3.6, 0.6}, {2.6, 0.5}}},
    {"MNIST", "mnist", 784, 5, 1, {{12.1, 0.3}, {10.9, 0.2}, {10.4, 0.4}, {12.0, 0.2}}},
    {"USPS", "usps", 256, 5, 1, {{6.1, 0.7}, {5.6, 0.3}, {8.5, 0.4}, {6.3, 0.5}}}};
/* clang-format on */

/* The first rows of every class in a random order, and the whole test set. */
static split digits(const coppice_dataset* train, const coppice_dataset* test, int64_t run) {
  const int64_t rows = rows_of(train);
  int64_t* order = allocate(rows, sizeof *order);
  int64_t* labels = allocate(rows, sizeof *labels);
  int64_t counts[10] = {0}, count = 0;
  uint64_t seed = (uint64_t)run + 1;
  random_order(order, rows, &seed);
  must(coppice_dataset_copy_labels(train, labels, rows));
  for (int64_t k = 0; k < rows; ++k)
    if (counts[labels[order[k]]]++ < digits_a_class) order[count++] = order[k];
  const split result = {chosen_rows(train, order, count), first_rows(test, rows_of(test))};
  free(labels);
  free(order);
  return result;
}

int main(int argc, char** argv) {
  const char* folder = data_folder(argc, argv);
  const char* wanted_sets = argument(argc, argv, "sets", "");
  const char* wanted_methods = argument(argc, argv, "methods", "");
  const char* options = argument(argc, argv, "options", "");
  const int64_t wanted_runs = whole_argument(argc, argv, "runs", 0);
  no_more_arguments(argc, argv);

  print_machine();
  printf("Several classes with %s stumps, table 3 of Shen & Liu\n\n", learners);
  print_comparison_head("C or theta chosen");
  int within = 0, all = 0;
  for (size_t k = 0; k < sizeof sets / sizeof *sets; ++k) {
    if (!is_listed(sets[k].name, wanted_sets)) continue;
    char file[64];
    snprintf(file, sizeof file, "%s%s", sets[k].file, sets[k].in_two ? ".train" : "");
    coppice_dataset* first = load(folder, file, sets[k].features);
    snprintf(file, sizeof file, "%s.test", sets[k].file);
    coppice_dataset* second = sets[k].in_two ? load(folder, file, sets[k].features) : NULL;
    const int is_mnist = strcmp(sets[k].name, "MNIST") == 0;
    coppice_dataset* data = second != NULL && !is_mnist ? joined(first, second) : NULL;
    const coppice_dataset* whole = data != NULL ? data : first;
    const int64_t rows = rows_of(whole), for_training = (3 * rows + 2) / 4;
    const int64_t runs = wanted_runs > 0 ? wanted_runs : sets[k].runs;
    for (int m = 0; m < methods; ++m) {
      if (!is_listed(rivals[m].method, wanted_methods)) continue;
      char name[64], note[512] = "";
      double* errors = allocate(runs, sizeof *errors);
      for (int64_t run = 0; run < runs; ++run) {
        split s = is_mnist ? digits(first, second, run)
                           : split_of(folder, sets[k].file, whole, for_training,
                                      rows - for_training, run);
        errors[run] = error_of_rival(&rivals[m], options, &s, folds, run, note, sizeof note);
        split_free(&s);
      }
      snprintf(name, sizeof name, "%s, %s", sets[k].name, rivals[m].method);
      within +=
          print_comparison(name, sets[k].paper[m], sets[k].runs, summary(errors, runs), runs, note);
      ++all;
      free(errors);
    }
    coppice_dataset_free(data);
    coppice_dataset_free(second);
    coppice_dataset_free(first);
  }
  printf("\n%d of %d within spread.\n", within, all);
  return 0;
}
