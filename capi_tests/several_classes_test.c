/* More classes than a method has: its problems of two classes are those that a caller would make by
 * hand, and the scores, objectives and bounds are their sums. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "samples.h"
#include "training.h"

static const char* const learned = "learners=15 C=0.2";

/* The rows of a sample whose classes are a or b (b < 0: all), as two classes: of class `later`, and
 * others. */
static sample problem_of(const sample* of, int64_t a, int64_t b, int64_t later) {
  int64_t* rows = allocate(of->t->rows, sizeof *rows);
  int64_t count = 0;
  for (int64_t i = 0; i < of->t->rows; ++i)
    if (b < 0 || of->classes[i] == a || of->classes[i] == b) rows[count++] = i;
  sample two = sample_of(table_rows(of->t, rows, count), 2);
  for (int64_t i = 0; i < count; ++i) two.classes[i] = of->classes[rows[i]] == later;
  free(rows);
  return two;
}

/* Adds a model's decision values on all rows to one score, and takes them from another. */
static void count_in(const coppice_model* model, const sample* of, double* scores, int64_t to,
                     int64_t from) {
  double* f = decisions_of(model, of->t);
  for (int64_t i = 0; i < of->t->rows; ++i) {
    scores[i * of->K + to] += f[i];
    if (from >= 0) scores[i * of->K + from] -= f[i];
  }
  free(f);
}

static void check_problems(const char* method, const char* options, int pairs) {
  char all[200];
  sample of = sample_random(150, 4, 25, 4, 3);
  table_draw_weights(of.t, 4);
  double* scores = allocate(of.t->rows * of.K, sizeof *scores);
  double objective = 0, bound = 0;
  int64_t learners = 0;
  for (int64_t k = 0; k < of.t->rows * of.K; ++k) scores[k] = 0;
  for (int64_t a = 0; a < of.K; ++a)
    for (int64_t b = pairs ? a + 1 : 0; b < (pairs ? of.K : 1); ++b) {
      sample two = problem_of(&of, a, pairs ? b : -1, pairs ? b : a);
      coppice_model* model = learn(&two, method, options);
      count_in(model, &of, scores, pairs ? b : a, pairs ? a : -1);
      objective += quantity_of(model, "objective");
      bound += quantity_of(model, "dual_objective");
      learners += learners_of(model);
      coppice_model_free(model);
      sample_free(two);
    }
  snprintf(all, sizeof all, "%s multiclass=one-against-%s", options, pairs ? "one" : "rest");
  coppice_model* model = learn(&of, method, all);
  double* f = decisions_of(model, of.t);
  for (int64_t k = 0; k < of.t->rows * of.K; ++k) check_close(f[k], scores[k], 1e-12);
  assert_int_equal(learners_of(model), learners);
  check_close(quantity_of(model, "objective"), objective, 1e-12);
  if (!isnan(bound)) check_close(quantity_of(model, "dual_objective"), bound, 1e-12);
  free(f);
  free(scores);
  coppice_model_free(model);
  sample_free(of);
}

static void problems_are_those_made_by_hand(void** state) {
  (void)state;
  for (int pairs = 0; pairs < 2; ++pairs) {
    check_problems("cgens", learned, pairs);
    check_problems("cgens", "loss=least-squares class_weight=balanced learners=15", pairs);
    check_problems("adaboost", "variant=real learners=15", pairs);
    check_problems("logitboost", "learners=15", pairs);
  }
}

/* The curve's errors are those of the stages, and the best iteration is the validation set's. */
static void check_curve(const sample* of, const char* method, const char* options, int with) {
  coppice_dataset *data = sample_dataset(of), *train = NULL, *held_out = NULL;
  check_ok(coppice_dataset_split(data, 0.6, 2, &train, &held_out));
  coppice_solver* solver = solver_of_method(method, options);
  coppice_model* model = NULL;
  if (with) check_ok(coppice_solver_set_validation(solver, held_out));
  check_ok(coppice_solver_fit(solver, train, &model));
  const int64_t best = count_of(model, "best_iteration"), rows = rows_of(train);
  int64_t points = 0, width = 0;
  double* errors = array_of(model, "curve.train_error", &points);
  double* watched = array_of(model, "curve.validation_error", NULL);
  assert_int_equal(points, 20);
  assert_true(with || best == 20);
  check_ok(coppice_model_output_width(model, COPPICE_STAGED, &width));
  assert_int_equal(width, best * of->K);
  assert_int_equal(learners_of(model), 6 * best);
  double* staged = allocate(rows * width, sizeof *staged);
  int64_t* labels = allocate(rows, sizeof *labels);
  check_ok(coppice_dataset_copy_labels(train, labels, rows));
  check_ok(coppice_model_predict_dataset(model, COPPICE_STAGED, train, 1, staged, rows * width));
  for (int64_t p = 0; p < best; ++p) {
    int64_t wrong = 0;
    for (int64_t i = 0; i < rows; ++i) {
      const double* f = &staged[i * width + p * of->K];
      int64_t largest = 0;
      for (int64_t y = 1; y < of->K; ++y)
        if (f[y] > f[largest]) largest = y;
      wrong += largest != labels[i];
    }
    check_close(errors[p], (double)wrong / (double)rows, 1e-12);
  }
  if (with) {
    double error = -1;
    check_ok(coppice_model_error_rate(model, held_out, 1, &error));
    for (int64_t p = 0; p < points; ++p) assert_true(watched[p] >= watched[best - 1]);
    assert_true(watched[best - 1] == error);
  }
  free(staged);
  free(labels);
  free(errors);
  free(watched);
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(held_out);
  coppice_dataset_free(train);
  coppice_dataset_free(data);
}

/* Of weights that stay as they are, and of weights and biases that all change. */
static void the_curve_is_that_of_all_problems(void** state) {
  (void)state;
  sample of = sample_random(200, 3, 15, 4, 6);
  for (int with = 0; with < 2; ++with) {
    check_curve(&of, "adaboost", "learners=20 keep_stages=yes", with);
    check_curve(&of, "cgens", "learners=20 C=1 epsilon=0 keep_stages=yes columns_per_iteration=1",
                with);
  }
  sample_free(of);
}

/* Of three rows a class, stumps make few different errors, and so have few different weights: some
 * of other rows have the same score for two classes. The first of these is predicted. */
static void equal_scores_are_the_first_class(void** state) {
  (void)state;
  enum { classes = 6, features = 8, rows = 1000 };
  int64_t equal = 0;
  for (uint32_t seed = 1; seed <= 5; ++seed) {
    sample few = sample_of(table_random(3 * classes, features, 3, seed), classes);
    sample many = sample_of(table_random(rows, features, 3, 100 + seed), classes);
    for (int64_t i = 0; i < 3 * classes; ++i) few.classes[i] = i % classes;
    for (int64_t i = 0; i < rows; ++i) many.classes[i] = i % classes;
    coppice_dataset *train = sample_dataset(&few), *held_out = sample_dataset(&many);
    coppice_solver* solver = solver_of_method("adaboost", "learners=1");
    coppice_model* model = NULL;
    check_ok(coppice_solver_set_validation(solver, held_out));
    check_ok(coppice_solver_fit(solver, train, &model));
    double* f = decisions_of(model, many.t);
    double* watched = array_of(model, "curve.validation_error", NULL);
    int64_t wrong = 0;
    for (int64_t i = 0; i < rows; ++i) {
      const double* scores = f + i * classes;
      int64_t largest = 0, as_large = 0;
      for (int64_t y = 1; y < classes; ++y)
        if (scores[y] > scores[largest]) largest = y;
      for (int64_t y = 0; y < classes; ++y) as_large += scores[y] == scores[largest];
      equal += as_large > 1;
      wrong += largest != many.classes[i];
    }
    check_close(watched[0], (double)wrong / rows, 1e-12);
    free(watched);
    free(f);
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_dataset_free(held_out);
    coppice_dataset_free(train);
    sample_free(many);
    sample_free(few);
  }
  assert_true(equal > 100);
}

/* A class for nearly every row: numbers to be learned, or what names the rows. */
static void labels_that_are_no_classes_are_warned_of(void** state) {
  (void)state;
  enum { ROWS = 40 };
  static const char* const expected[] = {
      "",
      "the labels of 40 rows are 40 numbers, each of them a class: methods cgens-regression and "
      "svr "
      "learn numbers",
      "the labels of 40 rows are 36 different ones, each of them a class: they look like an "
      "identifier, which tells nothing of other rows",
      ""};
  table* t = table_random(ROWS, 3, 20, 4);
  double numbers[ROWS];
  char text[ROWS][8];
  const char* names[ROWS];
  for (int kind = 0; kind < 4; ++kind) {
    coppice_dataset* data = table_dataset(t);
    for (int i = 0; i < ROWS; ++i) {
      numbers[i] = kind == 0 ? i % 5 : i + 0.5;
      snprintf(text[i], sizeof text[i], "p%d", i < (kind == 2 ? 36 : 35) ? i : 0);
      names[i] = text[i];
    }
    if (kind < 2)
      check_ok(coppice_dataset_set_labels(data, numbers, ROWS));
    else
      check_ok(coppice_dataset_set_label_names(data, names, ROWS));
    coppice_solver* solver = solver_of_method("adaboost", "learners=1");
    coppice_model* model = NULL;
    check_ok(coppice_solver_fit(solver, data, &model));
    check_text(model, "warnings", expected[kind]);
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_dataset_free(data);
  }
  table_free(t);
}

static coppice_action stop_at_once(void* user, const coppice_progress_info* info) {
  (void)user, (void)info;
  return COPPICE_STOP;
}

/* Nothing is told within a problem, so that the callback is first called by a poll, in the midst of
 * one: what there is by then is the model, or nothing where that is asked for. */
static void a_stop_within_a_problem_keeps_what_there_is(void** state) {
  (void)state;
  sample of = sample_random(3000, 10, 1000, 3, 9);
  coppice_dataset* data = sample_dataset(&of);
  coppice_solver* solver = solver_of_method("cgens", "learners=100000 C=1 epsilon=0");
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_progress(solver, stop_at_once, NULL));
  check_ok(coppice_solver_fit(solver, data, &model));
  check_text(model, "stop_reason", "stopped");
  coppice_model_free(model);
  model = NULL;
  check_ok(coppice_solver_set_progress(solver, NULL, NULL));
  /* As long as the machine takes to find a learner. */
  for (double limit = 0.05; model == NULL || learners_of(model) == 0; limit *= 2) {
    assert_true(limit < 60);
    coppice_model_free(model);
    model = NULL;
    check_ok(coppice_solver_set_double(solver, "time_limit", limit));
    check_ok(coppice_solver_fit(solver, data, &model));
    check_text(model, "stop_reason", "time_limit");
  }
  coppice_model_free(model);
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  sample_free(of);
}

/* Stops at the call `calls` from the one that tells of so many problems. */
struct stop {
  int64_t problems, calls;
};

static coppice_action stop_at(void* user, const coppice_progress_info* info) {
  struct stop* at = user;
  if (told_int(info, "iteration") < at->problems) return COPPICE_CONTINUE;
  return --at->calls > 0 ? COPPICE_CONTINUE : COPPICE_STOP;
}

/* With so many rows that everything after the stop would poll again. */
static void a_stop_between_problems_keeps_those_that_are_solved(void** state) {
  (void)state;
  sample of = sample_random(100000, 2, 1000, 3, 9);
  coppice_dataset* data = sample_dataset(&of);
  for (int64_t problems = 1; problems <= of.K; ++problems) {
    coppice_solver* solver =
        solver_of_method("adaboost", "learners=4 keep_stages=yes multiclass=one-against-rest");
    coppice_model* model = NULL;
    int64_t stages = 0;
    struct stop at = {problems, 1};
    check_ok(coppice_solver_set_progress(solver, stop_at, &at));
    check_ok(coppice_solver_fit(solver, data, &model));
    check_text(model, "stop_reason", "stopped");
    assert_int_equal(learners_of(model), 4 * problems);
    check_ok(coppice_model_get_int(model, "stages", &stages));
    assert_int_equal(stages, 4);
    assert_true(isnan(quantity_of(model, "objective")) == (problems < of.K));
    double* f = decisions_of(model, of.t);
    for (int64_t i = 0; i < of.t->rows; ++i)
      for (int64_t k = problems; k < of.K; ++k) assert_true(f[i * of.K + k] == 0);
    free(f);
    coppice_model_free(model);
    coppice_solver_free(solver);
  }
  coppice_dataset_free(data);
  sample_free(of);
}

/* At the polls of what comes after the last problem: the curve, whose points are as many as there
 * were then, and the stages. They are the first eight and, where a slow machine has more, every
 * doubling of that number. */
static void a_stop_after_the_problems_keeps_them_all(void** state) {
  (void)state;
  sample of = sample_random(40000, 2, 1000, 3, 9);
  coppice_dataset* data = sample_dataset(&of);
  double objective = NAN;
  int64_t partial = 0;
  for (int64_t calls = 1;; calls += calls < 8 ? 1 : calls) {
    coppice_solver* solver = solver_of_method("adaboost", "learners=40 keep_stages=yes");
    coppice_model* model = NULL;
    int64_t points = 0, stages = 0;
    struct stop at = {of.K, calls};
    check_ok(coppice_solver_set_progress(solver, stop_at, &at));
    check_ok(coppice_solver_fit(solver, data, &model));
    double* errors = array_of(model, "curve.train_error", &points);
    check_ok(coppice_model_get_int(model, "stages", &stages));
    assert_int_equal(stages, 40);
    assert_int_equal(learners_of(model), 120);
    if (calls == 1) objective = quantity_of(model, "objective");
    check_close(quantity_of(model, "objective") / objective, 1, 1e-12);
    const double error = quantity_of(model, "train_error");
    if (points < 40)
      assert_true(isnan(error));
    else
      assert_true(error == errors[points - 1]);
    if (points > 0 && points < 40) ++partial;
    free(errors);
    coppice_model_free(model);
    coppice_solver_free(solver);
    if (at.calls > 0) break; /* it has not been stopped */
  }
  assert_true(partial > 0);
  coppice_dataset_free(data);
  sample_free(of);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(problems_are_those_made_by_hand),
      cmocka_unit_test(the_curve_is_that_of_all_problems),
      cmocka_unit_test(equal_scores_are_the_first_class),
      cmocka_unit_test(labels_that_are_no_classes_are_warned_of),
      cmocka_unit_test(a_stop_within_a_problem_keeps_what_there_is),
      cmocka_unit_test(a_stop_between_problems_keeps_those_that_are_solved),
      cmocka_unit_test(a_stop_after_the_problems_keeps_them_all)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
