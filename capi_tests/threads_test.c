/* Threads: results are equal bit for bit for every number of them, a model may be asked by many at
 * once, a dataset may be trained on by many at once, and nothing is left behind for a fork. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model_bytes.h"
#include "synthetic.h"

/* Rows times the numbers looked at for each, features and two a stump, is beyond the 2 million from
 * which prediction uses threads. */
enum { TRAIN_ROWS = 3000, ROWS = 40000, FEATURES = 20, LEARNERS = 40, MOST = 4 };

static coppice_dataset* train;
static coppice_dataset* data;
static double* x;
static double* columns; /* x, column after column, with room for one more row in each */
static coppice_model* model;
static double* serial; /* decision values of all rows, predicted on one thread */

static coppice_model* fit_on(coppice_dataset* examples, int64_t threads) {
  coppice_solver* solver = solver_of(LEARNERS);
  coppice_model* result = NULL;
  check_ok(coppice_solver_set_int(solver, "columns_per_iteration", 0)); /* as fit_once() does */
  check_ok(coppice_solver_set_int(solver, "threads", threads));
  check_ok(coppice_solver_set_string(solver, "keep_stages", "yes"));
  check_ok(coppice_solver_fit(solver, examples, &result));
  coppice_solver_free(solver);
  return result;
}

static int make_model(void** state) {
  (void)state;
  train = noisy_examples(TRAIN_ROWS, FEATURES, 1);
  x = random_matrix(ROWS, FEATURES, 2);
  columns = calloc((size_t)(ROWS + 1) * FEATURES, sizeof *columns);
  assert_non_null(columns);
  for (int64_t i = 0; i < ROWS; ++i)
    for (int64_t d = 0; d < FEATURES; ++d) columns[d * (ROWS + 1) + i] = x[i * FEATURES + d];
  check_ok(coppice_dataset_create_dense(x, ROWS * FEATURES, ROWS, FEATURES, FEATURES, 1, &data));
  model = fit_on(train, 1);
  serial = malloc(ROWS * sizeof *serial);
  assert_non_null(serial);
  check_ok(coppice_model_predict(model, COPPICE_DECISION, x, ROWS * FEATURES, ROWS, FEATURES,
                                 FEATURES, 1, 1, serial, ROWS));
  return 0;
}

static int free_model(void** state) {
  (void)state;
  coppice_dataset_free(train);
  coppice_dataset_free(data);
  coppice_model_free(model);
  free(x);
  free(columns);
  free(serial);
  return 0;
}

static void predictions_do_not_depend_on_threads(void** state) {
  (void)state;
  const coppice_output outputs[] = {COPPICE_DECISION, COPPICE_CLASS, COPPICE_STAGED,
                                    COPPICE_LEARNERS, COPPICE_MAP};
  const int64_t threads[] = {1, 2, 4, 7, 0};
  for (int k = 0; k < 5; ++k) {
    int64_t width = 0;
    check_ok(coppice_model_output_width(model, outputs[k], &width));
    const size_t size = (size_t)(ROWS * width);
    double* one = malloc(size * sizeof *one);
    double* other = malloc(size * sizeof *other);
    assert_non_null(one);
    assert_non_null(other);
    for (int64_t i = 0; i < ROWS; ++i)
      check_ok(coppice_model_predict_row(model, outputs[k], x + i * FEATURES, FEATURES,
                                         one + i * width, width));
    for (int t = 0; t < 5; ++t) {
      memset(other, 0, size * sizeof *other);
      check_ok(coppice_model_predict(model, outputs[k], x, ROWS * FEATURES, ROWS, FEATURES,
                                     FEATURES, 1, threads[t], other, (int64_t)size));
      assert_memory_equal(one, other, size * sizeof *one);
      memset(other, 0, size * sizeof *other);
      check_ok(coppice_model_predict(model, outputs[k], columns, (ROWS + 1) * FEATURES, ROWS,
                                     FEATURES, 1, ROWS + 1, threads[t], other, (int64_t)size));
      assert_memory_equal(one, other, size * sizeof *one);
      memset(other, 0, size * sizeof *other);
      check_ok(
          coppice_model_predict_dataset(model, outputs[k], data, threads[t], other, (int64_t)size));
      assert_memory_equal(one, other, size * sizeof *one);
    }
    free(one);
    free(other);
  }
}

/* Of two faults, at the end of one thread's block of rows and the beginning of the next, the first
 * is named, whichever thread meets it. */
static void faults_do_not_depend_on_threads(void** state) {
  (void)state;
  double* bad = random_matrix(ROWS, FEATURES, 2);
  double* out = malloc(ROWS * sizeof *out);
  assert_non_null(out);
  bad[39935 * FEATURES + 3] = -INFINITY;
  bad[39936 * FEATURES + 5] = INFINITY;
  for (int64_t round = 0; round < 40; ++round)
    check_error(coppice_model_predict(model, COPPICE_DECISION, bad, ROWS * FEATURES, ROWS, FEATURES,
                                      FEATURES, 1, 1 + round % MOST, out, ROWS),
                COPPICE_INVALID_DATA, "row 39935|feature 3|-inf");
  free(bad);
  free(out);
}

/* The model's file without what may differ: the seconds it took and the threads it was given. */
static char* essence(const coppice_model* of) {
  const char* const names[] = {"\"threads\":", "\"fit_seconds\":"};
  size_t size = 0;
  char* json = saved_bytes(of, "json", 64, &size);
  json[size] = '\0';
  for (int k = 0; k < 2; ++k) {
    char* value = strstr(json, names[k]);
    assert_non_null(value);
    value += strlen(names[k]);
    const size_t digits = strcspn(value, ",}");
    memmove(value, value + digits, strlen(value + digits) + 1);
  }
  char* crc = strstr(json, "\"length\":"); /* and, with them, the length and the checksum */
  assert_non_null(crc);
  memset(crc, ' ', strcspn(crc, "k")); /* up to "kind" */
  return json;
}

static void fits_do_not_depend_on_threads(void** state) {
  (void)state;
  char* expected = essence(model);
  assert_int_equal(learners_of(model), LEARNERS);
  for (int64_t threads = 2; threads <= MOST; threads += 2) {
    coppice_dataset* own = noisy_examples(TRAIN_ROWS, FEATURES, 1);
    coppice_model* other = fit_on(own, threads);
    char* got = essence(other);
    assert_string_equal(got, expected);
    free(got);
    coppice_model_free(other);
    coppice_dataset_free(own);
  }
  free(expected);
}

/* Takes the solver. */
static coppice_model* fit_of(coppice_solver* solver, coppice_dataset* examples, const char* loss,
                             int64_t threads) {
  coppice_model* result = NULL;
  check_ok(coppice_solver_set_string(solver, "loss", loss));
  check_ok(coppice_solver_set_double(solver, "C", 0.01));
  check_ok(coppice_solver_set_double(solver, "tolerance", 1e-8));
  check_ok(coppice_solver_set_int(solver, "threads", threads));
  check_ok(coppice_solver_fit(solver, examples, &result));
  coppice_solver_free(solver);
  return result;
}

/* Every row four times is every row with four times its weight, and so many rows are worked on in
 * several pieces. The weights differ, so that no two stumps score exactly alike. */
static void many_rows_are_fitted_in_pieces(void** state) {
  (void)state;
  enum { COPIES = 4, ALL = COPIES * TRAIN_ROWS };
  const char* const losses[] = {"hinge", "squared-hinge", "least-squares"};
  coppice_dataset* few = noisy_examples(TRAIN_ROWS, FEATURES, 1);
  coppice_dataset* once = noisy_examples(TRAIN_ROWS, FEATURES, 1);
  coppice_dataset* many = NULL;
  double* weights = random_matrix(TRAIN_ROWS, 1, 5);
  int64_t* rows = malloc(ALL * sizeof *rows);
  assert_non_null(rows);
  for (int64_t i = 0; i < ALL; ++i) rows[i] = i % TRAIN_ROWS;
  for (int64_t i = 0; i < TRAIN_ROWS; ++i) weights[i] = 0.5 + fabs(weights[i]);
  check_ok(coppice_dataset_set_weights(once, weights, TRAIN_ROWS));
  check_ok(coppice_dataset_subset(once, rows, ALL, &many));
  for (int64_t i = 0; i < TRAIN_ROWS; ++i) weights[i] *= COPIES;
  check_ok(coppice_dataset_set_weights(few, weights, TRAIN_ROWS));
  for (int k = 0; k < 3; ++k) {
    coppice_model* expected = fit_of(solver_of(8), few, losses[k], 1);
    coppice_model* serial_fit = fit_of(solver_of(8), many, losses[k], 1);
    const double objective = quantity_of(expected, "objective");
    assert_true(objective > 0);
    assert_true(fabs(quantity_of(serial_fit, "objective") - objective) <= 2e-8 * objective);
    char* bits = essence(serial_fit);
    for (int64_t threads = 2; threads <= 3; ++threads) {
      coppice_model* other = fit_of(solver_of(8), many, losses[k], threads);
      char* got = essence(other);
      assert_string_equal(got, bits);
      free(got);
      coppice_model_free(other);
    }
    free(bits);
    coppice_model_free(serial_fit);
    coppice_model_free(expected);
  }
  free(rows);
  free(weights);
  coppice_dataset_free(many);
  coppice_dataset_free(once);
  coppice_dataset_free(few);
}

/* The squared hinge's model, bit for bit the same by up to `most` threads. */
static void check_alike(coppice_solver* (*make)(void), coppice_dataset* examples, int64_t most,
                        double largest_gap) {
  coppice_model* one = fit_of(make(), examples, "squared-hinge", 1);
  assert_true(quantity_of(one, "gap") <= largest_gap);
  char* expected = essence(one);
  for (int64_t threads = 2; threads <= most; ++threads) {
    coppice_model* other = fit_of(make(), examples, "squared-hinge", threads);
    char* got = essence(other);
    assert_string_equal(got, expected);
    free(got);
    coppice_model_free(other);
  }
  free(expected);
  coppice_model_free(one);
}

/* Of so many rows of one weight that the Gram matrix is kept from one Newton step to the next. */
static coppice_solver* solver_of_many_rows(void) {
  return solver_of(40);
}

static void kept_matrices_do_not_depend_on_threads(void** state) {
  (void)state;
  coppice_dataset* many = noisy_examples(2 * TRAIN_ROWS, FEATURES, 6);
  check_alike(solver_of_many_rows, many, 3, 1);
  coppice_dataset_free(many);
}

/* Of so many stumps at once that threads share the factors of the systems. */
static coppice_solver* solver_of_large_systems(void) {
  coppice_solver* solver = NULL;
  check_ok(coppice_solver_create("random-features", &solver));
  check_ok(coppice_solver_set_int(solver, "learners", 420));
  return solver;
}

static void large_systems_do_not_depend_on_threads(void** state) {
  (void)state;
  check_alike(solver_of_large_systems, train, MOST, 1e-8);
}

/* A limit that comes while threads share a factor ends all of them, and the best so far is the
 * model; where nothing has been found, its objective is not known. */
static void large_systems_may_be_stopped(void** state) {
  (void)state;
  coppice_model* whole = fit_of(solver_of_large_systems(), train, "squared-hinge", 1);
  const double least = (1 - 2e-8) * quantity_of(whole, "objective");
  int64_t stopped = 0;
  for (int64_t k = 1; k <= 40; ++k) {
    char reason[32] = "";
    double decision = NAN;
    coppice_solver* solver = solver_of_large_systems();
    check_ok(coppice_solver_set_double(solver, "time_limit", 5e-4 * (double)k));
    coppice_model* limited = fit_of(solver, train, "squared-hinge", 1 + k % MOST);
    check_ok(coppice_model_get_string(limited, "stop_reason", reason, sizeof reason, NULL));
    stopped += strcmp(reason, "time_limit") == 0;
    assert_false(quantity_of(limited, "objective") < least);
    check_ok(coppice_model_predict_row(limited, COPPICE_DECISION, x, FEATURES, &decision, 1));
    assert_true(isfinite(decision));
    coppice_model_free(limited);
  }
  assert_in_range(stopped, 1, 40);
  coppice_model_free(whole);
}

/* What one of several threads does and finds. Asserts belong to the main thread alone. */
struct worker {
  pthread_t thread;
  coppice_dataset* examples;
  coppice_model* fitted;
  int64_t number;
  int failures;
};

static void* predict_again_and_again(void* argument) {
  struct worker* self = argument;
  double* out = malloc(ROWS * sizeof *out);
  if (out == NULL) {
    self->failures = 1;
    return NULL;
  }
  for (int round = 0; round < 6; ++round) {
    memset(out, 0, ROWS * sizeof *out);
    if (self->number % 2 == 0) {
      self->failures +=
          coppice_model_predict(model, COPPICE_DECISION, x, ROWS * FEATURES, ROWS, FEATURES,
                                FEATURES, 1, 1 + round % 3, out, ROWS) != COPPICE_OK;
    } else {
      for (int64_t i = 0; i < ROWS; ++i)
        self->failures += coppice_model_predict_row(model, COPPICE_DECISION, x + i * FEATURES,
                                                    FEATURES, out + i, 1) != COPPICE_OK;
    }
    self->failures += memcmp(out, serial, ROWS * sizeof *out) != 0;
  }
  free(out);
  return NULL;
}

static void* fit_once(void* argument) {
  struct worker* self = argument;
  coppice_solver* solver = NULL;
  self->failures += coppice_solver_create("cgens", &solver) != COPPICE_OK;
  self->failures += coppice_solver_set_int(solver, "learners", LEARNERS) != COPPICE_OK;
  self->failures += coppice_solver_set_int(solver, "threads", 1 + self->number % 2) != COPPICE_OK;
  self->failures += coppice_solver_set_string(solver, "keep_stages", "yes") != COPPICE_OK;
  self->failures += coppice_solver_fit(solver, self->examples, &self->fitted) != COPPICE_OK;
  coppice_solver_free(solver);
  return NULL;
}

static void run_workers(struct worker* workers, int count, void* (*work)(void*)) {
  for (int k = 0; k < count; ++k) {
    workers[k].number = k;
    assert_int_equal(pthread_create(&workers[k].thread, NULL, work, &workers[k]), 0);
  }
  for (int k = 0; k < count; ++k) assert_int_equal(pthread_join(workers[k].thread, NULL), 0);
  for (int k = 0; k < count; ++k) assert_int_equal(workers[k].failures, 0);
}

static void many_threads_ask_one_model(void** state) {
  (void)state;
  struct worker workers[6];
  memset(workers, 0, sizeof workers);
  run_workers(workers, 6, predict_again_and_again);
}

static void many_solvers_share_one_dataset(void** state) {
  (void)state;
  struct worker workers[4];
  char* expected = essence(model);
  memset(workers, 0, sizeof workers);
  for (int k = 0; k < 4; ++k) workers[k].examples = train; /* a solver has used it */
  run_workers(workers, 4, fit_once);
  for (int k = 0; k < 4; ++k) {
    char* got = essence(workers[k].fitted);
    assert_string_equal(got, expected);
    free(got);
    coppice_model_free(workers[k].fitted);
  }
  free(expected);
}

static void a_fork_can_fit_and_predict(void** state) {
  (void)state;
  coppice_model_free(fit_on(train, MOST));
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) { /* no assert here: the tests go on in the parent */
    struct worker self;
    double decision = NAN;
    memset(&self, 0, sizeof self);
    self.examples = train;
    self.number = 1; /* on two threads */
    fit_once(&self);
    if (self.failures == 0 && (coppice_model_predict_row(self.fitted, COPPICE_DECISION, x, FEATURES,
                                                         &decision, 1) != COPPICE_OK ||
                               decision != serial[0]))
      self.failures = 100;
    coppice_model_free(self.fitted);
    _exit(self.failures);
  }
  int status = -1;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(predictions_do_not_depend_on_threads),
      cmocka_unit_test(faults_do_not_depend_on_threads),
      cmocka_unit_test(fits_do_not_depend_on_threads),
      cmocka_unit_test(many_rows_are_fitted_in_pieces),
      cmocka_unit_test(kept_matrices_do_not_depend_on_threads),
      cmocka_unit_test(large_systems_do_not_depend_on_threads),
      cmocka_unit_test(large_systems_may_be_stopped),
      cmocka_unit_test(many_threads_ask_one_model),
      cmocka_unit_test(many_solvers_share_one_dataset),
      cmocka_unit_test(a_fork_can_fit_and_predict),
  };
  return cmocka_run_group_tests(tests, make_model, free_model);
}
