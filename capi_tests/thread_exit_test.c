/* A callback may end its thread: the call that it was in leaves nothing half-done, and the objects
 * it used can be used by another thread. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "training.h"

enum { ROWS = 3000, FEATURES = 6, LEARNERS = 12 };
static table* rows;
static coppice_dataset* data;

static int make_data(void** state) {
  (void)state;
  rows = table_random(ROWS, FEATURES, 1000, 1);
  data = table_dataset(rows);
  return 0;
}

static int free_data(void** state) {
  (void)state;
  coppice_dataset_free(data);
  table_free(rows);
  return 0;
}

/* Which callback ends the thread in which of its calls, and whether by cancelling it. */
enum which { PROGRESS, FIT, EVALUATE, NOBODY };
typedef struct ending {
  enum which who;
  int cancels, calls_left, called;
} ending;

static void end_thread(ending* how, enum which who) {
  if (how->who != who || --how->calls_left >= 0) return;
  ++how->called;
  if (!how->cancels) pthread_exit(how);
  pthread_cancel(pthread_self());
  pthread_testcancel();
}

static coppice_action end_in_progress(void* user, const coppice_progress_info* info) {
  (void)info;
  end_thread(user, PROGRESS);
  return COPPICE_CONTINUE;
}

static coppice_action end_in_fit(void* user, const double* x, int64_t count, int64_t features,
                                 const double* residual, int64_t scores, const double* chosen,
                                 int64_t learners, double* parameters, int64_t parameter_count) {
  (void)x, (void)count, (void)residual, (void)scores, (void)chosen, (void)parameter_count;
  end_thread(user, FIT);
  parameters[0] = (double)learners;
  return learners < features ? COPPICE_CONTINUE : COPPICE_STOP;
}

static coppice_action end_in_evaluate(void* user, const double* parameters, int64_t parameter_count,
                                      const double* x, int64_t count, int64_t features,
                                      double* outputs) {
  (void)parameter_count;
  end_thread(user, EVALUATE);
  for (int64_t i = 0; i < count; ++i) outputs[i] = x[i * features + (int64_t)parameters[0]];
  return COPPICE_CONTINUE;
}

static void* fit_on_a_thread(void* solver) {
  coppice_model* model = NULL;
  coppice_solver_fit(solver, data, &model);
  coppice_model_free(model);
  return NULL;
}

/* The thread ends, and the next fit on this one is what `expected` is. */
static void check_ending(coppice_solver* solver, ending* how, const coppice_model* expected) {
  pthread_t thread;
  void* result = NULL;
  coppice_model* model = NULL;
  how->called = 0;
  assert_int_equal(pthread_create(&thread, NULL, fit_on_a_thread, solver), 0);
  assert_int_equal(pthread_join(thread, &result), 0);
  assert_int_equal(how->called, 1);
  assert_ptr_equal(result, how->cancels ? PTHREAD_CANCELED : (void*)how);
  how->who = NOBODY;
  check_ok(coppice_solver_fit(solver, data, &model));
  check_same_array(model, expected, "weights");
  check_same_array(model, expected, "bias");
  coppice_model_free(model);
}

static void progress_ends_the_thread(void** state) {
  (void)state;
  coppice_model* expected = train(rows, "learners=12 columns_per_iteration=1");
  for (int threads = 1; threads <= 3; threads += 2)
    for (int cancels = 0; cancels < 2; ++cancels)
      for (int calls = 0; calls < LEARNERS; calls += 5) {
        ending how = {PROGRESS, cancels, calls, 0};
        coppice_solver* solver = solver_with("learners=12 columns_per_iteration=1");
        check_ok(coppice_solver_set_int(solver, "threads", threads));
        check_ok(coppice_solver_set_progress(solver, end_in_progress, &how));
        check_ending(solver, &how, expected);
        coppice_solver_free(solver);
      }
  coppice_model_free(expected);
}

/* A fit that takes so long that progress calls while the others work: threads of the team end
 * before what they work on is gone. */
static void threads_at_work_end_first(void** state) {
  (void)state;
  enum { MANY = 60000, WIDE = 40 };
  table* large = table_random(MANY, WIDE, 1000000, 2);
  coppice_dataset* before = data;
  data = table_dataset(large);
  for (int calls = 1; calls <= 3; ++calls) {
    ending how = {PROGRESS, 0, calls, 0};
    coppice_solver* solver = solver_with("learners=2 threads=4");
    pthread_t thread;
    void* result = NULL;
    check_ok(coppice_solver_set_progress(solver, end_in_progress, &how));
    assert_int_equal(pthread_create(&thread, NULL, fit_on_a_thread, solver), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_ptr_equal(result, &how);
    coppice_solver_free(solver);
    coppice_dataset_free(data); /* binned anew each time */
    data = table_dataset(large);
  }
  coppice_dataset_free(data);
  data = before;
  table_free(large);
}

static void custom_learners_end_the_thread(void** state) {
  (void)state;
  ending how = {NOBODY, 0, 0, 0};
  coppice_pool* pool = NULL;
  coppice_model* expected = NULL;
  check_ok(
      coppice_pool_create_custom("feature", 1, end_in_fit, end_in_evaluate, NULL, &how, &pool));
  coppice_solver* solver = solver_with("learners=4 C=1e-6");
  check_ok(coppice_solver_set_pool(solver, pool));
  check_ok(coppice_solver_fit(solver, data, &expected));
  assert_int_equal(learners_of(expected), 4);
  for (int who = FIT; who <= EVALUATE; ++who)
    for (int cancels = 0; cancels < 2; ++cancels)
      for (int calls = 0; calls < 3; ++calls) {
        how = (ending){(enum which)who, cancels, calls, 0};
        coppice_solver* other = solver_with("learners=4 C=1e-6");
        check_ok(coppice_solver_set_pool(other, pool));
        check_ending(other, &how, expected);
        coppice_solver_free(other);
      }
  coppice_model_free(expected);
  coppice_solver_free(solver);
  coppice_pool_free(pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(progress_ends_the_thread),
      cmocka_unit_test(threads_at_work_end_first),
      cmocka_unit_test(custom_learners_end_the_thread),
  };
  return cmocka_run_group_tests(tests, make_data, free_data);
}
