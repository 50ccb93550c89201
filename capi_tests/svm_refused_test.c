/* What the SVM refuses, in words that say what was expected; what it warns of; and that it may be
 * stopped. Nothing that is refused gives a model. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "training.h"

static void refused(const table* t, const char* kernel, const char* options, coppice_status status,
                    const char* fragments) {
  coppice_solver* solver = solver_of_method("svm", options);
  check_ok(coppice_solver_set_string(solver, "kernel", kernel));
  coppice_dataset* data = table_dataset(t);
  coppice_model* none = NULL;
  check_error(coppice_solver_fit(solver, data, &none), status, fragments);
  assert_null(none);
  coppice_dataset_free(data);
  coppice_solver_free(solver);
}

static void kernels_that_are_not_text_of_one(void** state) {
  (void)state;
  static const struct {
    const char* text;
    const char* fragments;
  } cases[] = {
      {"stumps", "there is no kernel \"stumps\"|did you mean \"stump\""},
      {"gaussian(gamma=-1)", "gamma|gaussian|-1|0 <= gamma"},
      {"gaussian(gamma=nan)", "gamma|nan"},
      {"gaussian(width=1)", "width|gamma"},
      {"gaussian(", "gaussian(|expected a name"},
      {"", "expected a name"},
      {"sum(stump)", "sum has one member|two or more"},
      {"and", "and has no members|two or more"},
      {"stump(linear)", "stump has no members|linear"},
      {"sum(stump@a,linear)@b", "view is \"b\"|stump@a"},
      {"stump(lower=low)", "lower|low|a finite number, or training"},
      {"stump(upper=1e999)", "upper|1e999|a finite number"},
      {"stump-region(stumps=0)", "stumps|0|1 <= stumps"},
  };
  coppice_solver* solver = solver_of_method("svm", "");
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
    check_error(coppice_solver_set_string(solver, "kernel", cases[k].text), COPPICE_INVALID_OPTION,
                cases[k].fragments);
    char text[16] = "";
    int64_t needed = 0;
    check_ok(coppice_solver_get_string(solver, "kernel", text, sizeof text, &needed));
    assert_string_equal(text, "stump");
  }
  coppice_solver_free(solver);
}

static void kernels_that_are_not_defined_on_the_rows(void** state) {
  (void)state;
  table* t = table_random(20, 3, 9, 4);
  refused(t, "and(linear,stump)", "", COPPICE_INVALID_ARGUMENT,
          "kernel and|member \"linear\"|the same for all rows");
  refused(t, "stump@low", "", COPPICE_UNKNOWN_NAME, "no views|low");
  refused(t, "tree(gamma=1000)", "", COPPICE_INVALID_ARGUMENT, "gamma|1000|tree|below 350");
  refused(t, "stump(lower=0.5)", "", COPPICE_INVALID_DATA,
          "feature 0|value 0 in training|below|lower|0.5");
  refused(t, "sum(linear,tree(upper=7))", "", COPPICE_INVALID_DATA,
          "feature|value 8 in training|above|upper|7");
  refused(t, "stump-region(lower=9,upper=-1)", "", COPPICE_INVALID_ARGUMENT, "9 and -1|lower <=");
  refused(t, "gaussian", "cache=1e-5", COPPICE_INVALID_OPTION, "cache|1e-05|two rows|20 rows");
  for (int64_t k = 0; k < t->rows * t->features; ++k) t->x[k] *= 1e200;
  refused(t, "linear", "", COPPICE_INVALID_DATA, "kernel of rows|inf|scale");
  refused(t, "gaussian", "", COPPICE_INVALID_DATA, "scatter|gamma=0");
  t->x[3] = NAN;
  refused(t, "stump", "", COPPICE_INVALID_DATA, "row 1, feature 0|svm|missing");
  table_free(t);
}

/* Of one feature, and of the sum of two. */
static void distances_that_are_not_finite(void** state) {
  (void)state;
  static const double values[] = {1.7e308, 6e307};
  for (int64_t feature = 1; feature < 3; ++feature) {
    table* t = table_random(20, 3, 9, 4);
    for (int64_t i = 0; i < t->rows; ++i)
      for (int64_t d = 1; d <= feature; ++d)
        t->x[i * 3 + d] = (i % 3 ? 1 : -1) * values[feature - 1];
    char fragments[64];
    snprintf(fragments, sizeof fragments, "values of feature %d are so far apart|not finite|scaled",
             (int)feature);
    refused(t, "stump", "solver=newton", COPPICE_INVALID_DATA, fragments);
    table_free(t);
  }
}

static void one_class(void** state) {
  (void)state;
  table* t = table_random(20, 3, 9, 4);
  for (int64_t i = 0; i < t->rows; ++i) t->labels[i] = 1;
  refused(t, "stump", "", COPPICE_INVALID_DATA, "every label|two or more classes");
  table_free(t);
}

/* Rows that are all alike, and equal rows of both classes: nothing to tell them apart by. */
static void rows_without_difference(void** state) {
  (void)state;
  static const char* const kernels[] = {"stump",  "perceptron", "gaussian", "middle-stump",
                                        "linear", "laplacian",  "tree"};
  table* t = table_random(30, 2, 4, 9);
  for (int64_t i = 0; i < 30; i += 2) {
    memcpy(t->x + 2 * (i + 1), t->x + 2 * i, 2 * sizeof *t->x);
    t->labels[i] = -1;
    t->labels[i + 1] = 1;
  }
  table* alike = table_create(9, 2);
  for (int64_t i = 0; i < 9; ++i) alike->labels[i] = i < 6 ? 1 : -1;
  for (int k = 0; k < 7; ++k) {
    static const char* const costs[] = {"C=1e-6", "C=1", "C=1e6"};
    for (int c = 0; c < 3; ++c) {
      coppice_solver* solver = solver_of_method("svm", costs[c]);
      check_ok(coppice_solver_set_string(solver, "kernel", kernels[k]));
      coppice_dataset* data = table_dataset(t);
      coppice_model* model = NULL;
      check_ok(coppice_solver_fit(solver, data, &model));
      assert_true(quantity_of(model, "train_error") >= 0.5);
      assert_true(quantity_of(model, "gap") <= 1e-3);
      coppice_model_free(model);
      coppice_dataset_free(data);

      data = table_dataset(alike);
      check_ok(coppice_solver_fit(solver, data, &model));
      check_close(quantity_of(model, "train_error"), 3.0 / 9, 1e-12);
      check_close(quantity_of(model, "objective") / quantity_of(model, "option.C"), 6, 1e-9);
      coppice_model_free(model);
      coppice_dataset_free(data);
      coppice_solver_free(solver);
    }
  }
  table_free(alike);
  table_free(t);
}

static void large_gamma_of_trees_is_warned_of(void** state) {
  (void)state;
  table* t = table_random(20, 3, 9, 4); /* half the sum of ranges is 12 at most */
  static const struct {
    const char* kernel;
    int warned;
  } cases[] = {{"tree(gamma=0.5)", 1}, {"tree(gamma=0.01)", 0}, {"sum(tree(gamma=0.5),stump)", 1}};
  for (int k = 0; k < 3; ++k) {
    coppice_solver* solver = solver_of_method("svm", "");
    check_ok(coppice_solver_set_string(solver, "kernel", cases[k].kernel));
    coppice_dataset* data = table_dataset(t);
    coppice_model* model = NULL;
    check_ok(coppice_solver_fit(solver, data, &model));
    char* warnings = text_of(model, "warnings");
    assert_int_equal(strstr(warnings, "not known to embody decision trees") != NULL,
                     cases[k].warned);
    free(warnings);
    coppice_model_free(model);
    coppice_dataset_free(data);
    coppice_solver_free(solver);
  }
  table_free(t);
}

static coppice_action end_at_third(void* action, const coppice_progress_info* info) {
  return told_int(info, "iteration") >= 3 ? *(coppice_action*)action : COPPICE_CONTINUE;
}

/* What a stopped fit leaves is feasible, and its gap is that of what was reached. */
static void a_fit_may_be_stopped(void** state) {
  (void)state;
  table* t = table_load("breast-cancer-diagnostic.svm", "-1", "1");
  for (int keep = 0; keep < 2; ++keep) {
    coppice_action action = keep ? COPPICE_STOP : COPPICE_CANCEL;
    coppice_solver* solver = solver_of_method("svm", "kernel=linear C=10 tolerance=1e-9");
    check_ok(coppice_solver_set_progress(solver, end_at_third, &action));
    coppice_dataset* data = table_dataset(t);
    coppice_model* model = NULL;
    const coppice_status status = coppice_solver_fit(solver, data, &model);
    if (!keep) {
      assert_int_equal(status, COPPICE_CANCELLED);
      assert_null(model);
    } else {
      check_ok(status);
      check_text(model, "stop_reason", "stopped");
      const double gap = quantity_of(model, "gap");
      assert_true(gap > 1e-9 && isfinite(gap));
      assert_true(quantity_of(model, "objective") > quantity_of(model, "dual_objective"));
    }
    coppice_model_free(model);
    coppice_dataset_free(data);
    coppice_solver_free(solver);
  }
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(kernels_that_are_not_text_of_one),
                                     cmocka_unit_test(kernels_that_are_not_defined_on_the_rows),
                                     cmocka_unit_test(distances_that_are_not_finite),
                                     cmocka_unit_test(one_class),
                                     cmocka_unit_test(rows_without_difference),
                                     cmocka_unit_test(large_gamma_of_trees_is_warned_of),
                                     cmocka_unit_test(a_fit_may_be_stopped)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
