/* What every method of ensembles does alike, whichever methods there are: it stages,
 * saves, loads, goes on, is watched on a validation set, cross-validated, stopped and cancelled,
 * takes weights and missing values, and gives the same model on every number of threads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "samples.h"
#include "training.h"

enum { LEARNERS = 12 };
/* How many problems of two classes a method has made of three: every pair of them. */
static int64_t problems = 1;

static const char* options = NULL;
/* What it is measured by. */
static const char* criterion = NULL;

static int has_option(const char* method, const char* wanted) {
  int64_t count = 0;
  check_ok(coppice_option_count(COPPICE_METHODS, method, &count));
  for (int64_t k = 0; k < count; ++k) {
    const char* name = NULL;
    check_ok(coppice_option_attribute(COPPICE_METHODS, method, k, "name", &name));
    if (strcmp(name, wanted) == 0) return 1;
  }
  return 0;
}

/* With costs where the method has them: so dear that learners pay. */
static const char* options_of(const char* method) {
  return has_option(method, "C") ? "learners=12 keep_stages=yes seed=5 C=1"
                                 : "learners=12 keep_stages=yes seed=5";
}

static coppice_model* fit(coppice_solver* solver, coppice_dataset* data) {
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  return model;
}

static void check_same(const coppice_model* a, const coppice_model* b, const sample* of,
                       coppice_output output) {
  int64_t width = 0;
  check_ok(coppice_model_output_width(a, output, &width));
  double* one = predictions_of(a, output, of->t);
  double* other = predictions_of(b, output, of->t);
  assert_memory_equal(one, other, (size_t)(of->t->rows * width) * sizeof *one);
  free(one);
  free(other);
}

static void check_curve_and_stages(const coppice_model* model, const sample* of,
                                   const coppice_dataset* data) {
  const int64_t scores = count_of(model, "scores");
  int64_t points = 0, width = 0;
  double* errors = array_of(model, "curve.train_error", &points);
  const double reached = criterion_on(model, data, criterion);
  if (count_of(model, "classes") > 0) {
    assert_int_equal(scores, of->K == 2 ? 1 : of->K);
    check_close(errors[points - 1], reached, 1e-12);
    check_close(quantity_of(model, "train_error"), reached, 1e-12);
  } else {
    assert_int_equal(scores, 1);
    assert_true(isnan(errors[points - 1]));
  }
  assert_true(reached < 0.6); /* of a variance of 2/3, where the classes are numbers */
  assert_int_equal(learners_of(model), problems * LEARNERS);
  check_ok(coppice_model_output_width(model, COPPICE_STAGED, &width));
  assert_int_equal(width, points * scores);
  double* staged = predictions_of(model, COPPICE_STAGED, of->t);
  double* f = decisions_of(model, of->t);
  for (int64_t i = 0; i < of->t->rows; ++i)
    assert_memory_equal(&staged[(i + 1) * width - scores], &f[i * scores],
                        (size_t)scores * sizeof *f);
  free(staged);
  free(f);
  free(errors);
}

static void check_saving(const coppice_model* model, const sample* of) {
  static const char* const formats[] = {"json", "cbor"};
  for (int k = 0; k < 2; ++k) {
    int64_t size = 0;
    coppice_model* loaded = NULL;
    assert_int_equal(coppice_model_save_buffer(model, formats[k], NULL, 0, &size),
                     COPPICE_BUFFER_TOO_SMALL);
    void* bytes = allocate(size, 1);
    check_ok(coppice_model_save_buffer(model, formats[k], bytes, size, &size));
    check_ok(coppice_model_load_buffer(bytes, size, &loaded));
    check_same(model, loaded, of, COPPICE_STAGED);
    check_same_array(model, loaded, "curve.objective");
    coppice_model_free(loaded);
    free(bytes);
  }
}

static void check_going_on(const char* method, const coppice_model* expected, const sample* of,
                           coppice_dataset* data) {
  coppice_solver* solver = solver_of_method(method, options);
  check_ok(coppice_solver_set_int(solver, "learners", LEARNERS / 2));
  coppice_model* half = fit(solver, data);
  assert_int_equal(learners_of(half), problems * LEARNERS / 2);
  check_ok(coppice_solver_set_int(solver, "learners", LEARNERS));
  coppice_model* whole = fit(solver, data);
  check_same(expected, whole, of, COPPICE_STAGED);
  check_same_array(expected, whole, "curve.objective");
  coppice_model_free(half);
  coppice_model_free(whole);
  coppice_solver_free(solver);
}

static void check_threads(const char* method, const coppice_model* expected, const sample* of,
                          coppice_dataset* data) {
  coppice_solver* solver = solver_of_method(method, options);
  check_ok(coppice_solver_set_int(solver, "threads", 3));
  coppice_model* model = fit(solver, data);
  check_same(expected, model, of, COPPICE_STAGED);
  coppice_model_free(model);
  coppice_solver_free(solver);
}

static void check_validation(const char* method, coppice_dataset* data) {
  coppice_dataset *train = NULL, *held_out = NULL;
  check_ok(coppice_dataset_split(data, 0.6, 2, &train, &held_out));
  coppice_solver* solver = solver_of_method(method, options);
  check_ok(coppice_solver_set_validation(solver, held_out));
  coppice_model* model = fit(solver, train);
  const int64_t best = count_of(model, "best_iteration");
  int64_t points = 0;
  double* watched = array_of(model, "curve.validation_criterion", &points);
  assert_in_range(best, 1, LEARNERS);
  if (count_of(model, "classes") > 0) { /* by the error: what is counted is the same to the bit */
    double* errors = array_of(model, "curve.validation_error", &points);
    double error = -1;
    check_ok(coppice_model_error_rate(model, held_out, 1, &error));
    assert_true(errors[best - 1] == error);
    assert_memory_equal(errors, watched, (size_t)points * sizeof *errors);
    free(errors);
  }
  check_close(watched[best - 1], criterion_on(model, held_out, criterion), 1e-12);
  for (int64_t p = 0; p < points; ++p) assert_true(watched[p] >= watched[best - 1]);
  free(watched);
  coppice_model_free(model);

  int64_t point = -1, learners = 0;
  check_ok(coppice_solver_set_validation(solver, NULL));
  check_ok(coppice_solver_cross_validate(solver, data, 3, &point));
  check_ok(coppice_solver_get_int(solver, "learners", &learners));
  assert_int_equal(point, 0);
  assert_in_range(learners, 1, LEARNERS);
  coppice_solver_free(solver);
  coppice_dataset_free(train);
  coppice_dataset_free(held_out);
}

struct ending {
  int64_t at;
  coppice_action answer;
};

static coppice_action end_at(void* user, const coppice_progress_info* info) {
  const struct ending* ending = user;
  return told_int(info, "iteration") >= ending->at ? ending->answer : COPPICE_CONTINUE;
}

/* In the fourth iteration, or the last where there are fewer; and before the first. */
static void check_endings(const char* method, coppice_dataset* data, const coppice_model* whole) {
  int64_t points = 0;
  double* learners = array_of(whole, "curve.learners", &points);
  const int64_t late = points < 4 ? points : 4;
  for (int k = 0; k < 2; ++k) {
    struct ending ending = {k == 0 ? late : 0, COPPICE_STOP};
    coppice_solver* solver = solver_of_method(method, options);
    coppice_model* model = NULL;
    check_ok(coppice_solver_set_progress(solver, end_at, &ending));
    check_ok(coppice_solver_fit(solver, data, &model));
    const double most = ending.at == 0 ? 0 : learners[ending.at - 1];
    if (problems == 1) assert_true((double)learners_of(model) <= most);
    if (problems == 1 || ending.at == 0) check_text(model, "stop_reason", "stopped");
    coppice_model_free(model);
    model = NULL;
    ending = (struct ending){problems == 1 ? ending.at : 0, COPPICE_CANCEL};
    coppice_solver* other = solver_of_method(method, options);
    check_ok(coppice_solver_set_progress(other, end_at, &ending));
    check_error(coppice_solver_fit(other, data, &model), COPPICE_CANCELLED, "cancelled");
    assert_null(model);
    coppice_solver_free(other);
    coppice_solver_free(solver);
  }
  free(learners);
}

/* Rows of weight 0 are not there, and missing values are a side of a stump. */
static void check_rows(const char* method, sample* of) {
  int64_t kept[200], count = 0;
  table_lose(of->t, 0.1, 3);
  for (int64_t i = 0; i < of->t->rows; ++i) {
    if (i % 4 == 1) of->t->weights[i] = 0;
    if (i % 4 != 1) kept[count++] = i;
  }
  sample fewer = sample_of(table_rows(of->t, kept, count), of->K);
  for (int64_t i = 0; i < count; ++i) fewer.classes[i] = of->classes[kept[i]];
  coppice_model* one = learn(of, method, options);
  coppice_model* other = learn(&fewer, method, options);
  check_same(one, other, of, COPPICE_STAGED);
  coppice_model_free(one);
  coppice_model_free(other);
  sample_free(fewer);
}

static void check_method(const char* method, int64_t K) {
  sample of = sample_random(120, 4, 20, K, 17);
  table_draw_weights(of.t, 18);
  options = options_of(method);
  coppice_dataset* data = sample_dataset(&of);
  coppice_model* model = learn(&of, method, options);
  check_text(model, "method", method);
  check_curve_and_stages(model, &of, data);
  check_saving(model, &of);
  check_going_on(method, model, &of, data);
  check_threads(method, model, &of, data);
  check_validation(method, data);
  check_endings(method, data, model);
  check_rows(method, &of);
  coppice_model_free(model);
  coppice_dataset_free(data);
  sample_free(of);
}

static void every_method(void** state) {
  (void)state;
  int64_t methods = 0, tried = 0;
  check_ok(coppice_catalogue_size(COPPICE_METHODS, &methods));
  for (int64_t m = 0; m < methods; ++m) {
    const char *method = NULL, *tasks = NULL;
    check_ok(coppice_catalogue_name(COPPICE_METHODS, m, &method));
    check_ok(coppice_catalogue_attribute(COPPICE_METHODS, m, "tasks", &tasks));
    if (!has_option(method, "keep_stages")) continue;
    print_message("%s: %s\n", method, tasks);
    criterion = strstr(tasks, "classes") != NULL ? "error" : "squared_error";
    const int of_two = strncmp(tasks, "two-classes", 11) == 0;
    problems = 1;
    if (of_two) check_method(method, 2);
    if (of_two) problems = 3;
    if (strstr(tasks, "|classes") != NULL || !of_two) check_method(method, 3);
    ++tried;
  }
  assert_true(tried >= 2);
}

/* Two classes and more, by numbers and by names; a single class is refused. */
static void a_method_for_every_dataset(void** state) {
  (void)state;
  static const char* const names[] = {"b", "a", "b", "c"};
  static const double x[] = {1, 2, 3, 4}, two[] = {1, 2, 1, 2}, three[] = {5, 2, 1, 2},
                      fractions[] = {5, 2, 1, 2.5}, one[] = {1, 1, 1, 1};
  coppice_dataset* data = NULL;
  const char* method = NULL;
  check_ok(coppice_dataset_create_dense(x, 4, 4, 1, 1, 1, &data));
  check_error(coppice_method_for(data, &method), COPPICE_INVALID_STATE, "no labels");
  check_ok(coppice_dataset_set_labels(data, two, 4));
  check_ok(coppice_method_for(data, &method));
  assert_string_equal(method, "cgens");
  check_ok(coppice_dataset_set_labels(data, three, 4));
  check_ok(coppice_method_for(data, &method));
  assert_string_equal(method, "cgens-sls");
  check_ok(coppice_dataset_set_label_names(data, names, 4));
  check_ok(coppice_method_for(data, &method));
  assert_string_equal(method, "cgens-sls");
  check_ok(coppice_dataset_set_labels(data, fractions, 4));
  check_ok(coppice_method_for(data, &method));
  assert_string_equal(method, "cgens-regression");
  check_ok(coppice_dataset_set_targets(data, fractions, 4, 1));
  check_ok(coppice_method_for(data, &method));
  assert_string_equal(method, "cgens-regression");
  check_ok(coppice_dataset_set_labels(data, one, 4));
  check_error(coppice_method_for(data, &method), COPPICE_INVALID_DATA,
              "every label of the dataset is \"1\"");
  check_error(coppice_method_for(NULL, &method), COPPICE_INVALID_HANDLE, "dataset");
  check_error(coppice_method_for(data, NULL), COPPICE_INVALID_ARGUMENT, "out");
  coppice_dataset_free(data);
}

/* Whole numbers are classes up to 20 of them, and beyond where there are three rows of each. */
static void many_whole_numbers_are_numbers(void** state) {
  (void)state;
  enum { ROWS = 63 };
  double x[ROWS], labels[ROWS];
  for (int distinct = 20; distinct <= 22; ++distinct) {
    for (int rows = ROWS - 3; rows <= ROWS; rows += 3) {
      coppice_dataset* data = NULL;
      const char* method = NULL;
      for (int i = 0; i < rows; ++i) {
        x[i] = i;
        labels[i] = 7 * (i % distinct);
      }
      check_ok(coppice_dataset_create_dense(x, rows, rows, 1, 1, 1, &data));
      check_ok(coppice_dataset_set_labels(data, labels, rows));
      check_ok(coppice_method_for(data, &method));
      const int classes = distinct == 20 || (distinct == 21 && rows == 63);
      assert_string_equal(method, classes ? "cgens-sls" : "cgens-regression");
      coppice_dataset_free(data);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_method),
                                     cmocka_unit_test(a_method_for_every_dataset),
                                     cmocka_unit_test(many_whole_numbers_are_numbers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
