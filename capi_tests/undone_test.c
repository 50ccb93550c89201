/* A call of a solver that fails is as if it had not been made: what it was given may be mended, and
 * the next call succeeds. While a call lasts, what it works with cannot be touched. */
#include <stdio.h>
#include <string.h>

#include "training.h"

enum { ROWS = 60, FEATURES = 3, RARE = 0 };

/* Labels that do for every fit here: two classes, by turns. */
static void make_labels(double* labels, int64_t rows) {
  for (int64_t i = 0; i < rows; ++i) labels[i] = (double)(i % 2);
}

/* RARE stands for two classes, the later of which has 2 of 60 rows. */
static coppice_dataset* examples_of(int64_t rows, int64_t features, int64_t classes) {
  table* t = table_random(rows, features, 50, 3);
  for (int64_t i = 0; i < rows; ++i)
    t->labels[i] = classes == RARE ? i % 30 == 0 : (double)(i % classes);
  coppice_dataset* made = table_dataset(t);
  table_free(t);
  return made;
}

/* Everything of a dataset is set, if `status` is COPPICE_OK; else every setter returns it. */
static void check_setters(coppice_dataset* data, coppice_status status) {
  double labels[ROWS];
  double weights[ROWS];
  static const char* const words[] = {"yes", "no"};
  const char* names[ROWS];
  static const char* const features[] = {"a", "b", "c", "d"};
  static int views = 0;
  char view[32];
  const int64_t first = 0;
  make_labels(labels, ROWS);
  for (int i = 0; i < ROWS; ++i) {
    weights[i] = 1;
    names[i] = words[i % 2];
  }
  snprintf(view, sizeof view, "view-%d", ++views);
  assert_int_equal(rows_of(data), ROWS);
  assert_int_equal(coppice_dataset_set_label_names(data, names, ROWS), status);
  assert_int_equal(coppice_dataset_set_labels(data, labels, ROWS), status);
  assert_int_equal(coppice_dataset_set_targets(data, labels, ROWS, 1), status);
  assert_int_equal(coppice_dataset_set_weights(data, weights, ROWS), status);
  assert_int_equal(coppice_dataset_set_feature_names(data, features, features_of(data)), status);
  assert_int_equal(coppice_dataset_add_view(data, view, &first, 1), status);
}

static coppice_action cancel(void* user, const coppice_progress_info* info) {
  return told_int(info, "iteration") < *(const int64_t*)user ? COPPICE_CONTINUE : COPPICE_CANCEL;
}

static coppice_action sign_of_first(void* user, const double* parameters, int64_t count,
                                    const double* x, int64_t rows, int64_t features,
                                    double* outputs) {
  (void)user, (void)parameters, (void)count;
  for (int64_t i = 0; i < rows; ++i) outputs[i] = x[i * features] > 25 ? 1 : -1;
  return COPPICE_CONTINUE;
}

/* What is wrong with a fit: classes of the training set, the pool ("custom": without a fit
 * callback), options, the width of the validation set (0: none), when the callback cancels (-1:
 * never), and what the refusal says. */
struct fault {
  int64_t classes;
  const char *pool, *options;
  int64_t validation_features, cancel_at;
  coppice_status status;
  const char* fragments;
};

static const struct fault faults[] = {
    {1, "stump", "", 0, -1, COPPICE_INVALID_DATA, "two or more classes"},
    {2, "stump@height", "", 0, -1, COPPICE_UNKNOWN_NAME, "no views|\"height\""},
    {2, "union", "", 0, -1, COPPICE_INVALID_STATE, "no members"},
    {2, "stump:max_bins=1", "", 0, -1, COPPICE_INVALID_OPTION, "max_bins"},
    {2, "custom", "", 0, -1, COPPICE_INVALID_STATE, "no fit callback"},
    {2, "stump", "master=liblinear", 0, -1, COPPICE_INVALID_OPTION, "liblinear"},
    {RARE, "stump", "calibration=platt", 0, -1, COPPICE_INVALID_DATA, "2 rows|5 folds"},
    {2, "stump", "", FEATURES + 1, -1, COPPICE_INVALID_DATA, "4 features|trained on 3"},
    {2, "stump", "", FEATURES, 0, COPPICE_CANCELLED, "cancelled"},
    {2, "stump", "", FEATURES, 2, COPPICE_CANCELLED, "cancelled"},
};

static coppice_pool* pool_of(const char* description) {
  coppice_pool* made = NULL;
  if (strcmp(description, "custom") == 0)
    check_ok(coppice_pool_create_custom("half", 1, NULL, sign_of_first, NULL, NULL, &made));
  else
    check_ok(coppice_pool_create(description, &made));
  return made;
}

static void what_a_fit_refused_may_be_mended(void** state) {
  (void)state;
  for (size_t k = 0; k < sizeof faults / sizeof *faults; ++k) {
    const struct fault* wrong = &faults[k];
    coppice_dataset* data = examples_of(ROWS, FEATURES, wrong->classes);
    coppice_dataset* other = NULL;
    coppice_solver* solver = solver_with(wrong->options);
    check_ok(coppice_solver_set_int(solver, "learners", 5));
    coppice_pool* pool = pool_of(wrong->pool);
    coppice_model* model = NULL;
    check_ok(coppice_solver_set_pool(solver, pool));
    if (wrong->validation_features > 0) {
      other = examples_of(ROWS, wrong->validation_features, 2);
      check_ok(coppice_solver_set_validation(solver, other));
    }
    int64_t cancel_at = wrong->cancel_at;
    if (cancel_at >= 0) check_ok(coppice_solver_set_progress(solver, cancel, &cancel_at));
    check_error(coppice_solver_fit(solver, data, &model), wrong->status, wrong->fragments);
    assert_null(model);
    check_setters(data, COPPICE_OK);
    if (other != NULL) check_setters(other, COPPICE_OK);

    /* Mended, the fit is that of a solver that nothing happened to. */
    if (wrong->validation_features != FEATURES)
      check_ok(coppice_solver_set_validation(solver, NULL));
    check_ok(coppice_solver_set_string(solver, "master", "dual"));
    check_ok(coppice_solver_set_string(solver, "calibration", "none"));
    coppice_pool* stumps = pool_of("stump");
    check_ok(coppice_solver_set_pool(solver, stumps));
    cancel_at = INT64_MAX;
    check_ok(coppice_solver_fit(solver, data, &model));
    coppice_model* fresh = NULL;
    coppice_solver* unharmed = solver_with("learners=5");
    if (wrong->validation_features == FEATURES)
      check_ok(coppice_solver_set_validation(unharmed, other));
    check_ok(coppice_solver_fit(unharmed, data, &fresh));
    assert_int_equal(learners_of(model), learners_of(fresh));
    assert_true(quantity_of(model, "objective") == quantity_of(fresh, "objective"));
    check_setters(data, COPPICE_INVALID_STATE);
    if (wrong->validation_features == FEATURES) check_setters(other, COPPICE_INVALID_STATE);

    /* Used once, a dataset stays as it is, whatever fails afterwards. */
    cancel_at = 0;
    check_ok(coppice_solver_set_progress(unharmed, cancel, &cancel_at));
    coppice_model* none = NULL;
    check_error(coppice_solver_fit(unharmed, data, &none), COPPICE_CANCELLED, "cancelled");
    check_setters(data, COPPICE_INVALID_STATE);
    coppice_model_free(model);
    coppice_model_free(fresh);
    coppice_pool_free(pool);
    coppice_pool_free(stumps);
    coppice_solver_free(solver);
    coppice_solver_free(unharmed);
    coppice_dataset_free(data);
    coppice_dataset_free(other);
  }
}

static void what_cross_validation_refused_may_be_mended(void** state) {
  (void)state;
  const int64_t classes[] = {1, 2, 2};
  const int64_t cancel_at[] = {INT64_MAX, 0, 1};
  const coppice_status expected[] = {COPPICE_INVALID_DATA, COPPICE_CANCELLED, COPPICE_CANCELLED};
  for (int k = 0; k < 3; ++k) {
    coppice_dataset* data = examples_of(ROWS, FEATURES, classes[k]);
    coppice_solver* solver = solver_with("learners=3");
    int64_t at = cancel_at[k];
    int64_t best = -1;
    double error = -1;
    check_ok(coppice_solver_set_progress(solver, cancel, &at));
    assert_int_equal(coppice_solver_cross_validate(solver, data, 3, &best), expected[k]);
    assert_int_equal(best, -1);
    check_error(coppice_solver_get_array(solver, "cv.criterion", &error, 1, NULL),
                COPPICE_INVALID_STATE, "expected a cross-validation");
    check_setters(data, COPPICE_OK);
    at = INT64_MAX;
    check_ok(coppice_solver_cross_validate(solver, data, 3, &best));
    assert_int_equal(best, 0);
    check_setters(data, COPPICE_INVALID_STATE);
    coppice_solver_free(solver);
    coppice_dataset_free(data);
  }
}

/* What a callback tries with the solver and the datasets that are at work. */
struct meddler {
  coppice_solver* solver;
  coppice_dataset *data, *other;
  int64_t calls;
};

#define check_busy(call) check_error(call, COPPICE_INVALID_STATE, "solver is at work|callbacks")

static coppice_action meddle(void* user, const coppice_progress_info* info) {
  (void)info;
  struct meddler* with = user;
  coppice_solver* solver = with->solver;
  coppice_pool *pool = pool_of("perceptron"), *copied = NULL;
  coppice_model* none = NULL;
  double number;
  char text[8];
  int64_t whole = 0;
  int64_t count;
  ++with->calls;
  check_busy(coppice_solver_set_double(solver, "C", 5));
  check_busy(coppice_solver_set_int(solver, "learners", 1));
  check_busy(coppice_solver_set_string(solver, "loss", "squared-hinge"));
  check_busy(coppice_solver_get_double(solver, "C", &number));
  check_busy(coppice_solver_get_int(solver, "learners", &whole));
  check_busy(coppice_solver_get_string(solver, "loss", NULL, 0, NULL));
  check_busy(coppice_solver_get_pool(solver, &copied));
  check_busy(coppice_solver_set_pool(solver, pool));
  check_busy(coppice_solver_set_progress(solver, NULL, NULL));
  check_busy(coppice_solver_set_validation(solver, NULL));
  check_busy(coppice_solver_set_grid(solver, "C", "1,2"));
  check_busy(coppice_solver_fit(solver, with->data, &none));
  check_busy(coppice_solver_cross_validate(solver, with->data, 2, NULL));
  check_busy(coppice_solver_grid_size(solver, &count));
  check_busy(coppice_solver_grid_point(solver, 0, text, sizeof text, NULL));
  check_busy(coppice_solver_get_array(solver, "cv.criterion", &number, 1, NULL));
  check_busy(coppice_solver_get_string(solver, "cv.path_name", text, sizeof text, NULL));
  assert_true(none == NULL && copied == NULL);
  check_setters(with->data, COPPICE_INVALID_STATE);
  if (with->other != NULL) check_setters(with->other, COPPICE_INVALID_STATE);
  coppice_pool_free(pool);
  return COPPICE_CONTINUE;
}

static void what_is_at_work_cannot_be_touched(void** state) {
  (void)state;
  struct meddler with = {solver_with("learners=4 columns_per_iteration=1 calibration=platt"),
                         examples_of(ROWS, FEATURES, 2), examples_of(ROWS, FEATURES, 2), 0};
  coppice_model* model = NULL;
  check_ok(coppice_solver_set_validation(with.solver, with.other));
  check_ok(coppice_solver_set_progress(with.solver, meddle, &with));
  check_ok(coppice_solver_fit(with.solver, with.data, &model));
  assert_true(with.calls > 4);
  coppice_dataset_free(with.other);
  with.other = NULL;
  with.calls = 0;
  check_ok(coppice_solver_cross_validate(with.solver, with.data, 2, NULL));
  assert_true(with.calls >= 2);
  check_ok(coppice_solver_set_int(with.solver, "learners", 2));
  coppice_model_free(model);
  coppice_solver_free(with.solver);
  coppice_dataset_free(with.data);
}

/* Another solver's fit on the dataset, from the callback of the one that is cutting it into bins,
 * would wait for itself. Bins of another number are others, so that the first ones stay to be made.
 */
struct second_fit {
  coppice_dataset* data;
  int64_t fits, refused;
};

static coppice_action fit_another(void* user, const coppice_progress_info* info) {
  struct second_fit* of = user;
  char description[32];
  if (of->refused > 0 || told_int(info, "iteration") > 0) return COPPICE_CANCEL;
  coppice_solver* solver = solver_with("learners=1");
  snprintf(description, sizeof description, "stump:max_bins=%d", (int)++of->fits + 1);
  coppice_pool* pool = pool_of(description);
  check_ok(coppice_solver_set_pool(solver, pool));
  coppice_model* model = NULL;
  if (coppice_solver_fit(solver, of->data, &model) == COPPICE_INVALID_STATE) {
    assert_non_null(strstr(coppice_last_error(), "dataset is being prepared"));
    assert_null(model);
    ++of->refused;
  } else {
    assert_non_null(model);
  }
  coppice_model_free(model);
  coppice_pool_free(pool);
  coppice_solver_free(solver);
  return COPPICE_CONTINUE;
}

static void a_fit_within_a_fit_does_not_wait_for_it(void** state) {
  (void)state;
  struct second_fit of = {NULL, 0, 0};
  coppice_solver* solver = solver_with("learners=2");
  coppice_model* none = NULL;
  check_ok(coppice_dataset_generate("twonorm", 100000, 20, 0, 1, &of.data));
  check_ok(coppice_solver_set_progress(solver, fit_another, &of));
  check_error(coppice_solver_fit(solver, of.data, &none), COPPICE_CANCELLED, "cancelled");
  assert_int_equal(of.refused, 1);
  coppice_solver_free(solver);
  coppice_dataset_free(of.data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_a_fit_refused_may_be_mended),
      cmocka_unit_test(what_cross_validation_refused_may_be_mended),
      cmocka_unit_test(what_is_at_work_cannot_be_touched),
      cmocka_unit_test(a_fit_within_a_fit_does_not_wait_for_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
