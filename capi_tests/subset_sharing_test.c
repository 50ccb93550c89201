/* Subsets share what belongs to the whole: its values, without copies, and its bins, whichever of
 * several threads, callbacks or calls that were cancelled has begun to make them. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "cross_validated.h"
#include "pools.h"
#include "synthetic.h"

/* Several threads at once, on a dataset and on subsets of it. Asserts belong to the main thread. */
struct fit_at_once {
  pthread_t thread;
  coppice_dataset* data;
  coppice_model* model;
  coppice_status status;
};

static void* fit_stumps(void* argument) {
  struct fit_at_once* self = argument;
  coppice_solver* solver = NULL;
  self->status = coppice_solver_create("cgens", &solver);
  if (self->status == COPPICE_OK) self->status = coppice_solver_set_int(solver, "learners", 5);
  if (self->status == COPPICE_OK)
    self->status = coppice_solver_fit(solver, self->data, &self->model);
  coppice_solver_free(solver);
  return NULL;
}

static void subsets_may_be_trained_on_at_once(void** state) {
  (void)state;
  enum { THREADS = 5 };
  table* t = table_random(3000, 12, 2000, 5);
  int64_t* rows = allocate(t->rows, sizeof *rows);
  for (int round = 0; round < 4; ++round) {
    coppice_dataset* data = table_dataset(t);
    struct fit_at_once fits[THREADS] = {{0}};
    table* chosen[THREADS];
    for (int k = 0; k < THREADS; ++k) {
      int64_t count = 0;
      for (int64_t i = 0; i < t->rows; ++i)
        if (k == 0 || i % THREADS != k) rows[count++] = i;
      chosen[k] = table_rows(t, rows, count);
      fits[k].data = subset_of(data, rows, count);
    }
    coppice_dataset_free(fits[0].data);
    fits[0].data = data;
    for (int k = 0; k < THREADS; ++k)
      assert_int_equal(pthread_create(&fits[k].thread, NULL, fit_stumps, &fits[k]), 0);
    for (int k = 0; k < THREADS; ++k) assert_int_equal(pthread_join(fits[k].thread, NULL), 0);
    for (int k = 0; k < THREADS; ++k) {
      assert_int_equal(fits[k].status, COPPICE_OK);
      coppice_dataset* copy = table_dataset(chosen[k]);
      coppice_model* expected = train_pool(copy, "stump", "learners=5");
      check_equal_models(fits[k].model, expected, copy);
      coppice_model_free(expected);
      coppice_model_free(fits[k].model);
      coppice_dataset_free(copy);
      coppice_dataset_free(fits[k].data);
      table_free(chosen[k]);
    }
  }
  free(rows);
  table_free(t);
}

/* A callback may train on a subset, even while the whole is being cut into bins. */
struct caller {
  coppice_dataset* part;
  coppice_model* model; /* of the subset, made at the first call in between */
  int64_t calls;
};

static coppice_action fit_subset(void* user, const coppice_progress_info* info) {
  struct caller* self = user;
  int64_t iteration = -1;
  check_ok(coppice_progress_get_int(info, "iteration", &iteration));
  if (iteration == 0 && self->calls++ == 1)
    self->model = train_pool(self->part, "stump", "learners=5");
  return COPPICE_CONTINUE;
}

static void callbacks_may_train_on_subsets(void** state) {
  (void)state;
  coppice_dataset* data = noisy_examples(60000, 10, 6); /* its bins take several calls */
  int64_t rows[5000];
  for (int64_t k = 0; k < 5000; ++k) rows[k] = k;
  struct caller caller = {subset_of(data, rows, 5000), NULL, 0};
  coppice_solver* solver = solver_of(2);
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_progress(solver, fit_subset, &caller));
  check_ok(coppice_solver_fit(solver, data, &model));
  assert_non_null(caller.model);
  coppice_dataset* again = subset_of(data, rows, 5000); /* with bins derived from the whole's */
  coppice_model* expected = train_pool(again, "stump", "learners=5");
  check_equal_models(caller.model, expected, again);
  coppice_model_free(expected);
  coppice_model_free(caller.model);
  coppice_model_free(model);
  coppice_dataset_free(again);
  coppice_dataset_free(caller.part);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
}

/* Cross-validation cancelled at any call, bins of the whole half made or not, can be run again. */
struct patience {
  int64_t calls, most;
  double last, longest;
};

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static coppice_action cancel_when_tired(void* user, const coppice_progress_info* info) {
  (void)info;
  struct patience* left = user;
  const double now = processor_seconds();
  left->longest = fmax(left->longest, now - left->last);
  left->last = now;
  return ++left->calls > left->most ? COPPICE_CANCEL : COPPICE_CONTINUE;
}

static void cross_validation_can_be_cancelled_and_run_again(void** state) {
  (void)state;
  coppice_dataset* data = noisy_examples(30000, 20, 7);
  coppice_solver* solver = solver_of(3);
  cross_validated found, again;
  for (int64_t most = 0; most < 3; ++most) {
    struct patience tired = {0, most, 0, 0};
    check_ok(coppice_solver_set_progress(solver, cancel_when_tired, &tired));
    check_error(coppice_solver_cross_validate(solver, data, 3, NULL), COPPICE_CANCELLED, "cancel");
  }
  /* Five times what is promised: for slow machines and sanitizers, not for a task left whole. */
  struct patience endless = {0, INT64_MAX, processor_seconds(), 0};
  check_ok(coppice_solver_set_progress(solver, cancel_when_tired, &endless));
  check_ok(coppice_solver_cross_validate(solver, data, 3, NULL));
  print_message("%d calls, at most %.0f ms apart\n", (int)endless.calls, 1e3 * endless.longest);
  assert_true(endless.longest < 0.25);
  check_ok(coppice_solver_set_progress(solver, NULL, NULL));
  coppice_dataset* fresh = noisy_examples(30000, 20, 7);
  coppice_solver* other = solver_of(3);
  check_ok(coppice_solver_cross_validate(other, fresh, 3, NULL));
  found = results_of(solver);
  again = results_of(other);
  assert_memory_equal(&found, &again, sizeof found);
  coppice_solver_free(other);
  coppice_solver_free(solver);
  coppice_dataset_free(fresh);
  coppice_dataset_free(data);
}

/* The most memory this process has had, in bytes. */
static double peak_memory(void) {
  struct rusage used;
  assert_int_equal(getrusage(RUSAGE_SELF, &used), 0);
#ifdef __APPLE__
  return (double)used.ru_maxrss;
#else
  return 1024.0 * (double)used.ru_maxrss;
#endif
}

static void subsets_copy_no_values(void** state) {
  (void)state;
  enum { PARTS = 10, MANY = 20000, WIDE = 200 };
  coppice_dataset *data = noisy_examples(MANY, WIDE, 8), *parts[PARTS];
  int64_t* rows = allocate(MANY, sizeof *rows);
  for (int64_t i = 0; i < MANY; ++i) rows[i] = MANY - 1 - i;
  const double before = peak_memory();
  for (int k = 0; k < PARTS; ++k) parts[k] = subset_of(k == 0 ? data : parts[k - 1], rows, MANY);
  const double values = 8.0 * MANY * WIDE; /* making them has taken as much as that before */
  assert_true(peak_memory() - before < values);
  double first[WIDE], last[WIDE];
  check_ok(coppice_dataset_copy_row(data, 5, first, WIDE));
  coppice_dataset_free(data);
  check_ok(coppice_dataset_copy_row(parts[PARTS - 1], 5, last, WIDE));
  assert_memory_equal(first, last, sizeof first);
  for (int k = 0; k < PARTS; ++k) coppice_dataset_free(parts[k]);
  free(rows);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(subsets_may_be_trained_on_at_once),
      cmocka_unit_test(callbacks_may_train_on_subsets),
      cmocka_unit_test(cross_validation_can_be_cancelled_and_run_again),
      cmocka_unit_test(subsets_copy_no_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
