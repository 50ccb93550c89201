/* The pool of the features themselves: column generation over it ends at the linear SVM, which ERM
 * of one component is; its learners are the features, and predict as they do. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "erm_fits.h"

static coppice_model* fit_features(const table* t, const char* method, const char* pool_text,
                                   const char* options) {
  coppice_dataset* data = table_dataset(t);
  const int64_t some[] = {1, 4, 7};
  check_ok(coppice_dataset_add_view(data, "some", some, 3));
  coppice_solver* solver = solver_of_method(method, options);
  coppice_pool* pool = NULL;
  coppice_model* model = NULL;
  check_ok(coppice_pool_create(pool_text, &pool));
  check_ok(coppice_solver_set_pool(solver, pool));
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_pool_free(pool);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  return model;
}

static table* some_rows(void) {
  table* whole = table_load("ionosphere.svm", "-1", "1");
  table* t = table_thinned(whole, 2, 20);
  table_free(whole);
  return t;
}

static void column_generation_ends_at_the_linear_svm(void** state) {
  (void)state;
  static const double costs[] = {0.01, 1, 100};
  table* t = some_rows();
  for (int k = 0; k < 3; ++k) {
    char options[100];
    snprintf(options, sizeof options, "C=%g tolerance=1e-9 epsilon=1e-9 learners=100", costs[k]);
    coppice_model* chosen = fit_features(t, "cgens", "linear", options);
    snprintf(options, sizeof options, "lambda=%g components=1 tolerance=1e-9", costs[k]);
    coppice_model* all = fit_erm(t, options);
    /* Outputs are floats. */
    check_close(quantity_of(chosen, "objective"), quantity_of(all, "objective"), 1e-6);
    assert_true(quantity_of(chosen, "gap") <= 1e-6);
    double* weights = array_of(chosen, "weights", NULL);
    double* expected = array_of(all, "weights", NULL);
    for (int64_t j = 0; j < learners_of(chosen); ++j) {
      char text[100];
      int64_t needed = 0;
      int feature = -1;
      check_ok(coppice_model_learner(chosen, j, text, sizeof text, &needed));
      assert_int_equal(sscanf(text, "{\"kind\":\"linear\",\"feature\":%d}", &feature), 1);
      check_close(weights[j], expected[feature], 1e-2);
    }
    free(weights);
    free(expected);
    coppice_model_free(chosen);
    coppice_model_free(all);
  }
  table_free(t);
}

/* Floats of the features, cut where no float is; of a view those alone. */
static void learners_are_features(void** state) {
  (void)state;
  table* t = some_rows();
  coppice_model* model = fit_features(t, "random-features", "linear@some", "learners=9 seed=3");
  t->x[0 * 20 + 1] = 1e300;
  t->x[0 * 20 + 4] = -1e300;
  t->x[0 * 20 + 7] = 1.0 / 3;
  double* outputs = predictions_of(model, COPPICE_LEARNERS, t);
  const double largest = 3.40282346638528859812e38;
  for (int64_t j = 0; j < 9; ++j) {
    char text[100];
    int64_t needed = 0;
    int feature = -1;
    check_ok(coppice_model_learner(model, j, text, sizeof text, &needed));
    assert_int_equal(sscanf(text, "{\"kind\":\"linear\",\"feature\":%d}", &feature), 1);
    assert_true(feature == 1 || feature == 4 || feature == 7);
    for (int64_t i = 0; i < t->rows; ++i) {
      const double value = fmax(-largest, fmin(largest, t->x[i * 20 + feature]));
      assert_true(outputs[i * 9 + j] == (double)(float)value);
    }
  }
  free(outputs);
  coppice_model_free(model);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(column_generation_ends_at_the_linear_svm),
                                     cmocka_unit_test(learners_are_features)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
