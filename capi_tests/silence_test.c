/* How long the caller's thread works between two calls of the progress callback, from the first
 * moment of a call to its last, on data whose shape makes single passes long: very many features,
 * very many rows, dense and sparse. And how long another thread goes on once the callback has
 * cancelled. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "synthetic.h"
#include "training.h"

/* Of this thread, so that other programs on a busy machine do not count. */
static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct listener {
  double last, longest;
  int64_t calls;
};

static void note(struct listener* self) {
  const double now = processor_seconds();
  self->longest = fmax(self->longest, now - self->last);
  self->last = now;
}

static coppice_action listen(void* user, const coppice_progress_info* info) {
  struct listener* self = user;
  (void)info;
  note(self);
  ++self->calls;
  return COPPICE_CONTINUE;
}

/* Several times what is promised: for slow machines and sanitizers, not for a pass left whole. */
static void check_silence(const struct listener* heard, double most, const char* what) {
  print_message("%s: %d calls, at most %.0f ms apart\n", what, (int)heard->calls,
                1e3 * heard->longest);
  assert_true(heard->longest < most);
}

static void fit(coppice_solver* solver, struct listener* heard, coppice_dataset* data, double most,
                const char* what) {
  char title[128];
  coppice_model* model = NULL;
  *heard = (struct listener){processor_seconds(), 0, 0};
  check_ok(coppice_solver_fit(solver, data, &model));
  note(heard);
  snprintf(title, sizeof title, "fit %s", what);
  check_silence(heard, most, title);
  coppice_model_free(model);
}

static void fit_and_cross_validate(coppice_dataset* data, double most, const char* what) {
  char title[128];
  coppice_solver* solver = solver_of(2);
  struct listener heard;
  check_ok(coppice_solver_set_progress(solver, listen, &heard));
  fit(solver, &heard, data, most, what);

  heard = (struct listener){processor_seconds(), 0, 0};
  check_ok(coppice_solver_cross_validate(solver, data, 2, NULL));
  note(&heard);
  snprintf(title, sizeof title, "cross-validate %s", what);
  check_silence(&heard, most, title);
  coppice_solver_free(solver);
}

static coppice_dataset* dense(int64_t rows, int64_t features, int64_t classes) {
  float* x = malloc((size_t)(rows * features) * sizeof *x);
  double* labels = malloc((size_t)rows * sizeof *labels);
  assert_true(x != NULL && labels != NULL);
  uint64_t seed = 1;
  for (int64_t k = 0; k < rows * features; ++k) x[k] = (float)random_unit(&seed);
  for (int64_t i = 0; i < rows; ++i)
    labels[i] = floor((double)classes * (0.8 * x[i * features] + 0.2 * random_unit(&seed)));
  coppice_dataset* data = NULL;
  check_ok(
      coppice_dataset_create_dense_float(x, rows * features, rows, features, features, 1, &data));
  check_ok(coppice_dataset_set_labels(data, labels, rows));
  free(x);
  free(labels);
  return data;
}

/* Every value there is from 1 to `levels`; weights of 0, 1 and 2, so that rows are left out. */
static coppice_dataset* sparse(int64_t rows, int64_t features, int64_t entries, int64_t levels) {
  int64_t* indptr = malloc((size_t)(rows + 1) * sizeof *indptr);
  int32_t* indices = malloc((size_t)(rows * entries) * sizeof *indices);
  double* values = malloc((size_t)(rows * entries) * sizeof *values);
  double* labels = malloc((size_t)rows * sizeof *labels);
  double* weights = malloc((size_t)rows * sizeof *weights);
  assert_true(indptr != NULL && indices != NULL && values != NULL);
  assert_true(labels != NULL && weights != NULL);
  uint64_t seed = 2;
  indptr[0] = 0;
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t k = 0; k < entries; ++k) {
      indices[i * entries + k] = (int32_t)(k * features / entries);
      values[i * entries + k] = 1 + floor((double)levels * random_unit(&seed));
    }
    indptr[i + 1] = (i + 1) * entries;
    labels[i] =
        values[i * entries] + 0.3 * (double)levels * random_unit(&seed) < 0.6 * (double)levels ? -1
                                                                                               : 1;
    weights[i] = floor(3 * random_unit(&seed));
  }
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_csr(indptr, rows + 1, indices, values, rows * entries, features,
                                      &data));
  check_ok(coppice_dataset_set_labels(data, labels, rows));
  check_ok(coppice_dataset_set_weights(data, weights, rows));
  free(indptr);
  free(indices);
  free(values);
  free(labels);
  free(weights);
  return data;
}

static void many_features(void** state) {
  (void)state;
  coppice_dataset* data = dense(2000, 5000, 2);
  fit_and_cross_validate(data, 0.25, "dense 2,000 x 5,000");
  coppice_dataset_free(data);
}

static void many_sparse_rows(void** state) {
  (void)state;
  coppice_dataset* data = sparse(1000000, 4, 4, 1000);
  coppice_solver* solver = solver_of(2);
  struct listener heard;
  check_ok(coppice_solver_set_progress(solver, listen, &heard));
  check_ok(coppice_solver_set_string(solver, "calibration", "platt"));
  fit(solver, &heard, data, 0.25, "and calibrate sparse 1,000,000 x 4"); /* finds the classes */
  coppice_solver_free(solver);
  fit_and_cross_validate(data, 0.25, "sparse 1,000,000 x 4");
  coppice_dataset_free(data);
}

static void many_entries_a_row(void** state) {
  (void)state;
  coppice_dataset* data = sparse(1200, 20000, 20000, 50);
  fit_and_cross_validate(data, 0.25, "sparse 1,200 x 20,000");
  coppice_dataset_free(data);
}

static void many_columns_of_few_entries(void** state) {
  (void)state;
  coppice_dataset* data = sparse(500, 1 << 25, 20, 5);
  fit_and_cross_validate(data, 0.15, "sparse 500 x 2^25");
  coppice_dataset_free(data);
}

/* Every method on two classes and on ten, of which those that know two make three problems. An
 * SVM on labels that tell nothing takes minutes: it has a time limit. */
static void every_method_on_many_rows(void** state) {
  (void)state;
  static const int64_t classes[] = {2, 3, 10};
  int64_t methods = 0;
  check_ok(coppice_catalogue_size(COPPICE_METHODS, &methods));
  for (int k = 0; k < 3; ++k) {
    coppice_dataset* data = dense(200000, 4, classes[k]);
    for (int64_t m = 0; m < methods; ++m) {
      const char *method = NULL, *tasks = NULL, *takes = NULL;
      char title[64];
      check_ok(coppice_catalogue_name(COPPICE_METHODS, m, &method));
      check_ok(coppice_catalogue_attribute(COPPICE_METHODS, m, "tasks", &tasks));
      check_ok(coppice_catalogue_attribute(COPPICE_METHODS, m, "takes", &takes));
      const int has_learners = strcmp(takes, "pools") == 0;
      const int knows_two = strncmp(tasks, "two-classes", 11) == 0;
      if (knows_two ? classes[k] == 10 : classes[k] == 3) continue;
      if (strcmp(tasks, "two-classes") == 0 && classes[k] > 2) continue;
      coppice_solver* solver =
          solver_of_method(method, has_learners ? "learners=2" : "time_limit=1");
      struct listener heard;
      check_ok(coppice_solver_set_progress(solver, listen, &heard));
      snprintf(title, sizeof title, "%s, %d classes", method, (int)classes[k]);
      fit(solver, &heard, data, 0.25, title);
      coppice_solver_free(solver);
    }
    coppice_dataset_free(data);
  }
}

static void every_pool_on_many_rows(void** state) {
  (void)state;
  coppice_dataset* data = dense(200000, 4, 2);
  int64_t pools = 0;
  check_ok(coppice_catalogue_size(COPPICE_POOLS, &pools));
  for (int64_t p = 0; p < pools; ++p) {
    const char* kind = NULL;
    char title[64];
    coppice_pool* pool = NULL;
    check_ok(coppice_catalogue_name(COPPICE_POOLS, p, &kind));
    if (strcmp(kind, "union") == 0) continue;
    check_ok(coppice_pool_create(kind, &pool));
    coppice_solver* solver = solver_of(2);
    struct listener heard;
    check_ok(coppice_solver_set_pool(solver, pool));
    check_ok(coppice_solver_set_progress(solver, listen, &heard));
    snprintf(title, sizeof title, "pool %s, 200,000 x 4", kind);
    fit(solver, &heard, data, 0.25, title);
    coppice_solver_free(solver);
    coppice_pool_free(pool);
  }
  coppice_dataset_free(data);
}

/* So many components that a piece of rows has a million numbers, each the root of an equation. */
static void many_components(void** state) {
  (void)state;
  static const char* const schedules[] = {"exact", "paper"};
  coppice_dataset* data = dense(1500, 20, 2);
  for (int k = 0; k < 2; ++k) {
    coppice_solver* solver =
        solver_of_method("erm", "p=1.5 components=1000 start=random iterations=2 threads=1");
    struct listener heard;
    check_ok(coppice_solver_set_string(solver, "schedule", schedules[k]));
    check_ok(coppice_solver_set_progress(solver, listen, &heard));
    fit(solver, &heard, data, 0.25, schedules[k]);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
}

static double processor_seconds_of_others(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec - processor_seconds();
}

struct canceller {
  int64_t calls, cancelled_call;
  double cancelled_at;
};

static coppice_action cancel(void* user, const coppice_progress_info* info) {
  struct canceller* self = user;
  (void)info;
  if (++self->calls < self->cancelled_call) return COPPICE_CONTINUE;
  self->cancelled_at = processor_seconds_of_others();
  return COPPICE_CANCEL;
}

/* At one moment after another of the first passes over the columns, which two threads share: the
 * other one must not work through the rest of them. */
static void no_thread_goes_on(void** state) {
  (void)state;
  enum { moments = 12 };
  coppice_dataset* data = dense(30000, 400, 2);
  double longest = 0;
  for (int64_t k = 1; k <= moments; ++k) {
    coppice_solver* solver = solver_of_method("svm", "kernel=stump threads=2");
    coppice_model* model = NULL;
    struct canceller asked = {0, k, 0};
    check_ok(coppice_solver_set_progress(solver, cancel, &asked));
    assert_int_equal(coppice_solver_fit(solver, data, &model), COPPICE_CANCELLED);
    longest = fmax(longest, processor_seconds_of_others() - asked.cancelled_at);
    assert_null(model);
    coppice_solver_free(solver);
  }
  print_message("cancelled fits: the other thread went on for at most %.0f ms\n", 1e3 * longest);
  assert_true(longest < 0.05);
  coppice_dataset_free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(many_features),           cmocka_unit_test(many_sparse_rows),
      cmocka_unit_test(many_entries_a_row),      cmocka_unit_test(many_columns_of_few_entries),
      cmocka_unit_test(many_components),         cmocka_unit_test(every_method_on_many_rows),
      cmocka_unit_test(every_pool_on_many_rows), cmocka_unit_test(no_thread_goes_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
