/* Problems of two classes that are solved side by side, a thread each: the model is the same for
 * every number of threads, callers may share the rows, and the caller's own code stays on its
 * thread. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "samples.h"
#include "training.h"

enum { K = 6, FEATURES = 4, ROWS = 240, PAIRS = K * (K - 1) / 2 };

static void check_alike(const coppice_model* a, const coppice_model* b, const table* t) {
  static const char* const arrays[] = {"weights", "bias", "curve.train_error",
                                       "curve.validation_error", "feature_importance"};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; ++k) check_same_array(a, b, arrays[k]);
  double *of_a = decisions_of(a, t), *of_b = decisions_of(b, t);
  assert_memory_equal(of_a, of_b, (size_t)(t->rows * K) * sizeof *of_a);
  free(of_a);
  free(of_b);
}

static coppice_model* fit_of(const char* method, const char* options, int64_t threads,
                             coppice_dataset* train, coppice_dataset* held_out) {
  coppice_solver* solver = solver_of_method(method, options);
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_int(solver, "threads", threads));
  if (held_out != NULL) check_ok(coppice_solver_set_validation(solver, held_out));
  check_ok(coppice_solver_fit(solver, train, &model));
  coppice_solver_free(solver);
  return model;
}

static void models_do_not_depend_on_threads(void** state) {
  (void)state;
  static const char* const fits[][2] = {
      {"adaboost", "learners=12 keep_stages=yes"},
      {"cgens", "learners=12 C=0.5"},
      {"logitboost", "learners=12 multiclass=one-against-rest class_weight=balanced"},
      {"random-features", "learners=12 seed=3"}};
  sample of = sample_random(ROWS, FEATURES, 15, K, 6);
  coppice_dataset *data = sample_dataset(&of), *train = NULL, *held_out = NULL;
  check_ok(coppice_dataset_split(data, 0.7, 2, &train, &held_out));
  for (size_t k = 0; k < sizeof fits / sizeof *fits; ++k) {
    coppice_model* one = fit_of(fits[k][0], fits[k][1], 1, train, held_out);
    for (int64_t threads = 2; threads <= 4; ++threads) {
      coppice_model* many = fit_of(fits[k][0], fits[k][1], threads, train, held_out);
      check_alike(one, many, of.t);
      coppice_model_free(many);
    }
    coppice_model_free(one);
  }
  coppice_dataset_free(held_out);
  coppice_dataset_free(train);
  coppice_dataset_free(data);
  sample_free(of);
}

static void* fit_on_a_thread(void* data) {
  return fit_of("adaboost", "learners=10", 2, data, NULL);
}

static void callers_share_the_rows(void** state) {
  (void)state;
  enum { CALLERS = 3 };
  sample of = sample_random(ROWS, FEATURES, 15, K, 7);
  coppice_dataset* data = sample_dataset(&of);
  pthread_t callers[CALLERS];
  void* models[CALLERS];
  for (int k = 0; k < CALLERS; ++k)
    assert_int_equal(pthread_create(&callers[k], NULL, fit_on_a_thread, data), 0);
  for (int k = 0; k < CALLERS; ++k) assert_int_equal(pthread_join(callers[k], &models[k]), 0);
  for (int k = 1; k < CALLERS; ++k) check_alike(models[0], models[k], of.t);
  for (int k = 0; k < CALLERS; ++k) coppice_model_free(models[k]);
  coppice_dataset_free(data);
  sample_free(of);
}

static coppice_action above_zero(void* user, const double* parameters, int64_t count,
                                 const double* x, int64_t rows, int64_t features, double* outputs) {
  (void)count;
  assert_true(pthread_equal(pthread_self(), *(pthread_t*)user));
  for (int64_t i = 0; i < rows; ++i)
    outputs[i] = x[i * features + (int64_t)parameters[0]] > parameters[1] ? 1 : -1;
  return COPPICE_CONTINUE;
}

/* A cut in each feature in turn. */
static coppice_action next_cut(void* user, const double* x, int64_t rows, int64_t features,
                               const double* residual, int64_t scores, const double* chosen,
                               int64_t learners, double* parameters, int64_t count) {
  (void)x, (void)rows, (void)residual, (void)scores, (void)chosen, (void)count;
  assert_true(pthread_equal(pthread_self(), *(pthread_t*)user));
  parameters[0] = (double)(learners % features);
  parameters[1] = (double)(learners / features) + 5.5;
  return COPPICE_CONTINUE;
}

static coppice_action on_its_thread(void* user, const coppice_progress_info* info) {
  (void)info;
  assert_true(pthread_equal(pthread_self(), *(pthread_t*)user));
  return COPPICE_CONTINUE;
}

static void callbacks_stay_on_the_calling_thread(void** state) {
  (void)state;
  pthread_t own = pthread_self();
  sample of = sample_random(ROWS, FEATURES, 15, K, 8);
  coppice_dataset* data = sample_dataset(&of);
  coppice_pool* pool = NULL;
  check_ok(coppice_pool_create_custom("cuts", 2, next_cut, above_zero, NULL, &own, &pool));
  for (int custom = 0; custom < 2; ++custom) {
    coppice_solver* solver = solver_of_method("adaboost", "learners=6 threads=3");
    coppice_model* model = NULL;
    if (custom) check_ok(coppice_solver_set_pool(solver, pool));
    check_ok(coppice_solver_set_progress(solver, on_its_thread, &own));
    check_ok(coppice_solver_fit(solver, data, &model));
    if (custom)
      assert_true(learners_of(model) > 0);
    else
      assert_int_equal(learners_of(model), 6 * PAIRS);
    coppice_model_free(model);
    coppice_solver_free(solver);
  }
  coppice_pool_free(pool);
  coppice_dataset_free(data);
  sample_free(of);
}

static coppice_action stop_after_some(void* user, const coppice_progress_info* info) {
  return told_int(info, "iteration") >= *(int64_t*)user ? COPPICE_STOP : COPPICE_CONTINUE;
}

/* Those that are solved, and those that were being solved as far as they were. */
static void a_stop_keeps_what_there_is(void** state) {
  (void)state;
  sample of = sample_random(ROWS, FEATURES, 15, K, 9);
  coppice_dataset* data = sample_dataset(&of);
  for (int64_t some = 1; some <= PAIRS; some += 7) {
    coppice_solver* solver = solver_of_method("adaboost", "learners=5 threads=3");
    coppice_model* model = NULL;
    check_ok(coppice_solver_set_progress(solver, stop_after_some, &some));
    check_ok(coppice_solver_fit(solver, data, &model));
    check_text(model, "stop_reason", "stopped");
    assert_true(learners_of(model) >= 5 * some);
    assert_true(some < PAIRS || learners_of(model) == 5 * PAIRS);
    free(decisions_of(model, of.t));
    coppice_model_free(model);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
  sample_free(of);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(models_do_not_depend_on_threads),
                                     cmocka_unit_test(callers_share_the_rows),
                                     cmocka_unit_test(callbacks_stay_on_the_calling_thread),
                                     cmocka_unit_test(a_stop_keeps_what_there_is)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
