/* From a file to a model to predictions: the shortest way through the library. */
#include "check.h"

static void trains_and_predicts(void** state) {
  (void)state;
  coppice_dataset* train = load_data("spam.train.svm");
  coppice_dataset* test = load_data("spam.test.svm");
  coppice_solver* solver = NULL;
  coppice_model* model = NULL;
  check_ok(coppice_solver_create("cgens", &solver));
  check_ok(coppice_solver_set_int(solver, "learners", 60));
  check_ok(coppice_solver_fit(solver, train, &model));
  double error = 1;
  check_ok(coppice_model_error_rate(model, test, 1, &error));
  /* The paper reports 5.8 % with 60 stumps on splits of this size, standard deviation 0.46. */
  assert_true(error < 0.075);
  assert_int_equal(learners_of(model), 60);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(test);
  coppice_dataset_free(train);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(trains_and_predicts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
