/* No exception of a callback leaves the library: a call that it ends says which callback threw,
 * gives nothing, and may be made again; in a release hook it changes nothing. */
#include <string.h>

#include "throwing.h"
#include "training.h"

enum { ROWS = 30, FEATURES = 4 };
static const throwing never = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
static table* rows;
static coppice_dataset* data;

static int make_data(void** state) {
  (void)state;
  rows = table_random(ROWS, FEATURES, 9, 1);
  data = table_dataset(rows);
  return 0;
}

static int free_data(void** state) {
  (void)state;
  coppice_dataset_free(data);
  table_free(rows);
  return 0;
}

static coppice_pool* features_of_rows(throwing* user) {
  coppice_pool* pool = NULL;
  check_ok(coppice_pool_create_custom("feature", 1, throwing_fit, throwing_evaluate,
                                      throwing_release, user, &pool));
  return pool;
}

static void progress(void** state) {
  (void)state;
  for (int64_t good = 0; good < 3; ++good) {
    throwing user = never;
    coppice_solver* solver = solver_with("learners=3");
    coppice_model* model = NULL;
    int64_t best = -1;
    check_ok(coppice_solver_set_progress(solver, throwing_progress, &user));
    user.progress = good;
    check_error(coppice_solver_fit(solver, data, &model), COPPICE_CALLBACK_FAILED,
                "progress callback threw");
    assert_null(model);
    assert_int_equal(user.progress, -1); /* it is not called again */
    user.progress = good < 1 ? good : 1; /* it may be called no more than twice */
    check_error(coppice_solver_cross_validate(solver, data, 2, &best), COPPICE_CALLBACK_FAILED,
                "progress callback threw");
    assert_int_equal(best, -1);
    user = never;
    check_ok(coppice_solver_fit(solver, data, &model));
    assert_int_equal(learners_of(model), 3);
    coppice_model_free(model);
    coppice_solver_free(solver);
  }
}

static void custom_learners(void** state) {
  (void)state;
  throwing user = never;
  coppice_pool* pool = features_of_rows(&user);
  coppice_solver* solver = solver_with("learners=3 C=0.3");
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_pool(solver, pool));
  for (int64_t good = 0; good < 3; ++good) {
    user.fit = good;
    check_error(coppice_solver_fit(solver, data, &model), COPPICE_CALLBACK_FAILED,
                "fit callback|\"feature\"|threw");
    user = never;
    user.evaluate = good;
    check_error(coppice_solver_fit(solver, data, &model), COPPICE_CALLBACK_FAILED,
                "evaluate callback|\"feature\"|threw");
    user = never;
    assert_null(model);
  }
  check_ok(coppice_solver_fit(solver, data, &model));
  double out[ROWS];
  for (int i = 0; i < ROWS; ++i) out[i] = 77;
  user.evaluate = 5; /* some rows go well first */
  check_error(coppice_model_predict_dataset(model, COPPICE_DECISION, data, 2, out, ROWS),
              COPPICE_CALLBACK_FAILED, "evaluate callback|\"feature\"|threw");
  for (int i = 0; i < ROWS; ++i) assert_true(out[i] == 77);
  user.evaluate = 0;
  check_error(coppice_model_predict_row(model, COPPICE_LEARNERS, rows->x, FEATURES, out, ROWS),
              COPPICE_CALLBACK_FAILED, "evaluate callback|\"feature\"|threw");
  for (int i = 0; i < ROWS; ++i) assert_true(out[i] == 77);
  user = never;
  check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, data, 2, out, ROWS));
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_pool_free(pool);
}

static void custom_kernels(void** state) {
  (void)state;
  throwing user = never;
  coppice_solver* solver = solver_of_method("svm", "kernel=custom(name=product)");
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_kernel(solver, "product", throwing_compare, NULL, &user));
  for (int64_t good = 0; good < 3; ++good) { /* at the check, then in the fit */
    user.compare = good;
    check_error(coppice_solver_fit(solver, data, &model), COPPICE_CALLBACK_FAILED,
                "compare callback|\"product\"|threw");
    assert_null(model);
    assert_int_equal(user.compare, -1);
  }
  user = never;
  check_ok(coppice_solver_fit(solver, data, &model));
  double out[ROWS];
  for (int i = 0; i < ROWS; ++i) out[i] = 77;
  user.compare = 1; /* some rows go well first */
  check_error(coppice_model_predict_dataset(model, COPPICE_DECISION, data, 2, out, ROWS),
              COPPICE_CALLBACK_FAILED, "compare callback|\"product\"|threw");
  for (int i = 0; i < ROWS; ++i) assert_true(out[i] == 77);
  user = never;
  check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, data, 2, out, ROWS));
  coppice_model_free(model);
  coppice_solver_free(solver);
}

/* It is called once all the same, and what the calling function says is not changed. */
static void release_hook(void** state) {
  (void)state;
  throwing user = never;
  user.release = 0;
  coppice_pool* pool = features_of_rows(&user);
  int64_t count = 0;
  check_error(coppice_dataset_rows(NULL, &count), COPPICE_INVALID_HANDLE, "dataset is NULL");
  coppice_pool_free(pool);
  assert_int_equal(user.release, -1);
  assert_non_null(strstr(coppice_last_error(), "dataset is NULL"));

  user.release = 0;
  pool = features_of_rows(&user);
  coppice_solver* solver = solver_with("learners=3 C=0.3");
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_pool(solver, pool));
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_model_free(model);
  coppice_pool_free(pool);
  check_ok(coppice_pool_create("stump", &pool));
  assert_int_equal(user.release, 0);
  check_ok(coppice_solver_set_pool(solver, pool));
  assert_int_equal(user.release, -1);
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_pool_free(pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(progress),
      cmocka_unit_test(custom_learners),
      cmocka_unit_test(custom_kernels),
      cmocka_unit_test(release_hook),
  };
  return cmocka_run_group_tests(tests, make_data, free_data);
}
