/* Progress: who is called, when, with what, and what each answer does. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cross_validated.h"
#include "model_bytes.h"
#include "synthetic.h"

/* What a callback saw, and when and how it is to answer. */
struct witness {
  pthread_t thread;
  int64_t calls, first_iteration, last_iteration, most_iterations;
  int64_t answer_at;   /* the iteration from which it answers otherwise; -1 for never */
  int64_t answer_call; /* or the call, from 1; 0 for never */
  int answer;
  int faults; /* calls on another thread, out of order, or with impossible numbers */
  double objective, gap, train_error;
  double last_time, longest_gap;
};

static struct witness new_witness(int answer) {
  struct witness fresh;
  memset(&fresh, 0, sizeof fresh);
  fresh.thread = pthread_self();
  fresh.first_iteration = fresh.last_iteration = -1;
  fresh.answer_at = -1;
  fresh.answer = answer;
  return fresh;
}

/* Of this thread, so that other programs on a busy machine do not count. */
static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static coppice_action watch(void* user, const coppice_progress_info* info) {
  struct witness* saw = user;
  const double now = processor_seconds();
  const int64_t iteration = told_int(info, "iteration");
  const int64_t iterations = told_int(info, "iterations");
  const double train_error = told_double(info, "train_error");
  if (now - saw->last_time > saw->longest_gap) saw->longest_gap = now - saw->last_time;
  saw->last_time = now;
  ++saw->calls;
  if (!pthread_equal(pthread_self(), saw->thread)) ++saw->faults;
  if (saw->calls == 1) saw->first_iteration = iteration;
  /* One iteration after another; calls in between repeat the last one. */
  if (saw->calls > 1 && iteration != saw->last_iteration && iteration != saw->last_iteration + 1)
    ++saw->faults;
  if (iteration < 0 || iteration > iterations) ++saw->faults;
  if (!isnan(train_error) && (train_error < 0 || train_error > 1)) ++saw->faults;
  if (!isnan(told_double(info, "validation_error"))) ++saw->faults; /* nobody asked for one */
  if (!isnan(told_double(info, "validation_criterion"))) ++saw->faults;
  saw->last_iteration = iteration;
  saw->most_iterations = iterations;
  saw->objective = told_double(info, "objective");
  saw->gap = told_double(info, "gap");
  if (!isnan(saw->gap) && saw->gap < -1e-9) ++saw->faults;
  saw->train_error = train_error;
  if (saw->answer_at >= 0 && iteration >= saw->answer_at) return (coppice_action)saw->answer;
  if (saw->calls == saw->answer_call) return (coppice_action)saw->answer;
  return COPPICE_CONTINUE;
}

static coppice_solver* watched_solver(int64_t learners, struct witness* saw) {
  coppice_solver* solver = solver_of(learners);
  check_ok(coppice_solver_set_progress(solver, watch, saw));
  saw->last_time = processor_seconds();
  return solver;
}

static void it_is_called_at_every_iteration(void** state) {
  (void)state;
  coppice_dataset* data = noisy_examples(300, 4, 1);
  for (int threads = 1; threads <= 2; ++threads) {
    struct witness saw = new_witness(COPPICE_CONTINUE);
    coppice_solver* solver = watched_solver(15, &saw);
    coppice_model* model = NULL;
    check_ok(coppice_solver_set_int(solver, "threads", threads));
    check_ok(coppice_solver_fit(solver, data, &model));
    assert_int_equal(saw.faults, 0);
    assert_int_equal(saw.first_iteration, 0);
    assert_int_equal(saw.last_iteration, 15);
    assert_int_equal(saw.most_iterations, 15);
    assert_true(saw.calls >= 16); /* 0 to 15 */
    assert_true(saw.objective == quantity_of(model, "objective"));
    assert_true(saw.gap == quantity_of(model, "gap"));
    assert_true(saw.train_error == quantity_of(model, "train_error"));
    coppice_model_free(model);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
}

static void check_calls(coppice_dataset* data, const char* pool_text, int64_t learners) {
  /* Five times what is promised: for slow machines and sanitizers, not for a task left whole. */
  const double most = 0.25;
  struct witness saw = new_witness(COPPICE_CONTINUE);
  coppice_solver* solver = watched_solver(learners, &saw);
  coppice_pool* pool = NULL;
  coppice_model* model = NULL;
  check_ok(coppice_pool_create(pool_text, &pool));
  check_ok(coppice_solver_set_pool(solver, pool));
  saw.last_time = processor_seconds();
  const double started = saw.last_time;
  check_ok(coppice_solver_fit(solver, data, &model));
  const double ended = processor_seconds();
  if (ended - saw.last_time > saw.longest_gap) saw.longest_gap = ended - saw.last_time;
  print_message("%s: %d calls in %.2f s, at most %.0f ms apart\n", pool_text, (int)saw.calls,
                ended - started, 1e3 * saw.longest_gap);
  assert_true(saw.longest_gap < most);
  assert_int_equal(saw.faults, 0);
  coppice_model_free(model);
  coppice_pool_free(pool);
  coppice_solver_free(solver);
}

static void it_is_called_often(void** state) {
  (void)state;
  coppice_dataset* data = noisy_examples(20000, 20, 2);
  check_calls(data, "stump", 60);
  check_calls(data, "tree(depth=30)", 2);
  coppice_dataset_free(data);
}

static void stopping_keeps_the_model_so_far(void** state) {
  (void)state;
  coppice_dataset* data = noisy_examples(200, 4, 3);
  for (int64_t at = 1; at <= 12; ++at) {
    struct witness saw = new_witness(COPPICE_STOP);
    coppice_solver* solver = watched_solver(12, &saw);
    coppice_model* stopped = NULL;
    saw.answer_at = at;
    check_ok(coppice_solver_fit(solver, data, &stopped));
    assert_int_equal(saw.last_iteration, at); /* nothing is called after the answer */
    coppice_model* whole = fit_model(data, at, "no");
    assert_int_equal(learners_of(stopped), at);
    check_same_array(stopped, whole, "weights");
    check_same_array(stopped, whole, "bias");
    check_same_array(stopped, whole, "curve.objective");
    check_same_array(stopped, whole, "curve.dual_objective");
    assert_true(quantity_of(stopped, "objective") == quantity_of(whole, "objective"));
    assert_true(quantity_of(stopped, "gap") == quantity_of(whole, "gap"));
    check_text(stopped, "stop_reason", "stopped");
    check_text(whole, "stop_reason", "learners");
    coppice_model_free(stopped);
    coppice_model_free(whole);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
}

/* Also on a set so large that the first call comes while the features are being sorted. */
static void stopping_at_the_first_call_gives_a_model(void** state) {
  (void)state;
  const int64_t rows[] = {50, 100000};
  for (int k = 0; k < 2; ++k) {
    coppice_dataset* data = noisy_examples(rows[k], 8, 4);
    struct witness saw = new_witness(COPPICE_STOP);
    coppice_solver* solver = watched_solver(12, &saw);
    coppice_model* model = NULL;
    double x[8] = {0}, decision = NAN, class_index = NAN;
    int64_t width = -1;
    saw.answer_call = 1;
    check_ok(coppice_solver_fit(solver, data, &model));
    assert_int_equal(saw.calls, 1);
    assert_int_equal(saw.faults, 0);
    assert_int_equal(saw.last_iteration, 0);
    assert_int_equal(saw.most_iterations, 12); /* 0 of at most 12, however early */
    assert_int_equal(learners_of(model), 0);
    assert_true(isnan(quantity_of(model, "objective"))); /* nothing has been solved yet */
    double* bias = array_of(model, "bias", NULL);
    check_ok(coppice_model_predict_row(model, COPPICE_DECISION, x, 8, &decision, 1));
    assert_true(decision == bias[0]);
    check_ok(coppice_model_predict_row(model, COPPICE_CLASS, x, 8, &class_index, 1));
    assert_true(class_index == (bias[0] >= 0));
    check_ok(coppice_model_output_width(model, COPPICE_LEARNERS, &width));
    assert_int_equal(width, 0);
    check_ok(coppice_model_predict_row(model, COPPICE_LEARNERS, x, 8, NULL, 0));
    check_error(coppice_model_learner(model, 0, NULL, 0, NULL), COPPICE_INVALID_ARGUMENT,
                "index is 0");
    coppice_model* again = reloaded(model, "json");
    check_same_array(model, again, "bias");
    free(bias);
    coppice_model_free(again);
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_dataset_free(data);
  }
}

static void cancelling_keeps_nothing(void** state) {
  (void)state;
  coppice_dataset* data = noisy_examples(200, 4, 5);
  coppice_dataset* large = noisy_examples(100000, 8, 6);
  for (int64_t at = 0; at <= 6; ++at) {
    struct witness saw = new_witness(COPPICE_CANCEL);
    coppice_solver* solver = watched_solver(6, &saw);
    coppice_model* const untouched = (coppice_model*)&saw;
    coppice_model* model = untouched;
    saw.answer_at = at;
    check_error(coppice_solver_fit(solver, at == 3 ? large : data, &model), COPPICE_CANCELLED,
                "callback|cancel");
    assert_ptr_equal(model, untouched);
    assert_int_equal(saw.last_iteration, at);
    /* The solver and the dataset are as good as before. */
    saw = new_witness(COPPICE_CONTINUE);
    check_ok(coppice_solver_fit(solver, data, &model));
    assert_int_equal(saw.last_iteration, 6);
    coppice_model_free(model);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
  coppice_dataset_free(large);
}

static void other_answers_are_faults(void** state) {
  (void)state;
  const int answers[] = {-1, 3, 99};
  const char* const messages[] = {"callback|returned -1|expected COPPICE_CONTINUE",
                                  "callback|returned 3|COPPICE_STOP",
                                  "callback|returned 99|COPPICE_CANCEL"};
  coppice_dataset* data = noisy_examples(100, 3, 7);
  for (int k = 0; k < 3; ++k) {
    struct witness saw = new_witness(answers[k]);
    coppice_solver* solver = watched_solver(6, &saw);
    coppice_model* model = NULL;
    saw.answer_at = 2;
    check_error(coppice_solver_fit(solver, data, &model), COPPICE_CALLBACK_FAILED, messages[k]);
    assert_null(model);
    assert_int_equal(saw.last_iteration, 2);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
}

static void the_callback_can_be_changed_and_removed(void** state) {
  (void)state;
  coppice_dataset* data = noisy_examples(100, 3, 8);
  struct witness first = new_witness(COPPICE_CANCEL), second = new_witness(COPPICE_CONTINUE);
  coppice_solver* solver = watched_solver(4, &first);
  coppice_model* model = NULL;
  first.answer_call = 1;
  check_ok(coppice_solver_set_progress(solver, watch, &second));
  check_ok(coppice_solver_fit(solver, data, &model));
  assert_int_equal(first.calls, 0);
  assert_true(second.calls >= 5);
  coppice_model_free(model);
  const int64_t calls = second.calls;
  check_ok(coppice_solver_set_progress(solver, NULL, &second));
  check_ok(coppice_solver_fit(solver, data, &model));
  assert_int_equal(second.calls, calls);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
}

/* Everything that reading may be asked for, well or wrongly. */
struct reader {
  int64_t calls;
  coppice_action answer;
  coppice_dataset* data;
  coppice_solver* solver;
};

static coppice_action read_everything(void* user, const coppice_progress_info* info) {
  struct reader* reader = user;
  int64_t whole = -77, count = -77;
  double number = -77;
  ++reader->calls;
#define refuses_int(from, name, out, status, fragments) \
  check_error(coppice_progress_get_int(from, name, out), status, fragments)
#define refuses_double(from, name, out, status, fragments) \
  check_error(coppice_progress_get_double(from, name, out), status, fragments)
#define refuses_both(from, name, whole, number, status, fragments) \
  refuses_int(from, name, whole, status, fragments);               \
  refuses_double(from, name, number, status, fragments)
  refuses_int(info, "iteratoin", &whole, COPPICE_UNKNOWN_NAME,
              "no int \"iteratoin\"|there are: iteration, iterations|did you mean \"iteration\"?");
  refuses_double(info, "objektive", &number, COPPICE_UNKNOWN_NAME,
                 "no double \"objektive\"|there are: objective, gap, train_error, "
                 "validation_error, validation_criterion|did you mean \"objective\"?");
  refuses_int(info, "objective", &whole, COPPICE_UNKNOWN_NAME, "no int \"objective\"");
  refuses_double(info, "iteration", &number, COPPICE_UNKNOWN_NAME, "no double \"iteration\"");
  refuses_both(info, "", &whole, &number, COPPICE_UNKNOWN_NAME, "\"\"; there are:");
  refuses_both(NULL, "gap", &whole, &number, COPPICE_INVALID_HANDLE, "info is NULL");
  const void* const handles[] = {reader->data, reader->solver};
  for (int k = 0; k < 2; ++k) {
    const coppice_progress_info* other = handles[k];
    refuses_both(other, "gap", &whole, &number, COPPICE_INVALID_HANDLE,
                 "info is not a handle|coppice_progress_info");
  }
  const void* const same = info;
  check_error(coppice_dataset_rows(same, &count), COPPICE_INVALID_HANDLE,
              "dataset is not a handle");
  check_error(coppice_model_get_int(same, "rows", &count), COPPICE_INVALID_HANDLE,
              "model is not a handle");
  refuses_both(info, NULL, &whole, &number, COPPICE_INVALID_ARGUMENT, "name is NULL");
  refuses_int(info, "iteration", NULL, COPPICE_INVALID_ARGUMENT, "out is NULL");
  refuses_double(info, "gap", NULL, COPPICE_INVALID_ARGUMENT, "out is NULL");
  assert_true(whole == -77 && number == -77 && count == -77);
  assert_true(told_int(info, "iteration") <= told_int(info, "iterations"));
  refuses_int(info, "last", &whole, COPPICE_UNKNOWN_NAME, "no int \"last\"");
  return reader->answer;
}

/* What reading refuses is told to the callback alone: it neither ends the fit nor changes what the
 * fit says. */
static void values_are_read_by_name(void** state) {
  (void)state;
  struct reader reader = {0, COPPICE_CONTINUE, noisy_examples(100, 3, 9), solver_of(4)};
  coppice_model *watched = NULL, *alone = NULL;
  cross_validated found[2];
  check_ok(coppice_solver_fit(reader.solver, reader.data, &alone));
  check_ok(coppice_solver_cross_validate(reader.solver, reader.data, 2, NULL));
  found[0] = results_of(reader.solver);
  check_ok(coppice_solver_set_int(reader.solver, "learners", 4));
  check_ok(coppice_solver_set_progress(reader.solver, read_everything, &reader));
  check_ok(coppice_solver_fit(reader.solver, reader.data, &watched));
  assert_true(reader.calls >= 5);
  check_same_array(watched, alone, "weights");
  reader.calls = 0;
  check_ok(coppice_solver_cross_validate(reader.solver, reader.data, 2, NULL));
  found[1] = results_of(reader.solver);
  assert_true(reader.calls >= 2);
  assert_memory_equal(&found[0], &found[1], sizeof found[0]);
  coppice_model* none = NULL;
  reader.answer = COPPICE_CANCEL;
  check_error(coppice_solver_fit(reader.solver, reader.data, &none), COPPICE_CANCELLED,
              "the progress callback cancelled the fit");
  assert_null(none);
  coppice_model_free(watched);
  coppice_model_free(alone);
  coppice_solver_free(reader.solver);
  coppice_dataset_free(reader.data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_called_at_every_iteration),
      cmocka_unit_test(it_is_called_often),
      cmocka_unit_test(stopping_keeps_the_model_so_far),
      cmocka_unit_test(stopping_at_the_first_call_gives_a_model),
      cmocka_unit_test(cancelling_keeps_nothing),
      cmocka_unit_test(other_answers_are_faults),
      cmocka_unit_test(the_callback_can_be_changed_and_removed),
      cmocka_unit_test(values_are_read_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
