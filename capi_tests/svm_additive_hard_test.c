/* The SVM with additive kernels where a fit takes long: large costs, close tolerances, rows that
 * rest and wake, samples that mislead, and values of which rounding leaves nothing. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "additive_fits.h"

static void both_solvers_reach_the_same_optimum(void** state) {
  (void)state;
  static const char* const files[][3] = {
      {"digits.svm", "3", "8"}, {"wine.svm", "1", "2"}, {"votes.svm", "-1", "1"}};
  static const double costs[] = {1e-6, 1e-3, 1, 1e3};
  for (int s = 0; s < 3; ++s) {
    table* t = table_load(files[s][0], files[s][1], files[s][2]);
    for (int k = 0; k < ADDITIVE_KERNELS; ++k)
      for (int c = 0; c < 4; ++c) check_same_optimum(t, additive_kernels[k], costs[c], 1e-7);
    table_free(t);
  }
}

/* So many that there are three samples, the second of which tells among the rows of the third. */
static void samples_have_samples(void** state) {
  (void)state;
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_generate("ringnorm", 400000, 2, 0, 1, &data));
  coppice_model* model = fit(svm("stump", 1e-3, 1e-2, "newton"), data);
  check_text(model, "stop_reason", "tolerance");
  assert_true(quantity_of(model, "gap") <= 1e-2);
  coppice_model_free(model);
  coppice_dataset_free(data);
}

/* Rows that rest lose after all, and take part again: twice in one of the three problems. */
static void resting_rows_wake(void** state) {
  (void)state;
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_generate("waveform", 7000, 21, 0, 1, &data));
  coppice_model* model = fit(svm("stump", 10, 1e-4, "newton"), data);
  check_text(model, "stop_reason", "tolerance");
  assert_true(quantity_of(model, "gap") <= 1e-4);
  coppice_model_free(model);
  coppice_dataset_free(data);
}

/* The bias is looked for near that of every second row, and everywhere where it is not there: the
 * others weigh more, and most have the other label. */
static void some_rows_may_mislead_about_the_bias(void** state) {
  (void)state;
  table* t = table_random(8192, 3, 50, 7);
  table_draw_weights(t, 8);
  for (int64_t i = 0; i < t->rows; ++i) {
    if (i % 2 == 0) t->labels[i] = -1;
    if (i % 2 == 1 && i % 8 != 7) t->labels[i] = 1;
    t->weights[i] = i % 2 == 0 ? 1 : 10;
  }
  check_same_optimum(t, "stump", 1e-4, 1e-4);
  table_free(t);
}

/* A machine that is not quite at the optimum is made of hardly more rows than the optimum. */
static void rough_machines_need_as_few_rows(void** state) {
  (void)state;
  static const double costs[] = {0.01, 0.1};
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_generate("ringnorm", 7000, 20, 0, 1, &data));
  for (int c = 0; c < 2; ++c) {
    coppice_model* exact = fit(svm("stump", costs[c], 1e-8, "newton"), data);
    const double fewest = (double)count_of(exact, "support_vectors");
    for (double tolerance = 1e-3; tolerance > 1e-5; tolerance /= 10) {
      coppice_model* rough = fit(svm("stump", costs[c], tolerance, "newton"), data);
      assert_true(quantity_of(rough, "gap") <= tolerance);
      assert_true((double)count_of(rough, "support_vectors") <= 1.1 * fewest);
      coppice_model_free(rough);
    }
    coppice_model_free(exact);
  }
  coppice_dataset_free(data);
}

/* Where the classes can be told apart all large costs have the same machine, and Newton's method
 * gets as near to it as is asked: sums that rounding leaves do not add up. */
static void the_largest_margin_is_reached(void** state) {
  (void)state;
  static const char* const names[] = {"twonorm", "ringnorm"};
  static const double costs[] = {1e3, 1e5};
  for (int k = 0; k < 2; ++k) {
    coppice_dataset* data = NULL;
    check_ok(coppice_dataset_generate(names[k], 4000, 20, 0, 3, &data));
    double objective = 0;
    for (int c = 0; c < 2; ++c) {
      coppice_model* model = fit(svm("stump", costs[c], 1e-9, "newton"), data);
      check_text(model, "stop_reason", "tolerance");
      assert_true(quantity_of(model, "gap") <= 1e-9);
      if (c > 0) check_close(quantity_of(model, "objective") / objective, 1, 2e-9);
      objective = quantity_of(model, "objective");
      coppice_model_free(model);
    }
    coppice_dataset_free(data);
  }
}

/* Where labels are as good as random and mistakes dear, a fit that is to be closer than it becomes
 * leaves a machine as good as that of a rough fit. */
static void more_is_asked_for_and_no_less_is_reached(void** state) {
  (void)state;
  enum { FEATURES = 22, LAST = FEATURES - 1 };
  table* t = table_random(1000, FEATURES, 180, 1);
  for (int64_t i = 0; i < t->rows; ++i) {
    double* x = t->x + FEATURES * i;
    t->labels[i] = x[LAST] < 54 ? 1 : -1;
    x[LAST] = 0;
    for (int d = 1; d < LAST; ++d) x[d] = d % 2 ? floor(x[d] / 36) : x[d] < 18 * (d % 5 + 1);
  }
  coppice_dataset* data = with_view(t);
  static const double tolerances[] = {1e-2, 1e-7};
  for (int k = 0; k < 2; ++k) {
    coppice_model* model = fit(svm("stump", 1e6, tolerances[k], "auto"), data);
    assert_true(quantity_of(model, "gap") <= 1e-2);
    coppice_model_free(model);
  }
  coppice_dataset_free(data);
  table_free(t);
}

/* Few different values, which leave the matrix without full rank, and large costs: working sets,
 * which are tried first, give up, as they would take minutes. */
static void large_costs_of_few_values_are_solved(void** state) {
  (void)state;
  table* t = table_random(600, 12, 3, 9);
  for (int64_t i = 0; i < t->rows; ++i)
    if (i % 5 == 0) t->labels[i] = -t->labels[i];
  coppice_dataset* data = table_dataset(t);
  coppice_solver* solver = svm("stump", 1e4, 1e-7, "auto");
  check_ok(coppice_solver_set_double(solver, "time_limit", 200));
  coppice_model* model = fit(solver, data);
  check_text(model, "stop_reason", "tolerance");
  assert_true(quantity_of(model, "gap") <= 1e-7);
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

/* Of which rounding leaves nothing beside the large ones. All solvers end, and where they did not
 * get there they say so; whether they do depends on the processor's instructions. */
static void values_of_all_sizes_are_given_up(void** state) {
  (void)state;
  static const char* const solvers[] = {"auto", "newton", "working-sets"};
  static double x[] = {2e199, 1.6e300, 1.2e300, -4e99, 3e99,   -5e99,
                       0.43,  0.54,    -1e99,   8e199, -2e300, -9e299};
  static const double y[] = {-1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1};
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_dense(x, 12, 12, 1, 1, 1, &data));
  check_ok(coppice_dataset_set_labels(data, y, 12));
  for (int s = 0; s < 3; ++s) {
    coppice_solver* solver = svm("stump", 1, 1e-3, solvers[s]);
    check_ok(coppice_solver_set_double(solver, "time_limit", 100));
    coppice_model* model = fit(solver, data);
    const bool is_solved = quantity_of(model, "gap") <= 1e-3;
    check_text(model, "stop_reason", is_solved ? "tolerance" : "stalled");
    assert_true(quantity_of(model, "objective") <= 12); /* which decision values of 0 lose */
    assert_true(quantity_of(model, "dual_objective") >= 0);
    coppice_model_free(model);
  }
  coppice_dataset_free(data);
}

static coppice_action stop_when_rough(void* user, const coppice_progress_info* info) {
  (void)user;
  return told_double(info, "gap") <= 0.1 ? COPPICE_STOP : COPPICE_CONTINUE;
}

/* Nobody has to wait for the end to have more than the machine of a sample. */
static void long_fits_have_machines_on_the_way(void** state) {
  (void)state;
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_generate("threenorm", 4000, 20, 0, 3, &data));
  coppice_solver* solver = svm("stump", 1e3, 1e-9, "newton");
  check_ok(coppice_solver_set_progress(solver, stop_when_rough, NULL));
  coppice_model* model = fit(solver, data);
  check_text(model, "stop_reason", "stopped");
  assert_true(quantity_of(model, "gap") <= 0.1);
  assert_true(quantity_of(model, "gap") > 1e-9);
  coppice_model_free(model);
  coppice_dataset_free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(both_solvers_reach_the_same_optimum),
                                     cmocka_unit_test(samples_have_samples),
                                     cmocka_unit_test(resting_rows_wake),
                                     cmocka_unit_test(some_rows_may_mislead_about_the_bias),
                                     cmocka_unit_test(rough_machines_need_as_few_rows),
                                     cmocka_unit_test(the_largest_margin_is_reached),
                                     cmocka_unit_test(more_is_asked_for_and_no_less_is_reached),
                                     cmocka_unit_test(large_costs_of_few_values_are_solved),
                                     cmocka_unit_test(values_of_all_sizes_are_given_up),
                                     cmocka_unit_test(long_fits_have_machines_on_the_way)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
