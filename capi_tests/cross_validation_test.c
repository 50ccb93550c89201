/* Cross-validation: the numbers are those of fits on the folds, made here by hand; the solver is
 * left with the best options. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cross_validated.h"
#include "folds.h"
#include "training.h"

enum { MOST_LEARNERS = 64 };

/* errors[f * learners + j]: of a model of j + 1 learners trained without fold f, on fold f. */
static void errors_by_hand(const table* t, int64_t folds, uint64_t seed, const char* options,
                           int64_t learners, double* errors) {
  int64_t* fold = folds_of(t, folds, seed);
  for (int64_t f = 0; f < folds; ++f) {
    table* training = part_of(t, fold, f, 0);
    table* held_out = part_of(t, fold, f, 1);
    char text[320];
    snprintf(text, sizeof text, "%s keep_stages=yes learners=%d columns_per_iteration=1", options,
             (int)learners);
    coppice_model* model = train(training, text);
    const int64_t stages = learners_of(model);
    double* staged = predictions_of(model, COPPICE_STAGED, held_out);
    for (int64_t j = 0; j < learners; ++j) {
      const int64_t stage = j < stages ? j : stages - 1;
      double wrong = 0, all = 0;
      for (int64_t i = 0; i < held_out->rows; ++i) {
        all += held_out->weights[i];
        if ((staged[i * stages + stage] >= 0) != (held_out->labels[i] > 0))
          wrong += held_out->weights[i];
      }
      errors[f * learners + j] = wrong / all;
    }
    free(staged);
    coppice_model_free(model);
    table_free(training);
    table_free(held_out);
  }
  free(fold);
}

/* What is expected of a point. */
struct expected {
  int64_t learners; /* 0 before any number of them has been looked at */
  double error, standard_error, of_folds[MOST_FOLDS];
};

/* Takes a number of learners with these errors if it is better than what there is. */
static void look_at(struct expected* best, int64_t learners, const double* of_folds,
                    int64_t folds) {
  double mean = 0, variance = 0;
  for (int64_t f = 0; f < folds; ++f) mean += of_folds[f] / (double)folds;
  for (int64_t f = 0; f < folds; ++f) variance += pow(of_folds[f] - mean, 2) / (double)(folds - 1);
  if (best->learners > 0 && mean >= best->error - 1e-12) return;
  best->learners = learners;
  best->error = mean;
  best->standard_error = sqrt(variance / (double)folds);
  memcpy(best->of_folds, of_folds, (size_t)folds * sizeof *of_folds);
}

/* A point's numbers by their definition, over every number of learners. */
static struct expected best_by_hand(const double* errors, int64_t folds, int64_t learners) {
  struct expected best = {0};
  for (int64_t j = 0; j < learners; ++j) {
    double of_folds[MOST_FOLDS];
    for (int64_t f = 0; f < folds; ++f) of_folds[f] = errors[f * learners + j];
    look_at(&best, j + 1, of_folds, folds);
  }
  return best;
}

static void check_point(const cross_validated* found, int64_t point,
                        const struct expected* expected) {
  assert_true(found->path[point] == (double)expected->learners);
  check_close(found->criterion[point], expected->error, 1e-12);
  check_close(found->standard_error[point], expected->standard_error, 1e-12);
  for (int64_t f = 0; f < found->folds; ++f)
    check_close(found->fold_criterion[point * found->folds + f], expected->of_folds[f], 1e-12);
}

static void check_grid(const table* t, int64_t folds, uint64_t seed, const char* base) {
  const char* const costs[] = {"0.003", "0.03", "0.3", "3"};
  const char* const losses[] = {"hinge", "least-squares"};
  char options[256];
  snprintf(options, sizeof options, "%s learners=25 columns_per_iteration=1 seed=%d", base,
           (int)seed);
  coppice_solver* solver = solver_with(options);
  check_ok(coppice_solver_set_grid(solver, "C", "0.003,0.03,0.3,3"));
  check_ok(coppice_solver_set_grid(solver, "loss", "hinge,least-squares"));
  const cross_validated found = cross_validate(solver, t, folds);
  assert_int_equal(found.points, 8);
  double* errors = allocate(folds * 25, sizeof *errors);
  double least = INFINITY;
  char best[320] = "";
  int64_t best_point = -1;
  for (int c = 0; c < 4; ++c) {
    for (int l = 0; l < 2; ++l) { /* the option set last varies fastest */
      const int64_t point = 2 * c + l;
      snprintf(options, sizeof options, "%s C=%s loss=%s", base, costs[c], losses[l]);
      errors_by_hand(t, folds, seed, options, 25, errors);
      const struct expected expected = best_by_hand(errors, folds, 25);
      check_point(&found, point, &expected);
      if (expected.error < least - 1e-12) {
        least = expected.error;
        best_point = point;
        snprintf(best, sizeof best, "%s columns_per_iteration=1 learners=%d", options,
                 (int)expected.learners);
      }
    }
  }
  assert_int_equal(found.best, best_point);
  /* The solver fits the best on all rows. */
  coppice_dataset* data = table_dataset(t);
  coppice_model* refitted = NULL;
  check_ok(coppice_solver_fit(solver, data, &refitted));
  coppice_model* expected = train(t, best);
  check_same_model(refitted, expected, t);
  coppice_model_free(refitted);
  coppice_model_free(expected);
  coppice_dataset_free(data);
  coppice_solver_free(solver);
  free(errors);
}

static void the_errors_are_those_of_fits_on_the_folds(void** state) {
  (void)state;
  table* t = noisy_table(90, 7);
  check_grid(t, 3, 0, "bias=free");
  check_grid(t, 5, 41, "bias=penalised");
  table_free(t);
}

/* Rows weigh in the errors as in training, without what balances classes; those of weight 0 are in
 * no fold. */
static void weights_count(void** state) {
  (void)state;
  table* t = noisy_table(80, 8);
  table_draw_weights(t, 9);
  for (int64_t i = 1; i < t->rows; i += 7) t->weights[i] = 0;
  check_grid(t, 4, 3, "class_weight=balanced");
  table_free(t);
}

/* The errors of each fold by a fit on the others with so many learners, no more. */
static void errors_of_refits(const table* t, int64_t folds, const char* options, int64_t learners,
                             double* of_folds) {
  char text[320];
  snprintf(text, sizeof text, "%s learners=%d", options, (int)learners);
  int64_t* fold = folds_of(t, folds, 0);
  for (int64_t f = 0; f < folds; ++f) {
    table* training = part_of(t, fold, f, 0);
    table* held_out = part_of(t, fold, f, 1);
    coppice_model* model = train(training, text);
    double* decisions = decisions_of(model, held_out);
    of_folds[f] = error_of(decisions, held_out);
    free(decisions);
    coppice_model_free(model);
    table_free(training);
    table_free(held_out);
  }
  free(fold);
}

/* What one fit gives on its way is what fits with these numbers of learners give; the numbers may
 * come in any order, and more than once. */
static void learners_in_the_grid_are_the_ones_looked_at(void** state) {
  (void)state;
  static const struct {
    const char* listed;
    int64_t learners[4];
  } cases[] = {{"20,3", {3, 20}}, {"11", {11}}, {"9,2,9,5", {2, 5, 9}}, {"1,2,30", {1, 2, 30}}};
  table* t = noisy_table(100, 10);
  for (int k = 0; k < 4; ++k) {
    coppice_solver* solver = solver_with("C=0.3 learners=7");
    check_ok(coppice_solver_set_grid(solver, "learners", cases[k].listed));
    const cross_validated found = cross_validate(solver, t, 4);
    assert_int_equal(found.points, 1);
    assert_int_equal(found.best, 0);
    struct expected best = {0};
    for (const int64_t* j = cases[k].learners; *j > 0; ++j) {
      double of_folds[4];
      errors_of_refits(t, 4, "C=0.3", *j, of_folds);
      look_at(&best, *j, of_folds, 4);
    }
    check_point(&found, 0, &best);
    coppice_dataset* data = table_dataset(t);
    coppice_model* model = NULL;
    check_ok(coppice_solver_fit(solver, data, &model));
    assert_int_equal(learners_of(model), best.learners);
    coppice_model_free(model);
    coppice_dataset_free(data);
    coppice_solver_free(solver);
  }
  table_free(t);
}

static void results_do_not_depend_on_threads_nor_on_budgets(void** state) {
  (void)state;
  const char* const options[] = {"threads=1", "threads=2", "threads=5", "threads=0 time_limit=1e-9",
                                 "validation_patience=1 keep_stages=yes"};
  cross_validated first = {0}, other;
  table* t = noisy_table(150, 11);
  coppice_dataset* watched = table_dataset(t);
  for (int k = 0; k < 5; ++k) {
    coppice_solver* solver = solver_with(options[k]);
    check_ok(coppice_solver_set_int(solver, "learners", 30));
    check_ok(coppice_solver_set_grid(solver, "C", "0.01,0.1,1"));
    if (k == 4) check_ok(coppice_solver_set_validation(solver, watched));
    other = cross_validate(solver, t, 4);
    assert_int_equal(other.points, 3);
    if (k == 0) first = other;
    assert_memory_equal(&first, &other, sizeof first);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(watched);
  table_free(t);
}

/* Options that cannot matter give equal errors everywhere: the first point is the best. */
static void the_earliest_of_equals_is_the_best(void** state) {
  (void)state;
  table* t = noisy_table(60, 13);
  coppice_solver* solver = solver_with("learners=8 C=0.2 bias_scale=7");
  check_ok(coppice_solver_set_grid(solver, "bias_scale", "3,2,5"));
  const cross_validated found = cross_validate(solver, t, 3);
  assert_int_equal(found.points, 3);
  assert_int_equal(found.best, 0);
  for (int p = 1; p < 3; ++p) {
    assert_true(found.criterion[p] == found.criterion[0]);
    assert_true(found.standard_error[p] == found.standard_error[0]);
    assert_true(found.path[p] == found.path[0]);
  }
  coppice_dataset* data = table_dataset(t);
  coppice_model* model = NULL;
  char json[1 << 15];
  check_ok(coppice_solver_fit(solver, data, &model));
  check_ok(coppice_model_save_buffer(model, "json", json, sizeof json - 1, NULL));
  json[sizeof json - 1] = '\0';
  assert_non_null(strstr(json, "\"bias_scale\":3"));
  coppice_model_free(model);
  coppice_dataset_free(data);
  coppice_solver_free(solver);
  table_free(t);
}

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct witness {
  pthread_t thread;
  int64_t calls, last, total, answer_call;
  int answer, faults;
  double last_time, longest_gap;
};

static coppice_action watch(void* user, const coppice_progress_info* info) {
  static const char* const unknown[] = {"objective", "gap", "train_error", "validation_error",
                                        "validation_criterion"};
  struct witness* saw = user;
  const double now = processor_seconds();
  const int64_t iteration = told_int(info, "iteration");
  const int64_t iterations = told_int(info, "iterations");
  if (saw->calls > 0) saw->longest_gap = fmax(saw->longest_gap, now - saw->last_time);
  saw->last_time = now;
  if (!pthread_equal(pthread_self(), saw->thread)) ++saw->faults;
  if (iteration < saw->last || iteration > iterations) ++saw->faults;
  for (int k = 0; k < 5; ++k)
    if (!isnan(told_double(info, unknown[k]))) ++saw->faults;
  saw->last = iteration;
  saw->total = iterations;
  return ++saw->calls == saw->answer_call ? (coppice_action)saw->answer : COPPICE_CONTINUE;
}

static void progress_counts_the_fits(void** state) {
  (void)state;
  const double most = 0.25; /* five times what is promised, for slow machines and sanitizers */
  coppice_dataset* data = noisy_examples(8000, 20, 3);
  for (int threads = 1; threads <= 3; ++threads) {
    struct witness saw = {.thread = pthread_self(), .answer_call = -1};
    coppice_solver* solver = solver_of(12);
    check_ok(coppice_solver_set_int(solver, "threads", threads));
    check_ok(coppice_solver_set_grid(solver, "C", "0.01,0.1"));
    check_ok(coppice_solver_set_progress(solver, watch, &saw));
    check_ok(coppice_solver_cross_validate(solver, data, 3, NULL));
    assert_int_equal(saw.faults, 0);
    assert_int_equal(saw.total, 6);
    assert_int_equal(saw.last, 6);
    print_message("%d threads: %d calls, at most %.0f ms apart\n", threads, (int)saw.calls,
                  1e3 * saw.longest_gap);
    assert_true(saw.longest_gap < most);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
}

/* Whenever it is asked to end, it ends with nothing; options and results are what they were. */
/* What was stopped has the results of the points that were finished, and NaN for others; where it
 * had not begun, those of before, which has one point. */
static void check_finished_points(const coppice_solver* solver, const double* complete) {
  double criterion[2], path[2];
  int64_t needed = 0;
  check_ok(coppice_solver_get_array(solver, "cv.criterion", criterion, 2, &needed));
  if (needed == 1) return;
  assert_int_equal(needed, 2);
  check_ok(coppice_solver_get_array(solver, "cv.path", path, 2, &needed));
  for (int p = 0; p < 2; ++p) {
    assert_true(isnan(criterion[p]) || criterion[p] == complete[p]);
    assert_int_equal(isnan(criterion[p]), isnan(path[p]));
  }
}

static void it_can_be_cancelled(void** state) {
  (void)state;
  static const struct {
    int answer;
    coppice_status status;
    const char* message;
  } cases[] = {{COPPICE_CANCEL, COPPICE_CANCELLED, "cancelled"},
               {COPPICE_STOP, COPPICE_CANCELLED, "cancelled"},
               {7, COPPICE_CALLBACK_FAILED, "returned 7"}};
  table* t = noisy_table(120, 14);
  coppice_dataset* data = table_dataset(t);
  coppice_model* expected = train(t, "learners=9 C=0.05");
  double complete[2];
  coppice_solver* whole = solver_with("learners=9 C=0.05");
  check_ok(coppice_solver_set_grid(whole, "learners", "9"));
  check_ok(coppice_solver_set_grid(whole, "C", "0.5,5"));
  check_ok(coppice_solver_cross_validate(whole, data, 3, NULL));
  check_ok(coppice_solver_get_array(whole, "cv.criterion", complete, 2, NULL));
  coppice_solver_free(whole);
  for (int k = 0; k < 3; ++k) {
    for (int threads = 1; threads <= 3; ++threads) {
      for (int call = 1; call <= 5; ++call) {
        struct witness saw = {
            .thread = pthread_self(), .answer_call = call, .answer = cases[k].answer};
        int64_t best = -7;
        coppice_solver* solver = solver_with("learners=9 C=0.05");
        check_ok(coppice_solver_set_grid(solver, "learners", "9"));
        const cross_validated before = cross_validate(solver, t, 3);
        check_ok(coppice_solver_set_int(solver, "threads", threads));
        check_ok(coppice_solver_set_grid(solver, "C", "0.5,5"));
        check_ok(coppice_solver_set_progress(solver, watch, &saw));
        const coppice_status status = coppice_solver_cross_validate(solver, data, 3, &best);
        if (saw.calls >= call) { /* few threads' tasks may end between two calls */
          assert_int_equal(status, cases[k].status);
          assert_non_null(strstr(coppice_last_error(), cases[k].message));
          assert_int_equal(saw.calls, call);
          assert_int_equal(best, -7);
          if (cases[k].answer == COPPICE_STOP) check_finished_points(solver, complete);
          check_ok(coppice_solver_set_grid(solver, "C", NULL));
          if (cases[k].answer != COPPICE_STOP) {
            cross_validated after = results_of(solver);
            assert_memory_equal(&after, &before, sizeof after);
          }
          check_ok(coppice_solver_set_progress(solver, NULL, NULL));
          check_ok(coppice_solver_set_int(solver, "threads", 1));
          coppice_model* model = NULL;
          check_ok(coppice_solver_fit(solver, data, &model));
          check_same_model(model, expected, t);
          coppice_model_free(model);
        }
        coppice_solver_free(solver);
      }
    }
  }
  coppice_model_free(expected);
  coppice_dataset_free(data);
  table_free(t);
}

static void what_cannot_be_done_is_said(void** state) {
  (void)state;
  int64_t best = -7;
  coppice_solver* solver = solver_of(5);
  table* t = noisy_table(30, 15);
  for (int64_t i = 0; i < 30; ++i) t->labels[i] = i < 4 ? 1 : -1;
  coppice_dataset* data = table_dataset(t);
  const int64_t folds[] = {INT64_MIN, -1, 0, 1, 31, INT64_MAX};
  for (int k = 0; k < 6; ++k)
    check_error(coppice_solver_cross_validate(solver, data, folds[k], &best),
                COPPICE_INVALID_ARGUMENT, "folds is|expected 2 to the 30 rows");
  check_error(coppice_solver_cross_validate(solver, data, 5, &best), COPPICE_INVALID_DATA,
              "class \"1\" has 4 rows|5 folds");
  coppice_dataset* bare = NULL;
  check_ok(coppice_dataset_create_dense(t->x, t->rows * t->features, t->rows, t->features,
                                        t->features, 1, &bare));
  check_error(coppice_solver_cross_validate(solver, bare, 5, &best), COPPICE_INVALID_STATE,
              "no labels");
  assert_int_equal(best, -7);
  check_error(coppice_solver_get_array(solver, "cv.criterion", NULL, 0, NULL),
              COPPICE_INVALID_STATE, "cv.criterion|expected a cross-validation");
  coppice_dataset_free(bare);
  coppice_dataset_free(data);
  coppice_solver_free(solver);
  table_free(t);
}

/* A number of learners beyond what there are is as good as all there are, and asks no memory. */
static void learners_may_run_out(void** state) {
  (void)state;
  double errors[3 * MOST_LEARNERS];
  table* t = table_random(40, 1, 3, 16); /* two stumps in all */
  for (int64_t i = 0; i < t->rows; ++i) t->labels[i] = (t->x[i] > 0.5) == (i % 5 > 0) ? 1 : -1;
  coppice_solver* solver = solver_with("learners=9007199254740992");
  cross_validated found = cross_validate(solver, t, 3);
  assert_int_equal(found.points, 1);
  errors_by_hand(t, 3, 0, "C=0.01", MOST_LEARNERS, errors);
  const struct expected expected = best_by_hand(errors, 3, MOST_LEARNERS);
  check_point(&found, 0, &expected);
  for (int64_t i = 0; i < t->rows; ++i) t->x[i] = 1; /* no stump at all */
  found = cross_validate(solver, t, 3);
  assert_true(found.path[0] == 1);
  assert_true(found.criterion[0] > 0 && found.criterion[0] < 1);
  coppice_solver_free(solver);
  table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_errors_are_those_of_fits_on_the_folds),
      cmocka_unit_test(weights_count),
      cmocka_unit_test(learners_in_the_grid_are_the_ones_looked_at),
      cmocka_unit_test(results_do_not_depend_on_threads_nor_on_budgets),
      cmocka_unit_test(the_earliest_of_equals_is_the_best),
      cmocka_unit_test(progress_counts_the_fits),
      cmocka_unit_test(it_can_be_cancelled),
      cmocka_unit_test(what_cannot_be_done_is_said),
      cmocka_unit_test(learners_may_run_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
