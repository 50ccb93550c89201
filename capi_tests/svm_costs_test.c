/* Cross-validation of the SVM measures the values of C together, one solution starting the next:
 * the criteria are those of fits of their own, whatever the order of the values, beside other
 * options of the grid, for every solver and for several classes. */
#include <math.h>
#include <stdio.h>

#include "cross_validated.h"
#include "folds.h"
#include "training.h"

enum { FOLDS = 3, COSTS = 5 };

static const char* const costs[COSTS] = {"3", "0.001", "100", "0.03", "0.3"};
static const char* const listed = "3,0.001,100,0.03,0.3";

static coppice_solver* svm(const char* options, const char* kernel) {
  coppice_solver* made = solver_of_method("svm", options);
  if (kernel != NULL) check_ok(coppice_solver_set_string(made, "kernel", kernel));
  return made;
}

/* The error on a fold's rows of a fit on all others. */
static double error_by_hand(const table* t, const int64_t* fold, int64_t which, const char* options,
                            const char* kernel) {
  table* training = part_of(t, fold, which, 0);
  table* held_out = part_of(t, fold, which, 1);
  coppice_dataset* data = table_dataset(training);
  coppice_solver* solver = svm(options, kernel);
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  double* f = decisions_of(model, held_out);
  double wrong = 0, all = 0;
  for (int64_t i = 0; i < held_out->rows; ++i) {
    all += held_out->weights[i];
    if ((f[i] >= 0) != (held_out->labels[i] > 0)) wrong += held_out->weights[i];
  }
  free(f);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  table_free(training);
  table_free(held_out);
  return wrong / all;
}

/* Compares the points of a kernel, which begin at this one. */
static void check_points(const cross_validated* found, int64_t first, const table* t,
                         const char* options, const char* kernel) {
  int64_t* fold = folds_of(t, FOLDS, 4);
  int different = 0;
  for (int c = 0; c < COSTS; ++c) {
    char with_cost[200];
    snprintf(with_cost, sizeof with_cost, "%s C=%s", options, costs[c]);
    for (int64_t f = 0; f < FOLDS; ++f) {
      const double error = error_by_hand(t, fold, f, with_cost, kernel);
      assert_true(fabs(found->fold_criterion[(first + c) * FOLDS + f] - error) < 1e-12);
    }
    for (int other = 0; other < c; ++other)
      different += found->criterion[first + c] != found->criterion[first + other];
  }
  assert_true(different >= 5); /* else the values could be exchanged unseen */
  free(fold);
}

static void criteria_are_those_of_fits_on_the_folds(void** state) {
  (void)state;
  static const struct {
    const char *solver, *kernel;
  } cases[] = {{"auto", "stump"},
               {"auto", "perceptron"},
               {"auto", "sum(stump,gaussian(gamma=0.01))"},
               {"working-sets", "perceptron"},
               {"working-sets", "sum(stump,gaussian(gamma=0.01))"},
               {"newton", "stump"},
               {"newton", "middle-stump"}};
  table* t = noisy_table(100, 7);
  table_draw_weights(t, 5);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
    char options[200];
    snprintf(options, sizeof options, "tolerance=1e-9 seed=4 solver=%s", cases[k].solver);
    coppice_solver* solver = svm(options, cases[k].kernel);
    check_ok(coppice_solver_set_grid(solver, "C", listed));
    const cross_validated found = cross_validate(solver, t, FOLDS);
    assert_int_equal(found.points, COSTS);
    check_points(&found, 0, t, options, cases[k].kernel);
    coppice_solver_free(solver);
  }
  table_free(t);
}

/* Beside another option, which may come before C or after it. */
static void other_options_have_costs_of_their_own(void** state) {
  (void)state;
  static const char* const options = "tolerance=1e-9 seed=4";
  static const char* const kernels[] = {"stump", "gaussian(gamma=0.01)"};
  table* t = noisy_table(100, 11);
  cross_validated found[2];
  for (int before = 0; before < 2; ++before) {
    coppice_solver* solver = svm(options, NULL);
    if (before) check_ok(coppice_solver_set_grid(solver, "kernel", "stump,gaussian(gamma=0.01)"));
    check_ok(coppice_solver_set_grid(solver, "C", listed));
    if (!before) check_ok(coppice_solver_set_grid(solver, "kernel", "stump,gaussian(gamma=0.01)"));
    found[before] = cross_validate(solver, t, FOLDS);
    assert_int_equal(found[before].points, 2 * COSTS);
    coppice_solver_free(solver);
  }
  for (int k = 0; k < 2; ++k) {
    check_points(&found[1], (int64_t)k * COSTS, t, options, kernels[k]);
    for (int c = 0; c < COSTS; ++c)
      assert_true(found[0].criterion[2 * c + k] == found[1].criterion[k * COSTS + c]);
  }
  table_free(t);
}

/* Where the grid does not have C, the option is what it is set to. */
static void without_costs_the_option_counts(void** state) {
  (void)state;
  table* t = noisy_table(100, 7);
  coppice_solver* solver = svm("tolerance=1e-9 seed=4 C=0.03", "stump");
  check_ok(coppice_solver_set_grid(solver, "class_weight", "none,balanced"));
  const cross_validated found = cross_validate(solver, t, FOLDS);
  assert_int_equal(found.points, 2);
  int64_t* fold = folds_of(t, FOLDS, 4);
  for (int64_t f = 0; f < FOLDS; ++f) {
    const double plain = error_by_hand(t, fold, f, "tolerance=1e-9 C=0.03", "stump");
    const double balanced =
        error_by_hand(t, fold, f, "tolerance=1e-9 C=0.03 class_weight=balanced", "stump");
    assert_true(fabs(found.fold_criterion[f] - plain) < 1e-12);
    assert_true(fabs(found.fold_criterion[FOLDS + f] - balanced) < 1e-12);
  }
  free(fold);
  coppice_solver_free(solver);
  table_free(t);
}

/* Of several classes: the values together, and each in a grid that has it alone. */
static void classes_share_costs_too(void** state) {
  (void)state;
  table* t = table_random(120, 4, 50, 3);
  for (int64_t i = 0; i < t->rows; ++i)
    t->labels[i] = (double)(((int64_t)(t->x[4 * i] + t->x[4 * i + 1]) / 12 + i % 7 / 6) % 3);
  coppice_solver* solver = svm("tolerance=1e-9 seed=4", "stump");
  check_ok(coppice_solver_set_grid(solver, "C", listed));
  const cross_validated together = cross_validate(solver, t, FOLDS);
  assert_int_equal(together.points, COSTS);
  for (int c = 0; c < COSTS; ++c) {
    check_ok(coppice_solver_set_grid(solver, "C", costs[c]));
    const cross_validated alone = cross_validate(solver, t, FOLDS);
    assert_int_equal(alone.points, 1);
    for (int64_t f = 0; f < FOLDS; ++f)
      assert_true(fabs(together.fold_criterion[c * FOLDS + f] - alone.fold_criterion[f]) < 1e-12);
  }
  assert_true(together.criterion[1] != together.criterion[2]);
  coppice_solver_free(solver);
  table_free(t);
}

static void results_do_not_depend_on_threads(void** state) {
  (void)state;
  table* t = noisy_table(200, 9);
  cross_validated found[2];
  for (int threads = 1; threads <= 2; ++threads) {
    char options[100];
    snprintf(options, sizeof options, "seed=4 threads=%d", threads);
    coppice_solver* solver = svm(options, "stump");
    check_ok(coppice_solver_set_grid(solver, "C", listed));
    found[threads - 1] = cross_validate(solver, t, FOLDS);
    coppice_solver_free(solver);
  }
  assert_memory_equal(&found[0], &found[1], sizeof found[0]);
  table_free(t);
}

typedef struct ending {
  int64_t calls, at;
  coppice_action answer;
} ending;

static coppice_action end_at(void* user, const coppice_progress_info* info) {
  ending* when = user;
  (void)info;
  return ++when->calls == when->at ? when->answer : COPPICE_CONTINUE;
}

/* Whenever it is asked to end, there is no result of some of the costs only. */
static void it_can_be_ended(void** state) {
  (void)state;
  static const char* const kernels[] = {"stump", "gaussian(gamma=0.05)"};
  table* t = noisy_table(300, 13);
  coppice_dataset* data = table_dataset(t);
  int64_t ended = 0;
  for (int k = 0; k < 8; ++k) {
    char options[100];
    snprintf(options, sizeof options, "tolerance=1e-6 threads=%d", 1 + k / 4);
    for (int64_t at = 1; at <= 7; at += 3) {
      ending when = {0, at, k / 2 % 2 == 0 ? COPPICE_CANCEL : COPPICE_STOP};
      coppice_solver* solver = svm(options, kernels[k % 2]);
      check_ok(coppice_solver_set_grid(solver, "C", listed));
      check_ok(coppice_solver_set_progress(solver, end_at, &when));
      int64_t best = -7, needed = -1;
      const coppice_status status = coppice_solver_cross_validate(solver, data, FOLDS, &best);
      if (when.calls >= at) { /* it may have been faster */
        ++ended;
        assert_int_equal(status, COPPICE_CANCELLED);
        assert_int_equal(best, -7);
        assert_true(coppice_solver_get_array(solver, "cv.criterion", NULL, 0, &needed) !=
                    COPPICE_OK);
      }
      coppice_solver_free(solver);
    }
  }
  assert_true(ended >= 8); /* the first reports come at once */
  coppice_dataset_free(data);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(criteria_are_those_of_fits_on_the_folds),
      cmocka_unit_test(other_options_have_costs_of_their_own),
      cmocka_unit_test(without_costs_the_option_counts),
      cmocka_unit_test(classes_share_costs_too),
      cmocka_unit_test(results_do_not_depend_on_threads),
      cmocka_unit_test(it_can_be_ended),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
