/* Fitting again with larger budgets goes on where the last fit stood, bit for bit as if it had run
 * through; whatever else changes makes it start anew. And the time limit, after which one goes on.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model_bytes.h"
#include "synthetic.h"
#include "training.h"

enum { FEW_ROWS = 500, MANY_ROWS = 2200, FEATURES = 6 };

static coppice_dataset* data;
static coppice_dataset* held_out;

static int make_data(int64_t rows) {
  data = noisy_examples(rows, FEATURES, 1);
  held_out = noisy_examples(300, FEATURES, 2);
  return 0;
}

static int make_few_rows(void** state) {
  (void)state;
  return make_data(FEW_ROWS);
}

/* Enough for sums that are corrected from time to time. */
static int make_many_rows(void** state) {
  (void)state;
  return make_data(MANY_ROWS);
}

static int free_data(void** state) {
  (void)state;
  coppice_dataset_free(data);
  coppice_dataset_free(held_out);
  return 0;
}

/* The first iteration a fit tells of, and an iteration from which it answers otherwise. */
struct witness {
  int64_t first, last, answer_at;
  coppice_action answer;
  double seconds_there; /* how long it stays in that iteration instead */
};

static coppice_action watch(void* user, const coppice_progress_info* info) {
  struct witness* saw = user;
  const int64_t iteration = told_int(info, "iteration");
  if (saw->first < 0) saw->first = iteration;
  saw->last = iteration;
  if (saw->answer_at < 0 || iteration < saw->answer_at) return COPPICE_CONTINUE;
  if (saw->seconds_there <= 0) return saw->answer;
  struct timespec pause = {(time_t)saw->seconds_there, 0};
  pause.tv_nsec = (long)(1e9 * (saw->seconds_there - (double)pause.tv_sec));
  nanosleep(&pause, NULL);
  return COPPICE_CONTINUE;
}

static void set(coppice_solver* solver, const char* options) {
  char text[256];
  strcpy(text, options);
  for (char* option = strtok(text, " "); option != NULL; option = strtok(NULL, " ")) {
    char* value = strchr(option, '=');
    assert_non_null(value);
    *value++ = '\0';
    check_ok(coppice_solver_set_string(solver, option, value));
  }
}

static const char* drawn_from = "stump";

static coppice_solver* new_solver(const char* options, coppice_dataset* validation) {
  coppice_solver* solver = solver_of(500);
  coppice_pool* pool = NULL;
  check_ok(coppice_pool_create(drawn_from, &pool));
  check_ok(coppice_solver_set_pool(solver, pool));
  coppice_pool_free(pool);
  set(solver, options);
  check_ok(coppice_solver_set_validation(solver, validation));
  return solver;
}

static coppice_model* fitted(coppice_solver* solver) {
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  return model;
}

/* The iteration that the next fit begins with. */
static coppice_model* fitted_from(coppice_solver* solver, int64_t* first) {
  struct witness saw = {-1, -1, -1, COPPICE_CONTINUE, 0};
  check_ok(coppice_solver_set_progress(solver, watch, &saw));
  coppice_model* model = fitted(solver);
  check_ok(coppice_solver_set_progress(solver, NULL, NULL));
  *first = saw.first;
  return model;
}

/* Equal model files, but for the seconds. */
static void check_same_file(const coppice_model* a, const coppice_model* b) {
  const char key[] = "\"fit_seconds\":";
  char* bytes[2];
  for (int k = 0; k < 2; ++k) {
    size_t size = 0;
    bytes[k] = saved_bytes(k == 0 ? a : b, "json", 0, &size);
    bytes[k][size] = '\0';
    char* seconds = strstr(bytes[k], key);
    assert_non_null(seconds);
    memmove(seconds, strchr(seconds + sizeof key, ','),
            strlen(strchr(seconds + sizeof key, ',')) + 1);
    char* header = strstr(bytes[k], "\"kind\""); /* behind length and checksum */
    assert_non_null(header);
    memmove(bytes[k], header, strlen(header) + 1);
  }
  assert_string_equal(bytes[0], bytes[1]);
  free(bytes[0]);
  free(bytes[1]);
}

/* Whether its last iteration was to have more learners: then nothing was priced after it. */
static int was_cut_short(const coppice_model* model) {
  int64_t iterations = 0;
  double* scores = array_of(model, "curve.score", &iterations);
  const int cut = isnan(scores[iterations - 1]);
  free(scores);
  return cut;
}

/* learners=20, then `options`, then learners=40; against one run to 40. */
static void check_goes_on(const char* options, const char* between, coppice_dataset* validation) {
  int64_t first = -1;
  coppice_solver* in_parts = new_solver(options, validation);
  coppice_solver* through = new_solver(options, validation);
  set(in_parts, "learners=20");
  coppice_model* part = fitted(in_parts);
  const int64_t reached = count_of(part, "iterations");
  set(in_parts, between);
  set(in_parts, "learners=40");
  coppice_model* whole = fitted_from(in_parts, &first);
  assert_int_equal(first, reached - was_cut_short(part));
  set(through, between);
  set(through, "learners=40");
  coppice_model* expected = fitted(through);
  check_same_file(whole, expected);
  assert_true(quantity_of(whole, "fit_seconds") >= quantity_of(part, "fit_seconds"));

  /* The first model is what it was. */
  coppice_solver* to_20 = new_solver(options, validation);
  set(to_20, "learners=20");
  coppice_model* part_again = fitted(to_20);
  check_same_file(part, part_again);
  coppice_model_free(part);
  coppice_model_free(part_again);
  coppice_model_free(whole);
  coppice_model_free(expected);
  coppice_solver_free(in_parts);
  coppice_solver_free(through);
  coppice_solver_free(to_20);
}

static void it_goes_on_bit_for_bit(void** state) {
  (void)state;
  check_goes_on("", "", NULL);
  check_goes_on("C=1 loss=squared-hinge bias=penalised", "", NULL);
  check_goes_on("loss=least-squares start=constant class_weight=balanced", "", NULL);
  check_goes_on("keep_stages=yes", "threads=3", NULL);
  check_goes_on("threads=2", "threads=1 time_limit=1000", NULL);
}

static void it_goes_on_with_a_validation_set(void** state) {
  (void)state;
  check_goes_on("C=0.1 keep_stages=yes", "", held_out);
  check_goes_on("C=0.1 validation_patience=200", "", held_out);
  check_goes_on("C=0.1 validation_patience=2", "validation_patience=40", held_out);
  check_goes_on("C=0.1 threads=2", "threads=3", held_out);
}

/* Also in the middle of an iteration: the model is that of the learners so far, and the fit goes on
 * as if it had not been asked for. */
static void it_goes_on_within_an_iteration(void** state) {
  (void)state;
  const char* const options[] = {
      "",
      "C=1 loss=squared-hinge bias=penalised",
      "C=1 loss=least-squares start=constant class_weight=balanced",
      "C=1e9 keep_stages=yes",
      "C=0.1 master=liblinear bias=penalised",
      "C=0.1 columns_per_iteration=4 keep_stages=yes",
      "C=0.1 criterion=log_loss validation_patience=200",
  };
  int cut = 0;
  for (int k = 0; k < 7; ++k) {
    char by_gain[128];
    snprintf(by_gain, sizeof by_gain, "columns_per_iteration=0 %s", options[k]);
    coppice_solver* solver = new_solver(by_gain, NULL);
    set(solver, "learners=20");
    coppice_model* part = fitted(solver);
    cut += was_cut_short(part);
    coppice_model_free(part);
    coppice_solver_free(solver);
    check_goes_on(by_gain, "threads=2", NULL);
    check_goes_on(by_gain, "", held_out);
  }
  assert_true(cut >= 5);
  drawn_from = "stump;perceptron:candidates=50;fourier:candidates=50";
  check_goes_on("columns_per_iteration=0", "", held_out);
  check_goes_on("columns_per_iteration=7", "", NULL);
  drawn_from = "stump";
}

/* Drawn learners too, and those of several members: the generator of random numbers goes on. */
static void it_goes_on_with_every_pool(void** state) {
  (void)state;
  const char* const pools[] = {"perceptron:candidates=50", "fourier:candidates=50",
                               "stump;perceptron:candidates=50;fourier:candidates=50"};
  for (int k = 0; k < 3; ++k) {
    drawn_from = pools[k];
    check_goes_on("seed=3", "threads=2", held_out);
  }
  drawn_from = "stump";
}

/* The model is that of the best iteration, the last one too where it was cut short. */
static void check_best_round(const coppice_model* model) {
  int64_t points = 0, best = 0;
  double error = NAN;
  double* errors = array_of(model, "curve.validation_error", &points);
  double* learners = array_of(model, "curve.learners", NULL);
  double* objectives = array_of(model, "curve.objective", NULL);
  for (int64_t k = 0; k < points; ++k)
    if (errors[k] < errors[best]) best = k;
  assert_int_equal(count_of(model, "best_iteration"), best + 1);
  assert_int_equal(count_of(model, "stages"), best + 1);
  assert_true((double)learners_of(model) == learners[best]);
  assert_true(quantity_of(model, "objective") == objectives[best]);
  check_ok(coppice_model_error_rate(model, held_out, 1, &error));
  assert_true(error == errors[best]);
  const int64_t rows = rows_of(held_out), stages = best + 1;
  double* staged = allocate(rows * stages, sizeof *staged);
  double* decisions = allocate(rows, sizeof *decisions);
  check_ok(
      coppice_model_predict_dataset(model, COPPICE_STAGED, held_out, 1, staged, rows * stages));
  check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, held_out, 1, decisions, rows));
  for (int64_t i = 0; i < rows; ++i) assert_true(staged[(i + 1) * stages - 1] == decisions[i]);
  free(decisions);
  free(staged);
  free(errors);
  free(learners);
  free(objectives);
}

/* What was begun is not begun again; within an iteration its first learners are still there. */
static void step_by_step_is_the_same(void** state) {
  (void)state;
  const char* const options[] = {"keep_stages=yes", "keep_stages=yes columns_per_iteration=0",
                                 "keep_stages=yes columns_per_iteration=5"};
  int best_of_cut = 0;
  for (int k = 0; k < 3; ++k) {
    coppice_solver* solver = new_solver(options[k], held_out);
    coppice_model* model = NULL;
    int64_t whole = 0; /* iterations */
    for (int64_t learners = 1; learners <= 17; ++learners) {
      int64_t first = -1;
      coppice_model_free(model);
      check_ok(coppice_solver_set_int(solver, "learners", learners));
      model = fitted_from(solver, &first);
      assert_int_equal(first, whole);
      whole = count_of(model, "iterations") - was_cut_short(model);
      check_best_round(model);
      best_of_cut += count_of(model, "best_iteration") > whole;
      coppice_solver* fresh = new_solver(options[k], held_out);
      check_ok(coppice_solver_set_int(fresh, "learners", learners));
      coppice_model* expected = fitted(fresh);
      check_same_file(model, expected);
      coppice_model_free(expected);
      coppice_solver_free(fresh);
    }
    coppice_model_free(model);
    coppice_solver_free(solver);
  }
  assert_true(best_of_cut > 0);
}

/* After 20 learners, `change` makes the next fit to 25 begin at 0, and be the fit of a new solver.
 */
static void check_starts_anew_from(const char* options, void (*change)(coppice_solver*)) {
  int64_t first = -1;
  coppice_solver* solver = new_solver(options, NULL);
  coppice_solver* fresh = new_solver(options, NULL);
  check_ok(coppice_solver_set_int(fresh, "learners", 25));
  coppice_model* model = fitted(solver);
  coppice_model_free(model);
  check_ok(coppice_solver_set_int(solver, "learners", 25));
  change(solver);
  change(fresh);
  model = fitted_from(solver, &first);
  assert_int_equal(first, 0);
  coppice_model* expected = fitted(fresh);
  check_same_file(model, expected);
  coppice_model_free(model);
  coppice_model_free(expected);
  coppice_solver_free(solver);
  coppice_solver_free(fresh);
}

static int64_t late; /* an iteration on the way from 20 learners to 25 */

static void check_starts_anew(void (*change)(coppice_solver*)) {
  late = 22;
  check_starts_anew_from("learners=20", change);
  late = 8;
  check_starts_anew_from("learners=20 columns_per_iteration=3", change);
}

static void change_nothing(coppice_solver* solver) {
  check_ok(coppice_solver_set_int(solver, "learners", 20));
}
static void want_fewer(coppice_solver* solver) {
  check_ok(coppice_solver_set_int(solver, "learners", 10));
}
static void change_an_option(coppice_solver* solver) {
  check_ok(coppice_solver_set_double(solver, "C", 0.02));
}
static void set_a_pool(coppice_solver* solver) {
  coppice_pool* pool = NULL;
  check_ok(coppice_pool_create("stump", &pool));
  check_ok(coppice_solver_set_pool(solver, pool));
  coppice_pool_free(pool);
}
static void set_a_validation_set(coppice_solver* solver) {
  check_ok(coppice_solver_set_validation(solver, held_out));
}
static void fit_something_else(coppice_solver* solver) {
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, held_out, &model));
  coppice_model_free(model);
}
static void cancel_a_fit(coppice_solver* solver) {
  struct witness saw = {-1, -1, late, COPPICE_CANCEL, 0};
  coppice_model* none = NULL;
  check_ok(coppice_solver_set_progress(solver, watch, &saw));
  check_error(coppice_solver_fit(solver, data, &none), COPPICE_CANCELLED, "cancelled");
  check_ok(coppice_solver_set_progress(solver, NULL, NULL));
}
static void fail_a_fit(coppice_solver* solver) {
  struct witness saw = {-1, -1, late, (coppice_action)9, 0};
  coppice_model* none = NULL;
  check_ok(coppice_solver_set_progress(solver, watch, &saw));
  check_error(coppice_solver_fit(solver, data, &none), COPPICE_CALLBACK_FAILED, "returned 9");
  check_ok(coppice_solver_set_progress(solver, NULL, NULL));
}

static void whatever_else_changes_starts_anew(void** state) {
  (void)state;
  check_starts_anew(change_nothing);
  check_starts_anew(want_fewer);
  check_starts_anew(change_an_option);
  check_starts_anew(set_a_pool);
  check_starts_anew(set_a_validation_set);
  check_starts_anew(fit_something_else);
  check_starts_anew(cancel_a_fit);
  check_starts_anew(fail_a_fit);
}

/* An equal dataset is another one: it could have been labelled otherwise. */
static void the_dataset_must_be_the_same_one(void** state) {
  (void)state;
  struct witness saw = {-1, -1, -1, COPPICE_CONTINUE, 0};
  coppice_dataset* copy = noisy_examples(FEW_ROWS, FEATURES, 1);
  coppice_solver* solver = new_solver("learners=5", NULL);
  coppice_model* model = fitted(solver);
  coppice_model* other = NULL;
  check_ok(coppice_solver_set_int(solver, "learners", 8));
  check_ok(coppice_solver_set_progress(solver, watch, &saw));
  check_ok(coppice_solver_fit(solver, copy, &other));
  assert_int_equal(saw.first, 0);
  coppice_model_free(model);
  coppice_model_free(other);
  coppice_solver_free(solver);
  coppice_dataset_free(copy);
}

/* Stopped when told of an iteration, the fit goes on behind it, to as many learners. */
static void check_stopped_goes_on(const char* options, int64_t iteration, int is_cut,
                                  int64_t learners) {
  struct witness saw = {-1, -1, iteration, COPPICE_STOP, 0};
  int64_t first = -1;
  coppice_solver* solver = new_solver(options, held_out);
  coppice_solver* through = new_solver(options, held_out);
  check_ok(coppice_solver_set_progress(solver, watch, &saw));
  coppice_model* stopped = fitted(solver);
  check_text(stopped, "stop_reason", "stopped");
  assert_int_equal(count_of(stopped, "iterations"), iteration);
  assert_int_equal(was_cut_short(stopped), is_cut);
  check_ok(coppice_solver_set_int(solver, "learners", learners));
  check_ok(coppice_solver_set_int(through, "learners", learners));
  coppice_model* model = fitted_from(solver, &first);
  assert_int_equal(first, iteration - is_cut);
  coppice_model* expected = fitted(through);
  check_same_file(model, expected);
  coppice_model_free(stopped);
  coppice_model_free(model);
  coppice_model_free(expected);
  coppice_solver_free(solver);
  coppice_solver_free(through);
}

/* To the same `learners`, where it is not yet there; and from the iteration that they cut short. */
static void a_stopped_fit_goes_on(void** state) {
  (void)state;
  check_stopped_goes_on("learners=15", 7, 0, 15);
  check_stopped_goes_on("learners=17 columns_per_iteration=5", 4, 1, 40);
}

static void check_honest(const coppice_model* model) {
  coppice_solver* fresh = new_solver("", NULL);
  check_ok(coppice_solver_set_int(fresh, "learners", learners_of(model)));
  coppice_model* same = fitted(fresh);
  assert_true(quantity_of(model, "objective") == quantity_of(same, "objective"));
  assert_true(quantity_of(model, "gap") == quantity_of(same, "gap"));
  double error = NAN;
  check_ok(coppice_model_error_rate(model, data, 1, &error));
  assert_true(error == quantity_of(model, "train_error"));
  coppice_model_free(same);
  coppice_solver_free(fresh);
}

/* The callback uses the time up in iteration 5; a machine too slow to get there ends before. */
static void the_time_limit_keeps_the_model_so_far(void** state) {
  (void)state;
  struct witness saw = {-1, -1, 5, COPPICE_CONTINUE, 1.1};
  int64_t first = -1;
  coppice_solver* solver = new_solver("learners=40 time_limit=1", NULL);
  coppice_solver* through = new_solver("learners=40", NULL);
  check_ok(coppice_solver_set_progress(solver, watch, &saw));
  coppice_model* model = fitted(solver);
  const int64_t reached = learners_of(model);
  assert_in_range(reached, 0, 5);
  check_text(model, "stop_reason", "time_limit");
  if (reached > 0) check_honest(model);
  check_ok(coppice_solver_set_double(solver, "time_limit", 0));
  coppice_model* whole = fitted_from(solver, &first);
  assert_int_equal(first, saw.last == 5 ? 5 : 0);
  coppice_model* expected = fitted(through);
  check_same_file(whole, expected);
  coppice_model_free(model);
  coppice_model_free(whole);
  coppice_model_free(expected);
  coppice_solver_free(solver);
  coppice_solver_free(through);
}

static void a_tiny_limit_leaves_the_empty_ensemble(void** state) {
  (void)state;
  coppice_solver* solver = new_solver("time_limit=1e-9", NULL);
  coppice_model* model = fitted(solver);
  double x[FEATURES] = {0}, decision = NAN;
  check_text(model, "stop_reason", "time_limit");
  assert_int_equal(learners_of(model), 0);
  assert_true(isnan(quantity_of(model, "gap"))); /* nothing has been priced */
  check_ok(coppice_model_predict_row(model, COPPICE_DECISION, x, FEATURES, &decision, 1));
  assert_true(isfinite(decision));
  coppice_model_free(model);
  coppice_solver_free(solver);
}

/* Within a solve or a pricing, too: nobody listens, and the set takes longer than the limit. */
static void the_limit_ends_long_work(void** state) {
  (void)state;
  coppice_dataset* large = noisy_examples(100000, 8, 4);
  coppice_solver* solver = new_solver("C=10 learners=1000000 time_limit=0.2", NULL);
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, large, &model));
  check_text(model, "stop_reason", "time_limit");
  assert_true(learners_of(model) < 100000);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(large);
}

static int threads_alive(void) {
  DIR* tasks = opendir("/proc/self/task");
  assert_non_null(tasks);
  int count = 0;
  for (struct dirent* entry = readdir(tasks); entry != NULL; entry = readdir(tasks))
    count += entry->d_name[0] != '.';
  closedir(tasks);
  return count;
}

/* A thread that was joined is listed for a moment longer, until the kernel has put it away. */
static int threads_alive_soon(int expected) {
  const struct timespec a_moment = {0, 1000000};
  for (int k = 0; k < 5000 && threads_alive() != expected; ++k) nanosleep(&a_moment, NULL);
  return threads_alive();
}

static void no_thread_outlives_the_call(void** state) {
  (void)state;
  coppice_solver* solver = new_solver("threads=4 learners=3", NULL);
  const int before = threads_alive();
  for (int64_t learners = 3; learners < 6; ++learners) {
    check_ok(coppice_solver_set_int(solver, "learners", learners));
    coppice_model* model = fitted(solver);
    assert_int_equal(threads_alive_soon(before), before);
    coppice_model_free(model);
  }
  coppice_solver_free(solver);
}

/* The solver keeps the data; the model needs neither. */
static void handles_may_be_freed_in_any_order(void** state) {
  (void)state;
  table* t = table_random(60, 3, 7, 5);
  coppice_dataset* own = table_dataset(t);
  coppice_solver* solver = solver_of(4);
  coppice_model *model = NULL, *more = NULL;
  check_ok(coppice_solver_fit(solver, own, &model));
  check_ok(coppice_solver_set_int(solver, "learners", 6));
  check_ok(coppice_solver_fit(solver, own, &more));
  coppice_dataset_free(own);
  coppice_solver_free(solver);
  coppice_model* expected = train(t, "learners=6 columns_per_iteration=1");
  check_same_model(more, expected, t);
  coppice_model_free(model);
  coppice_model_free(more);
  coppice_model_free(expected);
  table_free(t);
}

/* Over before the fit has read its rows: the empty ensemble, and nothing to go on from. */
static void time_over_before_the_start(void** state) {
  (void)state;
  const int64_t rows = 200000;
  double* x = allocate(rows, sizeof *x);
  double* labels = allocate(rows, sizeof *labels);
  for (int64_t i = 0; i < rows; ++i) {
    x[i] = (double)(i % 7);
    labels[i] = i % 3 == 0 ? 1 : -1;
  }
  coppice_dataset* large = NULL;
  coppice_model* model = NULL;
  check_ok(coppice_dataset_create_dense(x, rows, rows, 1, 1, 1, &large));
  check_ok(coppice_dataset_set_labels(large, labels, rows));
  coppice_solver* solver = solver_with("time_limit=1e-9 learners=3");
  check_ok(coppice_solver_fit(solver, large, &model));
  check_text(model, "stop_reason", "time_limit");
  assert_int_equal(learners_of(model), 0);
  assert_true(isnan(quantity_of(model, "gap")));
  double value = 1;
  check_ok(coppice_model_predict_row(model, COPPICE_DECISION, x, 1, &value, 1));
  assert_true(value == 0);
  coppice_model* loaded = reloaded(model, "cbor");
  assert_int_equal(learners_of(loaded), 0);
  coppice_model_free(loaded);
  coppice_model_free(model);
  check_ok(coppice_solver_set_double(solver, "time_limit", 0));
  check_ok(coppice_solver_fit(solver, large, &model));
  assert_int_equal(learners_of(model), 3);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(large);
  free(labels);
  free(x);
}

int main(void) {
  const struct CMUnitTest of_many_rows[] = {cmocka_unit_test(it_goes_on_bit_for_bit)};
  const struct CMUnitTest of_few_rows[] = {
      cmocka_unit_test(it_goes_on_with_a_validation_set),
      cmocka_unit_test(it_goes_on_with_every_pool),
      cmocka_unit_test(it_goes_on_within_an_iteration),
      cmocka_unit_test(step_by_step_is_the_same),
      cmocka_unit_test(whatever_else_changes_starts_anew),
      cmocka_unit_test(the_dataset_must_be_the_same_one),
      cmocka_unit_test(a_stopped_fit_goes_on),
      cmocka_unit_test(the_time_limit_keeps_the_model_so_far),
      cmocka_unit_test(time_over_before_the_start),
      cmocka_unit_test(a_tiny_limit_leaves_the_empty_ensemble),
      cmocka_unit_test(the_limit_ends_long_work),
      cmocka_unit_test(no_thread_outlives_the_call),
      cmocka_unit_test(handles_may_be_freed_in_any_order),
  };
  return cmocka_run_group_tests(of_many_rows, make_many_rows, free_data) +
         cmocka_run_group_tests(of_few_rows, make_few_rows, free_data);
}
