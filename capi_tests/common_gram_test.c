/* Folds, and problems of two of several classes, have the kernels of their rows in common: every
 * pair of rows is compared once where option cache has room for all pairs. What is found, and by
 * any number of threads, is what folds find that compare rows by themselves. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "cross_validated.h"
#include "training.h"

enum { FOLDS = 5, CLASSES = 3 };

/* Rows of so many classes: 32 and more for a class of a fold, on average. */
static int64_t rows_with(int classes) {
  return classes == 2 ? 200 : 600;
}

/* Megabytes that hold the matrix of a fold's rows, of 145 or 436 rows, and not that of all rows of
 * positive weight, of 181 or 545. */
static const char* for_folds(int classes) {
  return classes == 2 ? "cache=0.2" : "cache=1.8";
}
static const char* const for_all = "cache=200";

/* As noisy_table() with values of their own, so that folds differ in their extents and ranks; some
 * rows have a weight of 0; of two classes or three. */
static table* examples(int classes) {
  uint32_t seed = 5;
  table* t = noisy_table(rows_with(classes), 17);
  for (int64_t k = 0; k < 4 * t->rows; ++k) t->x[k] += random_next(&seed);
  table_draw_weights(t, 3);
  for (int64_t i = 0; i < t->rows; i += 11) t->weights[i] = 0;
  for (int64_t i = 0; i < t->rows && classes > 2; ++i)
    t->labels[i] = (double)(((int64_t)(t->x[4 * i] + t->x[4 * i + 1]) / 3 + i % 7 / 6) % classes);
  return t;
}

static coppice_solver* svm(const char* kernel, const char* options) {
  coppice_solver* made = solver_of_method("svm", options);
  check_ok(coppice_solver_set_string(made, "kernel", kernel));
  check_ok(coppice_solver_set_grid(made, "C", "0.05,1,20"));
  return made;
}

static cross_validated choose(const table* t, const char* kernel, const char* options,
                              const char* cache) {
  char all[200];
  snprintf(all, sizeof all, "%s %s seed=2 solver=working-sets", options, cache);
  coppice_solver* solver = svm(kernel, all);
  const cross_validated found = cross_validate(solver, t, FOLDS);
  coppice_solver_free(solver);
  return found;
}

/* The last bits of decision values may differ, and sigmoids are fitted to within 1e-9. */
static void check_same(const cross_validated* a, const cross_validated* b) {
  assert_int_equal(a->points, b->points);
  for (int64_t k = 0; k < a->points * FOLDS; ++k)
    check_close(a->fold_criterion[k], b->fold_criterion[k], 1e-8);
}

static void folds_find_what_they_find_alone(void** state) {
  (void)state;
  static const char* const kernels[] = {"perceptron",
                                        "stump",
                                        "middle-stump",
                                        "stump-region",
                                        "laplacian(gamma=0.05)",
                                        "gaussian(gamma=0.05)",
                                        "gaussian", /* its gamma is settled on a fold's rows */
                                        "tree",
                                        "histogram-intersection",
                                        "sum(perceptron,middle-stump)",
                                        "product(perceptron,gaussian(gamma=0.1))"};
  table* t = examples(2);
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k) {
    const cross_validated alone = choose(t, kernels[k], "criterion=log_loss", for_folds(2));
    const cross_validated together = choose(t, kernels[k], "criterion=log_loss", for_all);
    check_same(&alone, &together);
    assert_true(alone.criterion[0] != alone.criterion[1]);
    assert_true(alone.fold_criterion[0] != alone.fold_criterion[1]);
  }
  table_free(t);
}

static void problems_of_two_find_what_they_find_alone(void** state) {
  (void)state;
  static const char* const ways[] = {"multiclass=one-against-one", "multiclass=one-against-rest"};
  table* t = examples(CLASSES);
  for (int way = 0; way < 2; ++way) {
    const cross_validated alone = choose(t, "perceptron", ways[way], for_folds(CLASSES));
    const cross_validated together = choose(t, "perceptron", ways[way], for_all);
    check_same(&alone, &together);
    assert_true(alone.criterion[0] != alone.criterion[2]);
  }
  table_free(t);
}

static coppice_action count_pairs(void* user, const double* x, int64_t rows, const double* z,
                                  int64_t others, int64_t features, double* out) {
  *(int64_t*)user += rows * others;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < others; ++j)
      out[i * others + j] =
          exp(-0.2 * squared_distance(x + i * features, z + j * features, features));
  return COPPICE_CONTINUE;
}

static int64_t pairs_compared(const table* t, const char* options, const char* cache) {
  int64_t pairs = 0;
  char all[200];
  snprintf(all, sizeof all, "%s %s", options, cache);
  coppice_solver* solver = svm("custom(name=bell)", all);
  check_ok(coppice_solver_set_kernel(solver, "bell", count_pairs, NULL, &pairs));
  cross_validate(solver, t, FOLDS);
  coppice_solver_free(solver);
  return pairs;
}

static void every_pair_is_compared_once(void** state) {
  (void)state;
  static const char* const options[] = {"", "multiclass=one-against-one",
                                        "multiclass=one-against-rest"};
  /* Of the first rows of every fold's fit, and of all rows, it is asked whether the kernel is
   * symmetric. */
  const int64_t asked = (FOLDS + 1) * 8 * 8;
  for (int k = 0; k < 3; ++k) {
    const int classes = k == 0 ? 2 : CLASSES;
    table* t = examples(classes);
    const int64_t pairs = pairs_compared(t, options[k], for_all);
    assert_in_range(pairs, t->rows * t->rows / 4, t->rows * t->rows + asked);
    assert_true(pairs_compared(t, options[k], for_folds(classes)) > 2 * pairs);
    table_free(t);
  }
}

/* One fit, without folds: of several classes, against the rest, all problems have all rows, and the
 * training error is that of all. */
static void one_fit_compares_every_pair_once(void** state) {
  (void)state;
  table* t = examples(CLASSES);
  coppice_dataset* data = table_dataset(t);
  int64_t pairs[2] = {0, 0};
  for (int k = 0; k < 2; ++k) {
    char options[200];
    snprintf(options, sizeof options, "multiclass=one-against-rest C=20 %s",
             k == 0 ? for_all : for_folds(CLASSES));
    coppice_solver* solver = svm("custom(name=bell)", options);
    check_ok(coppice_solver_set_kernel(solver, "bell", count_pairs, NULL, &pairs[k]));
    coppice_model* model = NULL;
    check_ok(coppice_solver_fit(solver, data, &model));
    coppice_model_free(model);
    coppice_solver_free(solver);
  }
  assert_in_range(pairs[0], t->rows * t->rows / 4, t->rows * t->rows + 8 * 8);
  assert_true(pairs[1] > pairs[0] + t->rows * t->rows / 4);
  coppice_dataset_free(data);
  table_free(t);
}

/* Of regression: both sides of the tube, and the outputs, are problems of the same rows. */
static void outputs_compare_every_pair_once(void** state) {
  (void)state;
  enum { OUTPUTS = 2 };
  table* t = noisy_table(200, 17);
  double numbers[200 * OUTPUTS];
  for (int64_t i = 0; i < t->rows; ++i) {
    numbers[OUTPUTS * i] = t->x[4 * i] + t->x[4 * i + 1];
    numbers[OUTPUTS * i + 1] = t->x[4 * i + 2] * t->x[4 * i + 3];
  }
  for (int64_t outputs = 1; outputs <= OUTPUTS; ++outputs) {
    coppice_dataset* data = table_dataset(t);
    check_ok(coppice_dataset_set_targets(data, numbers, outputs * t->rows, outputs));
    int64_t pairs = 0;
    coppice_solver* solver = solver_of_method("svr", for_all);
    check_ok(coppice_solver_set_string(solver, "kernel", "custom(name=bell)"));
    check_ok(coppice_solver_set_kernel(solver, "bell", count_pairs, NULL, &pairs));
    coppice_model* model = NULL;
    check_ok(coppice_solver_fit(solver, data, &model));
    assert_in_range(pairs, t->rows * t->rows / 4, t->rows * t->rows + 8 * 8);
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_dataset_free(data);
  }
  table_free(t);
}

/* Kernels that are not finite are named by the dataset's rows: those of weight 0 count, also where
 * nothing is shared, and so do those that a subset has left out. */
static void faults_name_rows_of_the_whole(void** state) {
  (void)state;
  table* t = noisy_table(150, 17);
  t->x[4 * 149] = 1e200;
  for (int64_t i = 0; i < 149; i += 11) t->weights[i] = 0;
  coppice_dataset* data = table_dataset(t);
  coppice_solver* shared = svm("linear", "solver=working-sets");
  int64_t best = -7;
  check_error(coppice_solver_cross_validate(shared, data, FOLDS, &best), COPPICE_INVALID_DATA,
              "the kernel of rows 149 and 149 is inf");
  assert_int_equal(best, -7);

  static const char part[] = "the kernel of rows 149 and 149 of the whole dataset is inf";
  coppice_model* model = NULL;
  check_error(coppice_solver_fit(shared, data, &model), COPPICE_INVALID_DATA, part);
  assert_null(model);
  coppice_solver* apart = svm("linear", "solver=working-sets cache=0.1");
  check_error(coppice_solver_cross_validate(apart, data, FOLDS, &best), COPPICE_INVALID_DATA, part);

  /* Rows are repeated until there are more of them than the whole has. */
  int64_t last[200];
  for (int64_t i = 0; i < 200; ++i) last[i] = 145 + i % 5;
  for (int64_t rows = 5; rows <= 200; rows += 195) {
    coppice_dataset* subset = NULL;
    check_ok(coppice_dataset_subset(data, last, rows, &subset));
    check_error(coppice_solver_fit(shared, subset, &model), COPPICE_INVALID_DATA, part);
    coppice_dataset_free(subset);
  }
  coppice_solver_free(apart);
  coppice_solver_free(shared);
  coppice_dataset_free(data);
  table_free(t);
}

struct choice {
  coppice_solver* solver;
  coppice_dataset* data;
  coppice_status status;
};

static void* choose_apart(void* argument) {
  struct choice* one = argument;
  one->status = coppice_solver_cross_validate(one->solver, one->data, FOLDS, NULL);
  return NULL;
}

/* Of one solver, and of several at once on the same rows. */
static void results_do_not_depend_on_threads(void** state) {
  (void)state;
  enum { SOLVERS = 2 };
  static const char* const ways[] = {"multiclass=one-against-one", "multiclass=one-against-rest"};
  table* t = examples(CLASSES);
  coppice_dataset* data = table_dataset(t);
  for (int way = 0; way < 2; ++way) {
    cross_validated serial = choose(t, "perceptron", ways[way], for_all);
    serial.best = 0; /* which results_of() does not tell */
    struct choice choices[SOLVERS];
    pthread_t threads[SOLVERS];
    for (int k = 0; k < SOLVERS; ++k) {
      char options[200];
      snprintf(options, sizeof options, "%s threads=4 seed=2 solver=working-sets", ways[way]);
      choices[k] = (struct choice){svm("perceptron", options), data, COPPICE_OK};
    }
    for (int k = 0; k < SOLVERS; ++k)
      assert_int_equal(pthread_create(&threads[k], NULL, choose_apart, &choices[k]), 0);
    for (int k = 0; k < SOLVERS; ++k) {
      assert_int_equal(pthread_join(threads[k], NULL), 0);
      check_ok(choices[k].status);
      const cross_validated found = results_of(choices[k].solver);
      assert_memory_equal(&found, &serial, sizeof serial);
      coppice_solver_free(choices[k].solver);
    }
  }
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(folds_find_what_they_find_alone),
      cmocka_unit_test(problems_of_two_find_what_they_find_alone),
      cmocka_unit_test(every_pair_is_compared_once),
      cmocka_unit_test(one_fit_compares_every_pair_once),
      cmocka_unit_test(outputs_compare_every_pair_once),
      cmocka_unit_test(faults_name_rows_of_the_whole),
      cmocka_unit_test(results_do_not_depend_on_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
