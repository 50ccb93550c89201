/* Models of categories: levels are found by their names, wherever rows come from; what the training
 * set did not have is missing. What cannot be compared is refused, and so is what cannot be a
 * model. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "mixed.h"
#include "model_bytes.h"
#include "pools.h"

static const char* const feature_names[COLUMNS] = {"city", "colour", "size",  "shape",
                                                   "kind", "age",    "income"};
static const char* const subset_pool = "stump(levels=subset)";

static coppice_dataset* named(const table* t, const int64_t* levels, int form) {
  coppice_dataset* data = dataset_of(t, levels, form);
  check_ok(coppice_dataset_set_feature_names(data, feature_names, COLUMNS));
  return data;
}

static void check_decisions(const coppice_model* model, const coppice_dataset* data,
                            const double* expected) {
  const int64_t rows = rows_of(data);
  double* found = allocate(rows, sizeof *found);
  check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, data, 2, found, rows));
  assert_memory_equal(found, expected, (size_t)rows * sizeof *found);
  free(found);
}

/* The model, saved and loaded, is the same to the last byte, its levels included. */
static void files_keep_levels(void** state) {
  (void)state;
  table* t = mixed_rows(300, 1);
  coppice_dataset* data = named(t, mixed, 0);
  coppice_model* made = train_pool(data, subset_pool, "C=0.05 learners=40 keep_stages=yes");
  coppice_model* models[] = {made, reloaded(made, "json"), reloaded(made, "cbor")};
  double* decisions = decisions_of(made, t);
  for (int m = 0; m < 3; ++m) {
    int64_t count = -1, needed = 0;
    char text[256];
    for (int64_t d = 0; d < COLUMNS; ++d) {
      check_ok(coppice_model_levels(models[m], d, &count));
      assert_int_equal(count, mixed[d]);
      for (int64_t k = 0; k < count; ++k) {
        check_ok(coppice_model_level_name(models[m], d, k, text, sizeof text, &needed));
        assert_string_equal(text, level_names[k]);
        assert_int_equal(needed, strlen(text) + 1);
      }
      check_error(coppice_model_level_name(models[m], d, count, text, sizeof text, &needed),
                  COPPICE_INVALID_ARGUMENT, "level is");
    }
    check_decisions(models[m], data, decisions);
    check_equal_models(made, models[m], data);
    for (int f = 0; f < 2; ++f) {
      size_t size = 0;
      char* bytes = saved_bytes(models[m], f == 0 ? "json" : "cbor", 0, &size);
      expect_same_saved(made, f == 0 ? "json" : "cbor", bytes, size);
      free(bytes);
    }
  }
  /* For people, a stump is of levels by name. */
  int64_t described = 0;
  for (int64_t j = 0; j < learners_of(made); ++j) {
    char text[512], expected[512];
    double codes[MOST_LEVELS], feature = -1;
    const int64_t count = learner_numbers(made, j, "levels", codes, MOST_LEVELS);
    if (count == 0) continue;
    learner_numbers(made, j, "feature", &feature, 1);
    const int d = (int)feature;
    int at =
        snprintf(expected, sizeof expected,
                 "{\"kind\":\"level-stump\",\"feature\":%d,\"feature_name\":\"%s\",\"levels\":[", d,
                 feature_names[d]);
    for (int64_t k = 0; k < count; ++k)
      at += snprintf(expected + at, sizeof expected - (size_t)at, "%s%d", k > 0 ? "," : "",
                     (int)codes[k]);
    at += snprintf(expected + at, sizeof expected - (size_t)at, "],\"level_names\":[");
    for (int64_t k = 0; k < count; ++k)
      at += snprintf(expected + at, sizeof expected - (size_t)at, "%s\"l%d\"", k > 0 ? "," : "",
                     (int)codes[k]);
    snprintf(expected + at, sizeof expected - (size_t)at, "]}");
    check_ok(coppice_model_learner(made, j, text, sizeof text, NULL));
    assert_string_equal(text, expected);
    ++described;
  }
  assert_true(described > 5);
  free(decisions);
  for (int m = 0; m < 3; ++m) coppice_model_free(models[m]);
  coppice_dataset_free(data);
  table_free(t);
}

/* The same rows with other codes for the levels, and one level that the model does not know for
 * what is missing now and then. With names, columns may stand in any order as well. */
static coppice_dataset* recoded(const table* t, int form, int reversed) {
  table* other = table_create(t->rows, COLUMNS);
  level_counts levels = {0};
  const char* in_order[COLUMNS];
  for (int64_t d = 0; d < COLUMNS; ++d) {
    const int64_t to = reversed ? COLUMNS - 1 - d : d;
    in_order[to] = feature_names[d];
    for (int64_t i = 0; i < t->rows; ++i) {
      double value = t->x[i * COLUMNS + d];
      if (mixed[d] > 0 && isnan(value) && i % 2 == 0)
        value = (double)mixed[d]; /* unknown */
      else if (mixed[d] > 0)
        value = (double)(mixed[d] - 1) - value; /* level l<k> has code L - 1 - k */
      other->x[i * COLUMNS + to] = value;
    }
  }
  memcpy(other->labels, t->labels, (size_t)t->rows * sizeof *t->labels);
  memcpy(other->weights, t->weights, (size_t)t->rows * sizeof *t->weights);
  coppice_dataset* data = dataset_of(other, levels, form);
  check_ok(coppice_dataset_set_feature_names(data, in_order, COLUMNS));
  for (int64_t d = 0; d < COLUMNS; ++d) {
    const char* called[MOST_LEVELS + 1];
    for (int64_t k = 0; k < mixed[d]; ++k) called[mixed[d] - 1 - k] = level_names[k];
    called[mixed[d]] = "unknown";
    if (mixed[d] > 0)
      check_ok(
          coppice_dataset_set_levels(data, reversed ? COLUMNS - 1 - d : d, called, mixed[d] + 1));
  }
  table_free(other);
  return data;
}

static void levels_are_found_by_name(void** state) {
  (void)state;
  table* t = mixed_rows(500, 2);
  coppice_dataset* data = named(t, mixed, 0);
  coppice_model* model = train_pool(data, subset_pool, "C=0.05 learners=40");
  double* decisions = decisions_of(model, t);
  const double error = quantity_of(model, "train_error");
  for (int form = 0; form < 3; ++form) {
    for (int reversed = 0; reversed < 2; ++reversed) {
      coppice_dataset* other = recoded(t, form, reversed);
      check_decisions(model, other, decisions);
      double found = -1;
      check_ok(coppice_model_error_rate(model, other, 1, &found));
      assert_true(found == error);
      /* The same as a validation set. */
      coppice_solver* solver = solver_with("C=0.05 learners=12");
      coppice_model* validated = NULL;
      coppice_dataset* fresh = named(t, mixed, 0);
      check_ok(coppice_solver_set_validation(solver, other));
      check_ok(coppice_solver_fit(solver, fresh, &validated));
      int64_t size = 0, same = 0;
      double* on_rows = array_of(validated, "curve.validation_error", &size);
      double* on_training = array_of(validated, "curve.train_error", &same);
      assert_int_equal(size, same);
      for (int64_t k = 0; k < size; ++k) check_close(on_rows[k], on_training[k], 1e-12);
      free(on_rows);
      free(on_training);
      coppice_model_free(validated);
      coppice_solver_free(solver);
      coppice_dataset_free(fresh);
      coppice_dataset_free(other);
    }
  }
  free(decisions);
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

/* Rows by code: one that is no level of the training set is missing. Other numbers are refused. */
static void raw_rows_hold_codes(void** state) {
  (void)state;
  table* t = mixed_rows(200, 3);
  coppice_dataset* data = named(t, mixed, 0);
  coppice_model* model = train_pool(data, subset_pool, "C=0.05 learners=40");
  table* unknown = table_rows(t, (const int64_t[]){0, 1, 2, 3}, 4);
  table* missing = table_rows(t, (const int64_t[]){0, 1, 2, 3}, 4);
  const double codes[] = {12, 16777216, 1e10, 1e300};
  for (int64_t i = 0; i < 4; ++i) {
    for (int64_t d = 0; d < 5; ++d) {
      unknown->x[i * COLUMNS + d] = codes[i];
      missing->x[i * COLUMNS + d] = NAN;
    }
  }
  double* of_unknown = decisions_of(model, unknown);
  double* of_missing = decisions_of(model, missing);
  assert_memory_equal(of_unknown, of_missing, 4 * sizeof *of_unknown);
  for (int64_t i = 0; i < 4; ++i) {
    double one = 7;
    check_ok(coppice_model_predict_row(model, COPPICE_DECISION, unknown->x + i * COLUMNS, COLUMNS,
                                       &one, 1));
    assert_true(one == of_missing[i]);
  }
  const double wrong[] = {-1, 0.5, -1e300, 1e10 + 0.5, -5e-324};
  const char* const said[] = {"is -1", "is 0.5", "is -1e+300", "is 10000000000.5", "is -5e-324"};
  for (int k = 0; k < 5; ++k) {
    double one = 7, all[4] = {7, 7, 7, 7};
    char fragments[128];
    missing->x[2 * COLUMNS + 1] = wrong[k];
    snprintf(fragments, sizeof fragments,
             "x[row 2, feature 1 \"colour\"] %s|the code of a level, a whole number from 0",
             said[k]);
    check_error(coppice_model_predict(model, COPPICE_DECISION, missing->x, 4 * COLUMNS, 4, COLUMNS,
                                      COLUMNS, 1, 1, all, 4),
                COPPICE_INVALID_DATA, fragments);
    check_error(coppice_model_predict_row(model, COPPICE_DECISION, missing->x + 2 * COLUMNS,
                                          COLUMNS, &one, 1),
                COPPICE_INVALID_DATA, "x[row 0, feature 1 \"colour\"]");
    assert_true(one == 7 && all[0] == 7 && all[3] == 7);
  }
  free(of_unknown);
  free(of_missing);
  table_free(unknown);
  table_free(missing);
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

/* Numbers where the model was trained on a category, or the reverse, are refused, but for columns
 * without any value. */
static void numbers_are_no_levels(void** state) {
  (void)state;
  table* t = mixed_rows(100, 4);
  level_counts fewer = {10, 9, 5, 0, 2, 0, 0};
  coppice_dataset *whole = named(t, mixed, 0), *less = named(t, fewer, 0);
  coppice_model* of_whole = train_pool(whole, "stump", "learners=5");
  coppice_model* of_less = train_pool(less, "stump", "learners=5");
  double out[100], error = 7;
  check_error(coppice_model_predict_dataset(of_whole, COPPICE_DECISION, less, 1, out, 100),
              COPPICE_INVALID_DATA,
              "x has numbers in feature 3 \"shape\"|trained on a category|"
              "coppice_dataset_set_levels");
  check_error(coppice_model_predict_dataset(of_less, COPPICE_DECISION, whole, 1, out, 100),
              COPPICE_INVALID_DATA,
              "x has a category in feature 3 \"shape\"|trained on numbers|expected numbers");
  check_error(coppice_model_error_rate(of_whole, less, 1, &error), COPPICE_INVALID_DATA,
              "feature 3 \"shape\"");
  coppice_solver* solver = solver_with("learners=5");
  coppice_model* none = NULL;
  coppice_dataset* again = named(t, mixed, 0);
  check_ok(coppice_solver_set_validation(solver, less));
  check_error(coppice_solver_fit(solver, again, &none), COPPICE_INVALID_DATA,
              "the validation set has numbers in feature 3 \"shape\"");
  assert_null(none);
  for (int64_t i = 0; i < t->rows; ++i) t->x[i * COLUMNS + 3] = NAN;
  coppice_dataset *gap = named(t, fewer, 0), *level_gap = named(t, mixed, 0);
  double* of_gap = decisions_of(of_whole, t);
  double* of_level_gap = decisions_of(of_less, t);
  check_decisions(of_whole, gap, of_gap);
  check_decisions(of_less, level_gap, of_level_gap);
  free(of_gap);
  free(of_level_gap);
  coppice_solver_free(solver);
  coppice_model_free(of_whole);
  coppice_model_free(of_less);
  coppice_dataset* const sets[] = {whole, less, again, gap, level_gap};
  for (int k = 0; k < 5; ++k) coppice_dataset_free(sets[k]);
  table_free(t);
}

/* A file may be narrower than the model, which pads it with zeros; these are no levels. */
static void padding_has_no_levels(void** state) {
  (void)state;
  static const char* const text = "+1 1:1\n-1 1:0\n";
  table* t = mixed_rows(60, 5);
  coppice_dataset *data = dataset_of(t, mixed, 2), *narrow = NULL;
  coppice_model* model = train_pool(data, "stump", "learners=5");
  check_ok(coppice_dataset_parse_svmlight(text, (int64_t)strlen(text), 0, &narrow));
  check_ok(coppice_dataset_set_levels(narrow, 0, level_names, 10));
  double out[2];
  check_error(coppice_model_predict_dataset(model, COPPICE_DECISION, narrow, 1, out, 2),
              COPPICE_INVALID_DATA, "x has numbers in feature 1|trained on a category");
  coppice_dataset_free(narrow);
  coppice_dataset_free(data);
  coppice_model_free(model);
  table_free(t);
}

/* Calibration, cross-validation, continued fits and importance take levels as they take numbers:
 * all agree with the same problem in explicit columns where these are one stump each. */
static void the_rest_takes_levels(void** state) {
  (void)state;
  table* t = mixed_rows(240, 6);
  coppice_dataset* data = named(t, mixed, 0);
  coppice_model* model = train_pool(data, subset_pool, "C=0.05 learners=30 calibration=platt");
  double* p = predictions_of(model, COPPICE_PROBABILITY, t);
  for (int64_t i = 0; i < t->rows; ++i) {
    assert_true(p[2 * i] >= 0 && p[2 * i] <= 1);
    check_close(p[2 * i] + p[2 * i + 1], 1, 1e-12);
  }
  free(p);
  /* The importance of a feature is the deviation of what its stumps contribute. */
  double* importance = array_of(model, "feature_importance", NULL);
  double* weights = array_of(model, "weights", NULL);
  double* outputs = predictions_of(model, COPPICE_LEARNERS, t);
  const int64_t learners = learners_of(model);
  double mean[COLUMNS] = {0}, square[COLUMNS] = {0}, all = 0;
  for (int64_t i = 0; i < t->rows; ++i) {
    double f[COLUMNS] = {0};
    for (int64_t j = 0; j < learners; ++j) {
      double feature = -1;
      learner_numbers(model, j, "feature", &feature, 1);
      f[(int)feature] += weights[j] * outputs[i * learners + j];
    }
    all += t->weights[i];
    for (int d = 0; d < COLUMNS; ++d) {
      mean[d] += t->weights[i] * f[d];
      square[d] += t->weights[i] * f[d] * f[d];
    }
  }
  assert_true(importance[0] > 0 && importance[1] > 0);
  for (int d = 0; d < COLUMNS; ++d)
    check_close(importance[d], sqrt(fmax(0, square[d] / all - mean[d] / all * (mean[d] / all))),
                1e-7);
  free(importance);
  free(weights);
  free(outputs);
  coppice_model_free(model);

  /* A fit that goes on is the fit in one piece. */
  coppice_solver *piecewise = solver_with("C=0.05 learners=10"),
                 *crossed = solver_with("learners=9");
  coppice_model *part = NULL, *rest = NULL;
  check_ok(coppice_solver_fit(piecewise, data, &part));
  check_ok(coppice_solver_set_int(piecewise, "learners", 30));
  check_ok(coppice_solver_fit(piecewise, data, &rest));
  coppice_model* at_once = train_dataset(data, "C=0.05 learners=30");
  check_equal_models(rest, at_once, data);

  /* Folds see the levels of the whole, and bins derived from those of the whole: a fold's fit is
   * that of the same rows by themselves. */
  int64_t best = -1;
  check_ok(coppice_solver_set_grid(crossed, "C", "0.01,0.1"));
  check_ok(coppice_solver_cross_validate(crossed, data, 4, &best));
  assert_true(best == 0 || best == 1);
  int64_t rows[120];
  for (int64_t i = 0; i < 120; ++i) rows[i] = 2 * i;
  coppice_dataset* subset = subset_of(data, rows, 120);
  table* alone_rows = table_rows(t, rows, 120);
  coppice_dataset* alone = named(alone_rows, mixed, 0);
  coppice_model* of_subset = train_pool(subset, subset_pool, "C=0.05 learners=20");
  coppice_model* of_alone = train_pool(alone, subset_pool, "C=0.05 learners=20");
  check_equal_models(of_subset, of_alone, alone);
  coppice_model_free(of_subset);
  coppice_model_free(of_alone);
  coppice_dataset_free(subset);
  coppice_dataset_free(alone);
  table_free(alone_rows);
  coppice_solver_free(piecewise);
  coppice_solver_free(crossed);
  coppice_model_free(part);
  coppice_model_free(rest);
  coppice_model_free(at_once);
  coppice_dataset_free(data);
  table_free(t);
}

static coppice_action refuse_to_fit(void* user, const double* x, int64_t rows, int64_t features,
                                    const double* residual, int64_t scores, const double* chosen,
                                    int64_t learners, double* parameters, int64_t count) {
  (void)x, (void)rows, (void)features, (void)residual, (void)scores, (void)chosen, (void)learners;
  (void)parameters, (void)count;
  ++*(int*)user;
  return COPPICE_STOP;
}

static coppice_action write_zeros(void* user, const double* parameters, int64_t count,
                                  const double* x, int64_t rows, int64_t features, double* out) {
  (void)user, (void)parameters, (void)count, (void)x, (void)features;
  for (int64_t i = 0; i < rows; ++i) out[i] = 0;
  return COPPICE_CONTINUE;
}

/* Other pools take no categories, by themselves or as members, in fits and in cross-validation,
 * before anything is done; of numbers alone, by a view, they do what they did. */
static void other_pools_refuse_categories(void** state) {
  (void)state;
  static const char* const kinds[] = {"perceptron(candidates=20)", "fourier(candidates=20)", ""};
  static const char* const called[] = {"pool perceptron", "pool fourier", "pool custom"};
  for (int k = 0; k < 3; ++k) {
    table* t = mixed_rows(60, 7);
    for (int64_t i = 0; i < t->rows; ++i) t->x[i * COLUMNS + 5] = (double)(i % 7);
    int calls = 0;
    int64_t best = -1;
    char fragments[160];
    coppice_dataset* data = named(t, mixed, 0);
    check_ok(coppice_dataset_add_view(data, "numbers", (const int64_t[]){5, 6}, 2));
    check_ok(coppice_dataset_add_view(data, "some", (const int64_t[]){6, 2, 4}, 3));
    coppice_pool *alone = NULL, *all = NULL, *stumps = NULL, *some = NULL, *numbers = NULL;
    if (k == 2)
      check_ok(
          coppice_pool_create_custom("mine", 1, refuse_to_fit, write_zeros, NULL, &calls, &alone));
    else
      check_ok(coppice_pool_create(kinds[k], &alone));
    check_ok(coppice_pool_create("union", &all));
    check_ok(coppice_pool_create("union", &some));
    check_ok(coppice_pool_create("union", &numbers));
    check_ok(coppice_pool_create("stump", &stumps));
    check_ok(coppice_pool_add(all, stumps, NULL));
    check_ok(coppice_pool_add(all, alone, NULL));
    check_ok(coppice_pool_add(some, stumps, NULL));
    check_ok(coppice_pool_add(some, alone, "some"));
    check_ok(coppice_pool_add(numbers, stumps, NULL));
    check_ok(coppice_pool_add(numbers, alone, "numbers"));
    coppice_pool* const refused[] = {alone, all, some};
    for (int m = 0; m < 3; ++m) {
      const int feature = m == 2 ? 2 : 0;
      coppice_solver* solver = solver_with("learners=8");
      coppice_model* none = NULL;
      snprintf(fragments, sizeof fragments,
               "feature %d \"%s\" is a category; %s cannot take categories; pool stump can",
               feature, feature_names[feature], called[k]);
      check_ok(coppice_solver_set_pool(solver, refused[m]));
      check_error(coppice_solver_fit(solver, data, &none), COPPICE_INVALID_DATA, fragments);
      check_error(coppice_solver_cross_validate(solver, data, 3, &best), COPPICE_INVALID_DATA,
                  fragments);
      assert_null(none);
      assert_int_equal(calls, 0);
      coppice_solver_free(solver);
    }
    coppice_solver* solver = solver_with("learners=8");
    coppice_model* model = NULL;
    check_ok(coppice_solver_set_pool(solver, numbers));
    check_ok(coppice_solver_fit(solver, data, &model));
    assert_true(learners_of(model) > 0);
    coppice_model_free(model);
    coppice_solver_free(solver);
    coppice_pool* const pools[] = {alone, all, stumps, some, numbers};
    for (int m = 0; m < 5; ++m) coppice_pool_free(pools[m]);
    coppice_dataset_free(data);
    table_free(t);
  }
}

/* A level of its own in nearly every row is an identifier; the report says so. */
static void identifiers_are_warned_of(void** state) {
  (void)state;
  enum { ROWS = 100 };
  static char text[ROWS][8];
  static const char* called[ROWS];
  for (int k = 0; k < ROWS; ++k) {
    snprintf(text[k], sizeof text[k], "id%d", k);
    called[k] = text[k];
  }
  for (int distinct = 88; distinct <= 91; ++distinct) {
    table* t = table_random(ROWS, 2, 20, 8);
    for (int64_t i = 0; i < ROWS; ++i) t->x[2 * i] = (double)(i < distinct ? i : 0);
    coppice_dataset* data = table_dataset(t);
    check_ok(coppice_dataset_set_feature_names(data, (const char* const[]){"id", "age"}, 2));
    check_ok(coppice_dataset_set_levels(data, 0, called, ROWS));
    coppice_model* model = train_pool(data, "stump", "learners=3");
    char* warnings = text_of(model, "warnings");
    if (distinct < 90) {
      assert_string_equal(warnings, "");
    } else {
      char expected[128];
      snprintf(
          expected, sizeof expected,
          "feature 0 \"id\" has %d levels in 100 rows: it looks like an identifier, which tells "
          "nothing of other rows",
          distinct);
      assert_string_equal(warnings, expected);
    }
    free(warnings);
    coppice_model_free(model);
    coppice_dataset_free(data);
    table_free(t);
  }
}

/* Trains on a feature of 12 levels, of which `used` occur: the form with 1 to 12 in it, but for
   `first` in place of the first where that is not NULL. Warned of are ten levels and more, and
   these are said to be `what`, or nothing is where that is NULL. */
static void warned_of_levels(const char* form, const char* first, int used, const char* what) {
  enum { ROWS = 100, LEVELS = 12 };
  char text[LEVELS][32];
  const char* called[LEVELS];
  for (int k = 0; k < LEVELS; ++k) {
    snprintf(text[k], sizeof text[k], form, k + 1);
    called[k] = text[k];
  }
  if (first != NULL) called[0] = first;
  table* t = table_random(ROWS, 2, 20, 8);
  for (int64_t i = 0; i < ROWS; ++i) t->x[2 * i] = (double)(i % used);
  coppice_dataset* data = table_dataset(t);
  check_ok(coppice_dataset_set_levels(data, 0, called, LEVELS));
  coppice_model* model = train_pool(data, "stump", "learners=3");
  char* warnings = text_of(model, "warnings");
  char expected[192] = "";
  if (what != NULL)
    snprintf(expected, sizeof expected, "feature 0 has %d levels, all of them %s", used, what);
  assert_string_equal(warnings, expected);
  free(warnings);
  coppice_model_free(model);
  coppice_dataset_free(data);
  table_free(t);
}

/* However often each occurs; what only looks like a date is a level. */
static void dates_are_warned_of(void** state) {
  (void)state;
  static const char* const as_dates = "dates, which tell nothing of other dates";
  static const char* const dates[] = {"2024-%02d-28", "2024-%d-28", "28.%d.2024", "%d/28/24",
                                      "2024/%02d/28 08:30"};
  static const char* const others[] = {"2024-%02d",      "2024-%02d-32",  "2024-%02d.28",
                                       "2024-%02d-28 a", "20245-%02d-28", "%d-28-"};
  for (size_t k = 0; k < sizeof dates / sizeof *dates; ++k)
    warned_of_levels(dates[k], NULL, 12, as_dates);
  for (size_t k = 0; k < sizeof others / sizeof *others; ++k)
    warned_of_levels(others[k], NULL, 12, NULL);
  warned_of_levels("2024-%d-28", NULL, 10, as_dates);
  warned_of_levels("2024-%d-28", NULL, 9, NULL);
  warned_of_levels("2024-%02d-28", "unknown", 12, NULL);
}

static void numbers_with_a_unit_are_warned_of(void** state) {
  (void)state;
  static const struct {
    const char* form;
    const char* unit;
  } measured[] = {{"%d%%", "%"},
                  {"-%d.5 %%", "%"},
                  {"$%d.99", "$"},
                  {"-$1,%03d", "$"},
                  {"$ -%d", "$"},
                  {"%d kg", "kg"},
                  {"%d\xc2\xb0"
                   "C",
                   "\xc2\xb0"
                   "C"},
                  {"<%d>", "<..>"},
                  {"\xe2\x82\xac %d", "\xe2\x82\xac"}};
  static const char* const codes[] = {"c%d", "zone %d", "#%d", "%d-19", "%d:30", "v1.%d", "%dx4"};
  for (size_t k = 0; k < sizeof measured / sizeof *measured; ++k) {
    char what[128];
    snprintf(what, sizeof what,
             "numbers with \"%s\", which tell nothing of other numbers; they are read as numbers "
             "without it",
             measured[k].unit);
    warned_of_levels(measured[k].form, NULL, 12, what);
    warned_of_levels(measured[k].form, NULL, 9, NULL);
    warned_of_levels(measured[k].form, "7", 12, NULL);
    warned_of_levels(measured[k].form, "none", 12, NULL);
  }
  for (size_t k = 0; k < sizeof codes / sizeof *codes; ++k)
    warned_of_levels(codes[k], NULL, 12, NULL);
}

/* Two features, the first with levels a, b and c, of which a stump of level b is the model. */
static coppice_model* tiny_model(void) {
  static const double x[] = {0, 1, 1, 2, 2, 3, 0, 4, 1, 5, 2, 6};
  static const double labels[] = {-1, 1, -1, -1, 1, -1};
  static const char* const abc[] = {"a", "b", "c"};
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_dense(x, 12, 6, 2, 2, 1, &data));
  check_ok(coppice_dataset_set_labels(data, labels, 6));
  check_ok(coppice_dataset_set_levels(data, 0, abc, 3));
  coppice_model* model = train_pool(data, "stump", "C=10 learners=1");
  char text[256];
  check_ok(coppice_model_learner(model, 0, text, sizeof text, NULL));
  assert_string_equal(text,
                      "{\"kind\":\"level-stump\",\"feature\":0,\"levels\":[1],\"level_names\":"
                      "[\"b\"]}");
  coppice_dataset_free(data);
  return model;
}

/* What does not fit is refused, behind a checksum that does. */
static void hostile_files_are_refused(void** state) {
  (void)state;
  static const char learners[] = "\"feature\":[0],\"count\":[1],\"level\":[1]";
  static const char levels[] =
      "\"feature_levels\":[{\"feature\":0,\"levels\":[\"a\",\"b\",\"c\"]}]";
  const struct {
    const char *old, *new, *fragments;
  } cases[] = {
      {learners, "\"feature\":[2],\"count\":[1],\"level\":[1]", "\"feature\" is|expected 0 to 1"},
      {learners, "\"feature\":[-1],\"count\":[1],\"level\":[1]", "\"feature\""},
      {learners, "\"feature\":[1],\"count\":[1],\"level\":[1]",
       "level stump 0 looks at feature 1, which has no levels"},
      {learners, "\"feature\":[0],\"count\":[0],\"level\":[]", "\"count\""},
      {learners, "\"feature\":[0],\"count\":[-1],\"level\":[1]", "\"count\""},
      {learners, "\"feature\":[0],\"count\":[2],\"level\":[1]", "1 features, 1 counts of 2 levels"},
      {learners, "\"feature\":[0],\"count\":[1],\"level\":[1,2]", "1 counts of 1 levels and 2"},
      {learners, "\"feature\":[0],\"count\":[1,1],\"level\":[1,2]", "1 features, 2 counts"},
      {learners, "\"feature\":[0,0],\"count\":[1],\"level\":[1]", "2 features, 1 counts"},
      {learners, "\"feature\":[0],\"count\":[16777217],\"level\":[1]", "\"count\""},
      {learners, "\"feature\":[0],\"count\":[2],\"level\":[1,1]", "do not ascend"},
      {learners, "\"feature\":[0],\"count\":[2],\"level\":[2,1]", "do not ascend"},
      {learners, "\"feature\":[0],\"count\":[1],\"level\":[3]", "has level 3|expected 0 to 2"},
      {learners, "\"feature\":[0],\"count\":[1],\"level\":[-1]", "\"level\""},
      {learners, "\"feature\":[0],\"count\":[1],\"level\":[0.5]", "\"level\""},
      {learners, "\"feature\":[0],\"count\":[1],\"level\":[1e300]", "\"level\""},
      {learners, "\"feature\":[0],\"count\":[1],\"level\":\"b\"", "\"level\""},
      {learners, "\"feature\":[0],\"level\":[1]", "\"count\""},
      {levels, "\"feature_levels\":[]", "feature 0, which has no levels"},
      {levels, "\"other\":0", "feature 0, which has no levels"},
      {levels, "\"feature_levels\":{}", "\"feature_levels\""},
      {levels, "\"feature_levels\":7", "\"feature_levels\""},
      {levels, "\"feature_levels\":[7]", "\"feature_levels\" is a list of whole numbers"},
      {levels, "\"feature_levels\":[{\"feature\":0}]", "\"levels\""},
      {levels, "\"feature_levels\":[{\"levels\":[\"a\",\"b\"]}]", "\"feature\""},
      {levels, "\"feature_levels\":[{\"feature\":2,\"levels\":[\"a\",\"b\"]}]", "\"feature\" is 2"},
      {levels, "\"feature_levels\":[{\"feature\":-1,\"levels\":[\"a\",\"b\"]}]", "\"feature\""},
      {levels, "\"feature_levels\":[{\"feature\":0,\"levels\":[]}]", "feature 0 has 0 levels"},
      {levels, "\"feature_levels\":[{\"feature\":0,\"levels\":[\"a\",\"a\",\"b\"]}]",
       "levels[1] is \"a\", as levels[0]"},
      {levels, "\"feature_levels\":[{\"feature\":0,\"levels\":[\"a\",\"\"]}]", "levels[1] is \"\""},
      {levels, "\"feature_levels\":[{\"feature\":0,\"levels\":[1,2]}]", "\"levels\""},
      {levels,
       "\"feature_levels\":[{\"feature\":0,\"levels\":[\"a\",\"b\"]},"
       "{\"feature\":0,\"levels\":[\"a\",\"b\"]}]",
       "do not ascend"},
      {levels,
       "\"feature_levels\":[{\"feature\":1,\"levels\":[\"a\",\"b\"]},"
       "{\"feature\":0,\"levels\":[\"a\",\"b\"]}]",
       "do not ascend"},
  };
  coppice_model* model = tiny_model();
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    size_t size = 0;
    char* json = saved_bytes(model, "json", 1024, &size);
    replace_bytes(json, &size, cases[k].old, cases[k].new);
    expect_refused(json, size, cases[k].fragments);
    free(json);
  }
  coppice_model_free(model);
}

/* A file may have what no fit makes: a stump of all levels tells missing ones from the others, and
 * levels may lie far apart. */
static void foreign_files_are_read(void** state) {
  (void)state;
  coppice_model *model = tiny_model(), *changed = NULL;
  size_t size = 0;
  char* json = saved_bytes(model, "json", 1 << 16, &size);
  char many[1 << 15] = "\"feature_levels\":[{\"feature\":0,\"levels\":[\"a\",\"b\",\"c\"";
  for (int k = 3; k < 1000; ++k) sprintf(many + strlen(many), ",\"l%d\"", k);
  strcat(many, "]}]");
  replace_bytes(json, &size, "\"feature_levels\":[{\"feature\":0,\"levels\":[\"a\",\"b\",\"c\"]}]",
                many);
  replace_bytes(json, &size, "\"feature\":[0],\"count\":[1],\"level\":[1]",
                "\"feature\":[0],\"count\":[5],\"level\":[3,66,67,130,999]");
  check_ok(coppice_model_load_buffer(json, (int64_t)size, &changed));
  for (int code = 0; code < 1200; ++code) {
    const double x[2] = {code < 1150 ? (double)code : NAN, 0};
    double h = 0;
    check_ok(coppice_model_predict_row(changed, COPPICE_LEARNERS, x, 2, &h, 1));
    assert_true(h ==
                (code == 3 || code == 66 || code == 67 || code == 130 || code == 999 ? 1 : -1));
  }
  coppice_model* again = reloaded(changed, "cbor");
  size_t own_size = 0;
  char* own = saved_bytes(again, "json", 0, &own_size);
  assert_int_equal(own_size, size);
  assert_memory_equal(own, json, size);
  free(own);
  free(json);
  coppice_model_free(again);
  coppice_model_free(changed);
  coppice_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_keep_levels),
      cmocka_unit_test(levels_are_found_by_name),
      cmocka_unit_test(raw_rows_hold_codes),
      cmocka_unit_test(numbers_are_no_levels),
      cmocka_unit_test(padding_has_no_levels),
      cmocka_unit_test(the_rest_takes_levels),
      cmocka_unit_test(other_pools_refuse_categories),
      cmocka_unit_test(identifiers_are_warned_of),
      cmocka_unit_test(dates_are_warned_of),
      cmocka_unit_test(numbers_with_a_unit_are_warned_of),
      cmocka_unit_test(hostile_files_are_refused),
      cmocka_unit_test(foreign_files_are_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
