/* Models of numbers, which have outputs where others have classes. No built-in method makes one:
 * these are files of two-class models in which one member was changed. */
#include <string.h>

#include "model_bytes.h"
#include "synthetic.h"

enum { FEATURES = 3, ROWS = 40 };

static coppice_model* with_classes;
static coppice_dataset* data;

static int make_model(void** state) {
  (void)state;
  data = noisy_examples(ROWS, FEATURES, 4);
  with_classes = fit_model(data, 5, "yes");
  return 0;
}

static int free_model(void** state) {
  (void)state;
  coppice_model_free(with_classes);
  coppice_dataset_free(data);
  return 0;
}

/* The bytes of `from` with other text for its classes; free() them. */
static char* changed(const coppice_model* from, const char* member, size_t* size) {
  char* json = saved_bytes(from, "json", 64, size);
  replace_bytes(json, size, "\"classes\":[-1,1]", member);
  return json;
}

static coppice_model* of_numbers(void) {
  size_t size = 0;
  char* json = changed(with_classes, "\"outputs\":1", &size);
  coppice_model* model = NULL;
  check_ok(coppice_model_load_buffer(json, (int64_t)size, &model));
  free(json);
  return model;
}

/* It is saved and loaded in either format. */
static void a_model_of_numbers_predicts_them(void** state) {
  (void)state;
  coppice_model* first = of_numbers();
  coppice_model* models[] = {first, reloaded(first, "json"), reloaded(first, "cbor")};
  double expected[ROWS], values[ROWS];
  check_ok(coppice_model_predict_dataset(with_classes, COPPICE_DECISION, data, 1, expected, ROWS));
  for (int k = 0; k < 3; ++k) {
    int64_t width = 0;
    assert_int_equal(count_of(models[k], "classes"), 0);
    assert_int_equal(count_of(models[k], "scores"), 1);
    check_ok(coppice_model_output_width(models[k], COPPICE_DECISION, &width));
    assert_int_equal(width, 1);
    check_ok(coppice_model_predict_dataset(models[k], COPPICE_DECISION, data, 1, values, ROWS));
    assert_memory_equal(values, expected, sizeof values);
    check_same_array(models[k], with_classes, "weights");
    coppice_model_free(models[k]);
  }
}

static void it_has_no_classes_to_predict(void** state) {
  (void)state;
  coppice_model* model = of_numbers();
  const char* const message = "predicts numbers and has no classes|decision values";
  const double x[FEATURES] = {0};
  int64_t width = -7;
  double out = -7;
  char name[8] = "?";
  check_error(coppice_model_output_width(model, COPPICE_CLASS, &width), COPPICE_UNAVAILABLE,
              message);
  check_error(coppice_model_predict_row(model, COPPICE_CLASS, x, FEATURES, &out, 1),
              COPPICE_UNAVAILABLE, message);
  check_error(coppice_model_output_width(model, COPPICE_PROBABILITY, &width), COPPICE_UNAVAILABLE,
              "this model");
  check_error(coppice_model_error_rate(model, data, 1, &out), COPPICE_UNAVAILABLE,
              "criterion error is of classes|numbers are predicted|squared_error");
  check_error(coppice_model_class_name(model, 0, name, sizeof name, NULL), COPPICE_INVALID_ARGUMENT,
              "index is 0|nothing to choose from");
  assert_true(width == -7 && out == -7);
  assert_string_equal(name, "?");
  coppice_model_free(model);
}

static void outputs_that_do_not_fit_are_refused(void** state) {
  (void)state;
  const struct {
    const char *member, *fragments;
  } cases[] = {
      {"\"outputs\":0", "\"outputs\" is 0"},
      {"\"outputs\":-1", "\"outputs\" is -1"},
      {"\"outputs\":1.5", "\"outputs\"|whole number"},
      {"\"outputs\":\"one\"", "\"outputs\"|whole number"},
      {"\"outputs\":null", "\"outputs\"|whole number"},
      {"\"outputs\":2", "2 scores|weights"},
      {"\"outputs\":9223372036854775807", "9223372036854775807 scores|weights"},
      {"\"neither\":1", "\"classes\" is missing"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
    size_t size = 0;
    char* json = changed(with_classes, cases[k].member, &size);
    coppice_model* none = NULL;
    check_error(coppice_model_load_buffer(json, (int64_t)size, &none), COPPICE_MODEL_ERROR,
                cases[k].fragments);
    assert_null(none);
    free(json);
  }
}

static void numbers_are_not_calibrated(void** state) {
  (void)state;
  coppice_solver* solver = solver_of(5);
  coppice_model *calibrated = NULL, *none = NULL;
  size_t size = 0;
  check_ok(coppice_solver_set_string(solver, "calibration", "platt"));
  check_ok(coppice_solver_fit(solver, data, &calibrated));
  char* json = changed(calibrated, "\"outputs\":1", &size);
  check_error(coppice_model_load_buffer(json, (int64_t)size, &none), COPPICE_MODEL_ERROR,
              "calibration|no classes");
  assert_null(none);
  free(json);
  coppice_model_free(calibrated);
  coppice_solver_free(solver);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_model_of_numbers_predicts_them),
      cmocka_unit_test(it_has_no_classes_to_predict),
      cmocka_unit_test(outputs_that_do_not_fit_are_refused),
      cmocka_unit_test(numbers_are_not_calibrated),
  };
  return cmocka_run_group_tests(tests, make_model, free_model);
}
