/* What cannot take missing values (NaN) refuses them, in fits and in predictions, where it looks at
 * them and nowhere else, before anything is done, and says row, feature and what can. Infinite
 * values are refused by everything. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bytes.h"
#include "pools.h"

enum { ROWS = 60, FEATURES = 4 };

static const char* const names[FEATURES] = {"age", "height", "income", "shoe size"};

/* Two views: "left" has features 0 and 1, "right" 2 and 3. */
static coppice_dataset* with_views(const table* t) {
  coppice_dataset* data = table_dataset(t);
  check_ok(coppice_dataset_add_view(data, "left", (const int64_t[]){0, 1}, 2));
  check_ok(coppice_dataset_add_view(data, "right", (const int64_t[]){2, 3}, 2));
  return data;
}

/* A caller's learners: the feature that the first parameter says, halved. */
static coppice_action next_feature(void* user, const double* x, int64_t rows, int64_t features,
                                   const double* residual, int64_t scores, const double* chosen,
                                   int64_t learners, double* parameters, int64_t count) {
  (void)residual, (void)scores, (void)chosen, (void)count;
  for (int64_t k = 0; k < rows * features; ++k) *(int*)user += isnan(x[k]);
  parameters[0] = (double)learners;
  return learners < features ? COPPICE_CONTINUE : COPPICE_STOP;
}

static coppice_action half_feature(void* user, const double* parameters, int64_t count,
                                   const double* x, int64_t rows, int64_t features, double* out) {
  (void)count;
  for (int64_t i = 0; i < rows; ++i) {
    out[i] = x[i * features + (int64_t)parameters[0]] / 2;
    *(int*)user += isnan(out[i]);
  }
  return COPPICE_CONTINUE;
}

/* A pool by its text, or the caller's, restricted to a view, beside stumps on all features. */
static coppice_pool* pool_of(const char* kind, const char* view, int* seen) {
  coppice_pool *all = NULL, *member = NULL, *stumps = NULL;
  check_ok(coppice_pool_create("union", &all));
  if (strcmp(kind, "custom") == 0)
    check_ok(
        coppice_pool_create_custom("halves", 1, next_feature, half_feature, NULL, seen, &member));
  else
    check_ok(coppice_pool_create(kind, &member));
  check_ok(coppice_pool_add(all, member, view));
  check_ok(coppice_pool_create("stump", &stumps));
  check_ok(coppice_pool_add(all, stumps, NULL));
  coppice_pool_free(member);
  coppice_pool_free(stumps);
  return all;
}

static const char* const kinds[] = {"perceptron(candidates=30)", "fourier(candidates=30)",
                                    "custom"};
static const char* const called[] = {"pool perceptron", "pool fourier", "pool custom"};
static const char* const learners_called[] = {
    "learners of kind perceptron", "learners of kind fourier", "learners of kind custom"};

static coppice_solver* solver_on(coppice_pool* pool, const char* options) {
  coppice_solver* solver = solver_with(options);
  check_ok(coppice_solver_set_pool(solver, pool));
  return solver;
}

static table* table_with_gap(int64_t row, int64_t feature) {
  table* t = table_random(ROWS, FEATURES, 20, 3);
  t->x[row * FEATURES + feature] = NAN;
  return t;
}

/* The message of a refusal in `argument`. */
static const char* refusal(const char* argument, int row, int feature, const char* who,
                           const char* what_can) {
  static char message[256];
  snprintf(message, sizeof message,
           "%s[row %d, feature %d|is nan; %s cannot take missing values; %s", argument, row,
           feature, who, what_can);
  return message;
}

static void a_fit_refuses_what_its_pool_cannot_take(void** state) {
  (void)state;
  int seen = 0;
  for (int k = 0; k < 3; ++k) {
    coppice_pool* everywhere = pool_of(kinds[k], NULL, &seen);
    coppice_pool* left = pool_of(kinds[k], "left", &seen);
    const char* const calibrations[] = {"learners=5", "learners=5 calibration=platt"};
    for (int c = 0; c < 2; ++c) {
      coppice_solver* solver = solver_on(everywhere, calibrations[c]);
      coppice_model* model = NULL;
      table* t = table_with_gap(7, 2);
      coppice_dataset* data = with_views(t);
      const char* const message = refusal("x", 7, 2, called[k], "pools stump, tree can");
      check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA, message);
      check_error(coppice_solver_cross_validate(solver, data, 3, NULL), COPPICE_INVALID_DATA,
                  message);
      assert_null(model);
      /* A refused fit leaves the dataset to be mended: a row of weight 0 counts nowhere. */
      t->weights[7] = 0;
      check_ok(coppice_dataset_set_weights(data, t->weights, ROWS));
      check_ok(coppice_dataset_set_feature_names(data, names, FEATURES));
      check_ok(coppice_solver_fit(solver, data, &model));
      check_ok(coppice_solver_cross_validate(solver, data, 3, NULL));
      coppice_model_free(model);
      coppice_solver_free(solver);
      /* A view without missing values is fine. */
      solver = solver_on(left, calibrations[c]);
      coppice_dataset* again = with_views(t);
      check_ok(coppice_solver_fit(solver, again, &model));
      check_ok(coppice_solver_cross_validate(solver, again, 3, NULL));
      coppice_model_free(model);
      coppice_solver_free(solver);
      coppice_dataset_free(again);
      coppice_dataset_free(data);
      table_free(t);
    }
    coppice_pool_free(everywhere);
    coppice_pool_free(left);
  }
  assert_int_equal(seen, 0);
}

/* The row is the caller's: rows of weight 0 before it count, those of another dataset do not. The
 * feature has its name. */
static void rows_are_those_of_the_dataset(void** state) {
  (void)state;
  table* t = table_with_gap(40, 1);
  for (int64_t i = 0; i < 10; ++i) t->weights[3 * i] = 0;
  coppice_dataset* data = with_views(t);
  check_ok(coppice_dataset_set_feature_names(data, names, FEATURES));
  coppice_pool* pool = NULL;
  check_ok(coppice_pool_create("fourier@left", &pool));
  coppice_solver* solver = solver_on(pool, "");
  coppice_model* model = NULL;
  check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA,
              "x[row 40, feature 1 \"height\"] is nan; pool fourier cannot");
  int64_t rows[ROWS];
  for (int64_t k = 0; k < ROWS; ++k) rows[k] = (k + 15) % ROWS;
  coppice_dataset* part = subset_of(data, rows, ROWS);
  check_error(coppice_solver_fit(solver, part, &model), COPPICE_INVALID_DATA,
              "x[row 25, feature 1 \"height\"]");
  assert_null(model);
  coppice_dataset_free(part);
  coppice_solver_free(solver);
  coppice_pool_free(pool);
  coppice_dataset_free(data);
  table_free(t);
}

/* A validation set is predicted, rows of weight 0 too; its columns are found by name. */
static void validation_sets_are_refused_too(void** state) {
  (void)state;
  int seen = 0;
  static const char* const turned[FEATURES] = {"income", "shoe size", "age", "height"};
  table *t = table_random(ROWS, FEATURES, 20, 3), *other = table_with_gap(9, 3);
  other->weights[9] = 0;
  for (int k = 0; k < 3; ++k) {
    coppice_pool *left = pool_of(kinds[k], "left", &seen),
                 *right = pool_of(kinds[k], "right", &seen);
    for (int by_name = 0; by_name < 2; ++by_name) {
      coppice_dataset *data = with_views(t), *held_out = table_dataset(other);
      if (by_name) {
        check_ok(coppice_dataset_set_feature_names(data, names, FEATURES));
        check_ok(coppice_dataset_set_feature_names(held_out, turned, FEATURES));
      }
      coppice_solver* solver = solver_on(by_name ? left : right, "learners=5");
      coppice_model* model = NULL;
      check_ok(coppice_solver_set_validation(solver, held_out));
      check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA,
                  refusal("validation", 9, 3, called[k], "pools stump, tree can"));
      check_ok(coppice_solver_set_pool(solver, by_name ? right : left));
      check_ok(coppice_solver_fit(solver, data, &model));
      coppice_model_free(model);
      coppice_solver_free(solver);
      coppice_dataset_free(data);
      coppice_dataset_free(held_out);
    }
    coppice_pool_free(left);
    coppice_pool_free(right);
  }
  assert_int_equal(seen, 0);
  table_free(t);
  table_free(other);
}

/* A model with learners on the left and stumps everywhere. */
static coppice_model* model_of(const char* kind, int named, int* seen) {
  table* t = table_random(ROWS, FEATURES, 20, 3);
  coppice_dataset* data = with_views(t);
  if (named) check_ok(coppice_dataset_set_feature_names(data, names, FEATURES));
  coppice_pool* pool = pool_of(kind, "left", seen);
  coppice_solver* solver = solver_on(pool, "learners=100 C=1 epsilon=0");
  coppice_model* model = NULL;
  check_ok(coppice_solver_fit(solver, data, &model));
  double* counts = array_of(model, "pool_learners", NULL);
  assert_true(counts[0] > 0 && counts[1] > 0);
  free(counts);
  coppice_solver_free(solver);
  coppice_pool_free(pool);
  coppice_dataset_free(data);
  table_free(t);
  return model;
}

static void a_prediction_refuses_what_its_learners_cannot_take(void** state) {
  (void)state;
  int seen = 0;
  for (int k = 0; k < 3; ++k) {
    coppice_model* model = model_of(kinds[k], 0, &seen);
    for (int64_t feature = 0; feature < FEATURES; ++feature) {
      table* t = table_with_gap(ROWS - 2, feature);
      t->x[ROWS * FEATURES - 1] = NAN; /* which stumps alone look at */
      coppice_dataset* data = table_dataset(t);
      const double* const row = t->x + (ROWS - 2) * FEATURES;
      double out[ROWS], untouched[ROWS], error = 7;
      for (int i = 0; i < ROWS; ++i) out[i] = untouched[i] = 7;
      const coppice_status statuses[] = {
          coppice_model_predict(model, COPPICE_DECISION, t->x, ROWS * FEATURES, ROWS, FEATURES,
                                FEATURES, 1, 1, out, ROWS),
          coppice_model_predict_dataset(model, COPPICE_DECISION, data, 2, out, ROWS),
          coppice_model_predict_row(model, COPPICE_DECISION, row, FEATURES, out, 1),
          coppice_model_error_rate(model, data, 1, &error)};
      for (int call = 0; call < 4; ++call)
        assert_int_equal(statuses[call], feature < 2 ? COPPICE_INVALID_DATA : COPPICE_OK);
      if (feature >= 2) {
        for (int i = 0; i < ROWS; ++i) assert_true(isfinite(out[i]));
      } else {
        assert_memory_equal(out, untouched, sizeof out);
        assert_true(error == 7);
        const char* const who = learners_called[k];
        const char* const can = "those of kind stump can";
        check_error(coppice_model_predict(model, COPPICE_DECISION, t->x, ROWS * FEATURES, ROWS,
                                          FEATURES, FEATURES, 1, 1, out, ROWS),
                    COPPICE_INVALID_DATA, refusal("x", ROWS - 2, (int)feature, who, can));
        check_error(coppice_model_predict_dataset(model, COPPICE_CLASS, data, 1, out, ROWS),
                    COPPICE_INVALID_DATA, refusal("x", ROWS - 2, (int)feature, who, can));
        check_error(coppice_model_error_rate(model, data, 1, &error), COPPICE_INVALID_DATA,
                    refusal("x", ROWS - 2, (int)feature, who, can));
        check_error(coppice_model_predict_row(model, COPPICE_CLASS, row, FEATURES, out, 1),
                    COPPICE_INVALID_DATA, refusal("x", 0, (int)feature, who, can));
      }
      coppice_dataset_free(data);
      table_free(t);
    }
    coppice_model_free(model);
  }
  assert_int_equal(seen, 0);
}

/* Columns found by name are named as the dataset has them; what the model does not know may miss.
 */
static void columns_are_those_of_the_dataset(void** state) {
  (void)state;
  int seen = 0;
  static const char* const wider[FEATURES + 1] = {"shoe size", "colour", "income", "height", "age"};
  const double values[2 * (FEATURES + 1)] = {NAN, NAN, NAN, 1, 2, 1, NAN, 3, 4, NAN};
  coppice_model* model = model_of("fourier(candidates=30)", 1, &seen);
  coppice_dataset *data = NULL, *first = NULL;
  check_ok(coppice_dataset_create_dense(values, 10, 2, 5, 5, 1, &data));
  check_ok(coppice_dataset_set_feature_names(data, wider, 5));
  double out[2];
  check_error(coppice_model_predict_dataset(model, COPPICE_DECISION, data, 1, out, 2),
              COPPICE_INVALID_DATA, "x[row 1, feature 4 \"age\"] is nan; learners of kind fourier");
  first = subset_of(data, (const int64_t[]){0}, 1);
  check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, first, 1, out, 1));
  assert_true(isfinite(out[0]));
  coppice_dataset_free(first);
  coppice_dataset_free(data);
  coppice_model_free(model);
}

/* A row narrower than the model is padded with zeros, which are not missing. */
static void padding_is_not_missing(void** state) {
  (void)state;
  table* t = table_random(ROWS, FEATURES, 20, 3);
  coppice_dataset *data = table_dataset(t), *narrow = NULL;
  coppice_model* model = train_pool(data, "stump;fourier(candidates=30)", "learners=12 C=1");
  check_ok(coppice_dataset_parse_svmlight("1 1:3 2:4\n", 10, 0, &narrow));
  const double zeros[FEATURES] = {3, 4, 0, 0};
  double expected = 0, found = 7;
  check_ok(coppice_model_predict_row(model, COPPICE_DECISION, zeros, FEATURES, &expected, 1));
  check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, narrow, 1, &found, 1));
  assert_memory_equal(&found, &expected, sizeof found);
  coppice_dataset_free(narrow);
  coppice_dataset_free(data);
  coppice_model_free(model);
  table_free(t);
}

/* Whatever sign a NaN has, messages call it nan. */
static void a_nan_has_no_sign_in_messages(void** state) {
  (void)state;
  int seen = 0;
  coppice_model* model = model_of("fourier(candidates=30)", 0, &seen);
  coppice_dataset* data = NULL;
  double out = 0;
  const double row[FEATURES] = {-NAN, 1, 2, 3};
  const double labels[1] = {-NAN};
  const char* const says_nan = "] is nan; ";
  assert_true(signbit(row[0]));
  check_ok(coppice_dataset_create_dense(row, FEATURES, 1, FEATURES, FEATURES, 1, &data));
  assert_int_equal(coppice_model_predict_row(model, COPPICE_DECISION, row, FEATURES, &out, 1),
                   COPPICE_INVALID_DATA);
  assert_non_null(strstr(coppice_last_error(), says_nan));
  assert_int_equal(coppice_dataset_set_labels(data, labels, 1), COPPICE_INVALID_DATA);
  assert_non_null(strstr(coppice_last_error(), says_nan));
  assert_int_equal(coppice_dataset_set_weights(data, labels, 1), COPPICE_INVALID_DATA);
  assert_non_null(strstr(coppice_last_error(), says_nan));
  coppice_solver* solver = solver_with("");
  assert_int_equal(coppice_solver_set_double(solver, "C", labels[0]), COPPICE_INVALID_OPTION);
  assert_null(strstr(coppice_last_error(), "-nan"));
  coppice_solver_free(solver);
  coppice_dataset_free(data);
  coppice_model_free(model);
}

/* The catalogue says which pools take them; of others, nothing. */
static void the_catalogue_tells(void** state) {
  (void)state;
  for (int which = COPPICE_METHODS; which <= COPPICE_GENERATORS; ++which) {
    const coppice_catalogue catalogue = (coppice_catalogue)which;
    int64_t size = 0;
    check_ok(coppice_catalogue_size(catalogue, &size));
    for (int64_t k = 0; k < size; ++k) {
      const char *name = NULL, *missing = NULL, *categories = NULL;
      check_ok(coppice_catalogue_name(catalogue, k, &name));
      check_ok(coppice_catalogue_attribute(catalogue, k, "missing", &missing));
      check_ok(coppice_catalogue_attribute(catalogue, k, "categories", &categories));
      const int says = catalogue == COPPICE_POOLS && strcmp(name, "union") != 0;
      const int takes_any = strcmp(name, "stump") == 0 || strcmp(name, "constant") == 0;
      const int takes_missing = takes_any || strcmp(name, "tree") == 0;
      assert_string_equal(missing, !says ? "" : takes_missing ? "yes" : "no");
      assert_string_equal(categories, !says ? "" : takes_any ? "yes" : "no");
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_fit_refuses_what_its_pool_cannot_take),
      cmocka_unit_test(rows_are_those_of_the_dataset),
      cmocka_unit_test(validation_sets_are_refused_too),
      cmocka_unit_test(a_prediction_refuses_what_its_learners_cannot_take),
      cmocka_unit_test(columns_are_those_of_the_dataset),
      cmocka_unit_test(padding_is_not_missing),
      cmocka_unit_test(a_nan_has_no_sign_in_messages),
      cmocka_unit_test(the_catalogue_tells),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
