/* Quantities: what a model lists is what it can be asked, each under one name and of one type; its
 * options are those that it was trained with, also after it has been saved. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "training.h"

static const coppice_quantity_type types[] = {COPPICE_INT, COPPICE_DOUBLE, COPPICE_STRING,
                                              COPPICE_ARRAY};
static const char* const getters[] = {"", "coppice_model_get_int", "coppice_model_get_double",
                                      "coppice_model_get_string", "coppice_model_get_array"};

static coppice_model* model_with(const char* options) {
  table* t = table_random(60, 3, 9, 4);
  coppice_model* model = train(t, options);
  table_free(t);
  return model;
}

/* Asks for a quantity as for one of this type. */
static coppice_status ask(const coppice_model* model, coppice_quantity_type type,
                          const char* name) {
  static char text[8192];
  static double values[1024];
  int64_t count = 0, needed = 0;
  switch (type) {
    case COPPICE_INT:
      return coppice_model_get_int(model, name, &count);
    case COPPICE_DOUBLE:
      return coppice_model_get_double(model, name, values);
    case COPPICE_STRING:
      return coppice_model_get_string(model, name, text, sizeof text, &needed);
    case COPPICE_ARRAY:
      return coppice_model_get_array(model, name, values, 1024, &needed);
  }
  return COPPICE_INTERNAL;
}

static int has(const coppice_model* model, coppice_quantity_type type, const char* name) {
  int found = 0;
  for (int64_t k = 0; k < quantities_of(model, type); ++k) {
    char* listed = quantity_name(model, type, k);
    found += strcmp(listed, name) == 0;
    free(listed);
  }
  return found;
}

static void every_listed_quantity_can_be_asked_for(void** state) {
  (void)state;
  const char* const options[] = {"learners=7", "learners=5 keep_stages=yes calibration=platt",
                                 "learners=1 loss=least-squares C=1"};
  for (int m = 0; m < 3; ++m) {
    coppice_model* model = model_with(options[m]);
    for (int t = 0; t < 4; ++t) {
      const int64_t count = quantities_of(model, types[t]);
      assert_true(count >= 5);
      for (int64_t k = 0; k < count; ++k) {
        char* name = quantity_name(model, types[t], k);
        check_ok(ask(model, types[t], name));
        for (int other = 0; other < 4; ++other) { /* once as this type, never as another */
          assert_int_equal(has(model, types[other], name), other == t);
          if (other != t)
            check_error(ask(model, types[other], name), COPPICE_UNKNOWN_NAME, getters[types[t]]);
        }
        free(name);
      }
    }
    coppice_model_free(model);
  }
}

/* Those that the header promises. */
static void no_quantity_is_missing(void** state) {
  (void)state;
  static const char* const names[4][19] = {
      {"features", "classes", "scores", "iterations", "best_iteration", "rows", "learners",
       "stages", "option.learners", "option.seed"},
      {"objective", "dual_objective", "gap", "optimum", "price_of_sparsity", "train_error",
       "fit_seconds", "option.C"},
      {"method", "options", "gap_scope", "stop_reason", "warnings", "pools", "option.loss"},
      {"calibration_slope", "calibration_offset", "weights", "bias", "feature_counts",
       "feature_weights", "feature_importance", "pool_weights", "pool_learners", "curve.iteration",
       "curve.learners", "curve.objective", "curve.dual_objective", "curve.master_gap",
       "curve.score", "curve.train_error", "curve.validation_error", "curve.validation_criterion"}};
  coppice_model* model = model_with("learners=3");
  for (int t = 0; t < 4; ++t)
    for (int k = 0; names[t][k] != NULL; ++k) assert_true(has(model, types[t], names[t][k]));
  coppice_model_free(model);
}

/* The options of a model are those of its method's table, each of the type that it has there. */
static void options_are_the_methods(void** state) {
  (void)state;
  coppice_model* model =
      model_with("learners=4 C=1 time_limit=1000 loss=squared-hinge bias=penalised seed=12");
  coppice_model* models[] = {model, reloaded(model, "json"), reloaded(model, "cbor")};
  for (int m = 0; m < 3; ++m) { /* whole values of double options are doubles in files too */
    int64_t count = 0, listed = 0;
    check_ok(coppice_option_count(COPPICE_METHODS, "cgens", &count));
    for (int64_t k = 0; k < count; ++k) {
      const char *name = NULL, *type = NULL;
      char full_name[64];
      check_ok(coppice_option_attribute(COPPICE_METHODS, "cgens", k, "name", &name));
      check_ok(coppice_option_attribute(COPPICE_METHODS, "cgens", k, "type", &type));
      snprintf(full_name, sizeof full_name, "option.%s", name);
      assert_int_equal(has(models[m], COPPICE_INT, full_name), strcmp(type, "int") == 0);
      assert_int_equal(has(models[m], COPPICE_DOUBLE, full_name), strcmp(type, "double") == 0);
      assert_int_equal(has(models[m], COPPICE_STRING, full_name), strcmp(type, "string") == 0);
    }
    for (int t = 0; t < 4; ++t)
      for (int64_t k = 0; k < quantities_of(models[m], types[t]); ++k) {
        char* name = quantity_name(models[m], types[t], k);
        listed += strncmp(name, "option.", 7) == 0;
        free(name);
      }
    assert_int_equal(listed, count);
    assert_int_equal(count_of(models[m], "option.learners"), 4);
    assert_int_equal(count_of(models[m], "option.seed"), 12);
    assert_true(quantity_of(models[m], "option.C") == 1);
    assert_true(quantity_of(models[m], "option.time_limit") == 1000);
    assert_true(quantity_of(models[m], "option.epsilon") == 1e-6);
    check_text(models[m], "option.loss", "squared-hinge");
    check_text(models[m], "option.bias", "penalised");
    check_same_quantity(models[m], model, COPPICE_STRING, "options");
  }
  for (int m = 0; m < 3; ++m) coppice_model_free(models[m]);
}

static void all_options_are_one_json_object(void** state) {
  (void)state;
  coppice_model* model = model_with("learners=2 C=0.125");
  char* options = text_of(model, "options");
  assert_non_null(strstr(options, "{\"C\":0.125,"));
  assert_non_null(strstr(options, "\"learners\":2,"));
  assert_non_null(strstr(options, "\"loss\":\"hinge\""));
  assert_non_null(strstr(options, "\"pool\":{\"kind\":\"stump\""));
  assert_string_equal(options + strlen(options) - 2, "}}");
  free(options);
  coppice_model_free(model);
}

static void an_uncalibrated_model_has_no_sigmoids(void** state) {
  (void)state;
  coppice_model* plain = model_with("learners=3");
  coppice_model* calibrated = model_with("learners=3 calibration=platt");
  int64_t size = -1;
  free(array_of(plain, "calibration_slope", &size));
  assert_int_equal(size, 0);
  free(array_of(plain, "calibration_offset", &size));
  assert_int_equal(size, 0);
  free(array_of(calibrated, "calibration_slope", &size));
  assert_int_equal(size, 1);
  free(array_of(calibrated, "calibration_offset", &size));
  assert_int_equal(size, 1);
  coppice_model_free(plain);
  coppice_model_free(calibrated);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_listed_quantity_can_be_asked_for),
      cmocka_unit_test(no_quantity_is_missing),
      cmocka_unit_test(options_are_the_methods),
      cmocka_unit_test(all_options_are_one_json_object),
      cmocka_unit_test(an_uncalibrated_model_has_no_sigmoids),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
