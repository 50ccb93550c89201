/* The entries of models refuse what they cannot take, as arguments_test.c has it of the others; and
 * a buffer that is too small is told the size it needs. */
#include <math.h>

#include "refusal.h"

static void predictions(void** state) {
  (void)state;
  refuses_handles(MODEL, const coppice_model,
                  coppice_model_output_width(handle, COPPICE_DECISION, &out.count));
  refuses_handles(
      MODEL, const coppice_model,
      coppice_model_predict(handle, COPPICE_DECISION, x, 8, 4, 2, 2, 1, 1, out.values, 8));
  refuses_handles(MODEL, const coppice_model,
                  coppice_model_predict_row(handle, COPPICE_DECISION, x, 2, out.values, 8));
  refuses_handles(MODEL, const coppice_model,
                  coppice_model_predict_dataset(handle, COPPICE_DECISION, data, 1, out.values, 8));
  refuses_handles(DATASET, const coppice_dataset,
                  coppice_model_predict_dataset(model, COPPICE_DECISION, handle, 1, out.values, 8));
  refuses_handles(MODEL, const coppice_model,
                  coppice_model_error_rate(handle, data, 1, &out.value));
  refuses_handles(DATASET, const coppice_dataset,
                  coppice_model_error_rate(model, handle, 1, &out.value));

  const coppice_output none[] = {(coppice_output)0, (coppice_output)8, (coppice_output)-1};
  for (int k = 0; k < 3; ++k) {
    const char* message = "output is|expected a value of coppice_output";
    refuses_value(coppice_model_output_width(model, none[k], &out.count), message);
    refuses_value(coppice_model_predict(model, none[k], x, 8, 4, 2, 2, 1, 1, out.values, 8),
                  message);
    refuses_value(coppice_model_predict_row(model, none[k], x, 2, out.values, 8), message);
    refuses_value(coppice_model_predict_dataset(model, none[k], data, 1, out.values, 8), message);
  }
  refuses_value(coppice_model_output_width(model, COPPICE_DECISION, NULL), "out is NULL");
  refuses(coppice_model_output_width(model, COPPICE_STAGED, &out.count), COPPICE_UNAVAILABLE,
          "no stages|keep_stages=yes");

#define refuses_predict(x_, length, n, d, threads, out_, capacity, status, fragments)           \
  refuses(coppice_model_predict(model, COPPICE_DECISION, x_, length, n, d, 2, 1, threads, out_, \
                                capacity),                                                      \
          status, fragments)
  refuses_predict(NULL, 8, 4, 2, 1, out.values, 8, COPPICE_INVALID_ARGUMENT, "x is NULL");
  refuses_predict(x, 7, 4, 2, 1, out.values, 8, COPPICE_INVALID_ARGUMENT, "length 7|8");
  refuses_predict(x, 8, 0, 2, 1, out.values, 8, COPPICE_INVALID_ARGUMENT, "rows is 0|at least 1");
  refuses_predict(x, 8, 4, 1, 1, out.values, 8, COPPICE_INVALID_DATA, "1 features|trained on 2");
  refuses_predict(x, 8, 4, 2, -1, out.values, 8, COPPICE_INVALID_ARGUMENT,
                  "threads is -1|expected at least 0");
  refuses_predict(x, 8, 4, 2, 1, NULL, 8, COPPICE_INVALID_ARGUMENT, "out is NULL");
  refuses_predict(x, 8, 4, 2, 1, out.values, -1, COPPICE_INVALID_ARGUMENT, "capacity is -1");
  refuses_predict(x, 8, 4, 2, 1, out.values, 3, COPPICE_BUFFER_TOO_SMALL, "capacity 3|needs 4");
#undef refuses_predict
  const double infinite[2] = {1, -INFINITY};
  const double unbounded[4] = {1, NAN, INFINITY, 4};
  refuses_value(coppice_model_predict_row(model, COPPICE_CLASS, NULL, 2, out.values, 8),
                "x is NULL");
  refuses(coppice_model_predict_row(model, COPPICE_CLASS, x, 3, out.values, 8),
          COPPICE_INVALID_DATA, "3 features|trained on 2");
  refuses(coppice_model_predict_row(model, COPPICE_CLASS, infinite, 2, out.values, 8),
          COPPICE_INVALID_DATA, "feature 1|-inf|expected a finite number");
  refuses(
      coppice_model_predict(model, COPPICE_CLASS, unbounded + 2, 2, 1, 2, 2, 1, 1, out.values, 8),
      COPPICE_INVALID_DATA, "row 0|feature 0|inf|expected a finite number");
  /* The row before the bad one is predicted, or could be: nothing of it may show. */
  refuses(coppice_model_predict(model, COPPICE_CLASS, unbounded, 4, 2, 2, 2, 1, 1, out.values, 8),
          COPPICE_INVALID_DATA, "row 1|feature 0|inf|expected a finite number");
  refuses_value(coppice_model_predict_row(model, COPPICE_CLASS, x, 2, NULL, 1), "out is NULL");
  refuses(coppice_model_predict_row(model, COPPICE_CLASS, x, 2, out.values, 0),
          COPPICE_BUFFER_TOO_SMALL, "capacity 0|needs 1");
  refuses_value(coppice_model_predict_dataset(model, COPPICE_CLASS, data, -2, out.values, 8),
                "threads is -2|expected at least 0");
  refuses_value(coppice_model_predict_dataset(model, COPPICE_CLASS, data, 1, NULL, 8),
                "out is NULL");
  refuses(coppice_model_predict_dataset(model, COPPICE_LEARNERS, data, 1, out.values, 8),
          COPPICE_BUFFER_TOO_SMALL, "capacity 8|needs 12");
  refuses_value(coppice_model_error_rate(model, data, -1, &out.value), "threads is -1");
  refuses_value(coppice_model_error_rate(model, data, 1, NULL), "out is NULL");
}

static void evaluations(void** state) {
  (void)state;
  refuses_handles(MODEL, const coppice_model,
                  coppice_model_evaluate(handle, data, 1, &out.evaluation));
  refuses_handles(DATASET, const coppice_dataset,
                  coppice_model_evaluate(model, handle, 1, &out.evaluation));
  refuses_value(coppice_model_evaluate(model, data, -1, &out.evaluation), "threads is -1");
  refuses_value(coppice_model_evaluate(model, data, 1, NULL), "out is NULL");

  refuses_handles(EVALUATION, const coppice_evaluation,
                  coppice_evaluation_criterion(handle, "auc", &out.value));
  refuses_value(coppice_evaluation_criterion(evaluation, NULL, &out.value), "name is NULL");
  refuses_value(coppice_evaluation_criterion(evaluation, "auc", NULL), "out is NULL");
  refuses(coppice_evaluation_criterion(evaluation, "eror", &out.value), COPPICE_UNKNOWN_NAME,
          "no criterion \"eror\"|did you mean \"error\"");
  refuses(coppice_evaluation_criterion(evaluation, "accuracy", &out.value), COPPICE_UNKNOWN_NAME,
          "no criterion \"accuracy\"|error, balanced_error, log_loss, brier, auc, squared_error");

  refuses_handles(EVALUATION, const coppice_evaluation,
                  coppice_evaluation_confusion(handle, out.values, 8, &out.needed));
  refuses_value(coppice_evaluation_confusion(evaluation, NULL, 8, &out.needed), "out is NULL");
  refuses_value(coppice_evaluation_confusion(evaluation, out.values, -1, &out.needed),
                "capacity is -1");
  refuses(coppice_evaluation_confusion(evaluation, out.values, 3, NULL), COPPICE_BUFFER_TOO_SMALL,
          "capacity 3|needs 4");
}

static void quantities(void** state) {
  (void)state;
  refuses_handles(MODEL, const coppice_model, coppice_model_get_int(handle, "rows", &out.count));
  refuses_handles(MODEL, const coppice_model, coppice_model_get_double(handle, "gap", &out.value));
  refuses_handles(MODEL, const coppice_model,
                  coppice_model_get_string(handle, "method", out.text, 64, &out.needed));
  refuses_handles(MODEL, const coppice_model,
                  coppice_model_get_array(handle, "bias", out.values, 8, &out.needed));
  refuses_handles(MODEL, const coppice_model,
                  coppice_model_class_name(handle, 0, out.text, 64, &out.needed));
  refuses_handles(MODEL, const coppice_model,
                  coppice_model_feature_name(handle, 0, out.text, 64, &out.needed));
  refuses_handles(MODEL, const coppice_model, coppice_model_levels(handle, 0, &out.count));
  refuses_handles(MODEL, const coppice_model,
                  coppice_model_level_name(handle, 0, 0, out.text, 64, &out.needed));
  refuses_handles(MODEL, const coppice_model,
                  coppice_model_learner(handle, 0, out.text, 64, &out.needed));
  refuses_handles(MODEL, const coppice_model,
                  coppice_model_shape_function(handle, 0, out.values, 8, &out.needed));
  refuses_value(coppice_model_get_int(model, NULL, &out.count), "name is NULL");
  refuses_value(coppice_model_get_int(model, "rows", NULL), "out is NULL");
  refuses_value(coppice_model_get_double(model, NULL, &out.value), "name is NULL");
  refuses_value(coppice_model_get_double(model, "gap", NULL), "out is NULL");
  refuses_value(coppice_model_get_string(model, NULL, out.text, 64, &out.needed), "name is NULL");
  refuses_value(coppice_model_get_string(model, "method", NULL, 64, &out.needed), "out is NULL");
  refuses_value(coppice_model_get_string(model, "method", out.text, -1, &out.needed),
                "capacity is -1|expected at least 0");
  refuses_value(coppice_model_get_array(model, NULL, out.values, 8, &out.needed), "name is NULL");
  refuses_value(coppice_model_get_array(model, "bias", NULL, 8, &out.needed), "out is NULL");
  refuses_value(coppice_model_get_array(model, "bias", out.values, INT64_MIN, &out.needed),
                "capacity is -9223372036854775808|expected at least 0");
  refuses_value(coppice_model_class_name(model, -1, out.text, 64, &out.needed),
                "index is -1|expected 0 to 1");
  refuses_value(coppice_model_class_name(model, 0, NULL, 64, &out.needed), "out is NULL");
  refuses_value(coppice_model_feature_name(model, 2, out.text, 64, &out.needed),
                "index is 2|expected 0 to 1");
  refuses_value(coppice_model_feature_name(model, 0, NULL, 64, &out.needed), "out is NULL");
  refuses_value(coppice_model_levels(model, 2, &out.count), "feature is 2|expected 0 to 1");
  refuses_value(coppice_model_levels(model, 0, NULL), "out is NULL");
  refuses_value(coppice_model_level_name(model, -1, 0, out.text, 64, &out.needed),
                "feature is -1|expected 0 to 1");
  refuses_value(coppice_model_level_name(model, 0, 0, out.text, 64, &out.needed), "level is 0");
  refuses_value(coppice_model_learner(model, 3, out.text, 64, &out.needed),
                "index is 3|expected 0 to 2");
  refuses_value(coppice_model_learner(model, 0, NULL, 4096, &out.needed), "out is NULL");
  refuses_value(coppice_model_shape_function(model, 2, out.values, 8, &out.needed),
                "feature is 2|expected 0 to 1");
  refuses_value(coppice_model_shape_function(model, 1, NULL, 64, &out.needed), "out is NULL");

  refuses(coppice_model_get_int(model, "learner", &out.count), COPPICE_UNKNOWN_NAME,
          "no int \"learner\"|did you mean \"learners\"|features, categories, classes, "
          "scores|option.seed");
  refuses(coppice_model_get_double(model, "objectiv", &out.value), COPPICE_UNKNOWN_NAME,
          "\"objectiv\"|did you mean \"objective\"");
  refuses(coppice_model_get_string(model, "methods", out.text, 64, &out.needed),
          COPPICE_UNKNOWN_NAME, "\"methods\"|did you mean \"method\"");
  refuses(coppice_model_get_array(model, "curve.scores", out.values, 8, &out.needed),
          COPPICE_UNKNOWN_NAME, "\"curve.scores\"|did you mean \"curve.score\"");
  refuses(coppice_model_get_array(model, "x", out.values, 8, &out.needed), COPPICE_UNKNOWN_NAME,
          "no array \"x\"; expected one of: |bias|pool_weights|curve.validation_error");
  refuses(coppice_model_get_double(model, "features", &out.value), COPPICE_UNKNOWN_NAME,
          "\"features\" is an int; use coppice_model_get_int");
  refuses(coppice_model_get_int(model, "gap", &out.count), COPPICE_UNKNOWN_NAME,
          "\"gap\" is a double; use coppice_model_get_double");
  refuses(coppice_model_get_array(model, "option.loss", out.values, 8, &out.needed),
          COPPICE_UNKNOWN_NAME, "\"option.loss\" is a string; use coppice_model_get_string");
  refuses(coppice_model_get_string(model, "bias", out.text, 64, &out.needed), COPPICE_UNKNOWN_NAME,
          "\"bias\" is an array; use coppice_model_get_array");
}

static void lists_of_quantities(void** state) {
  (void)state;
  refuses_handles(MODEL, const coppice_model,
                  coppice_model_quantity_count(handle, COPPICE_INT, &out.count));
  refuses_handles(MODEL, const coppice_model,
                  coppice_model_quantity_name(handle, COPPICE_INT, 0, out.text, 64, &out.needed));
  refuses_value(coppice_model_quantity_count(model, COPPICE_INT, NULL), "out is NULL");
  refuses_value(coppice_model_quantity_name(model, COPPICE_INT, 0, NULL, 64, &out.needed),
                "out is NULL");
  const coppice_quantity_type none[] = {(coppice_quantity_type)0, (coppice_quantity_type)5,
                                        (coppice_quantity_type)-1};
  for (int k = 0; k < 3; ++k) {
    const char* message = "type is|expected a value of coppice_quantity_type";
    refuses_value(coppice_model_quantity_count(model, none[k], &out.count), message);
    refuses_value(coppice_model_quantity_name(model, none[k], 0, out.text, 64, &out.needed),
                  message);
  }
  refuses_value(coppice_model_quantity_name(model, COPPICE_DOUBLE, -1, out.text, 64, &out.needed),
                "index is -1|expected 0 to");
  refuses_value(coppice_model_quantity_name(model, COPPICE_DOUBLE, 999, out.text, 64, &out.needed),
                "index is 999|expected 0 to");
  refuses_value(coppice_model_quantity_name(model, COPPICE_INT, 0, out.text, -1, &out.needed),
                "capacity is -1|expected at least 0");
}

/* A buffer that is too small says how much is needed, and stays as it was. */
#define asks_for(call, size)                              \
  do {                                                    \
    memset(&out, 0x5a, sizeof out);                       \
    check_error(call, COPPICE_BUFFER_TOO_SMALL, "needs"); \
    assert_int_equal(out.needed, size);                   \
    memset(&out.needed, 0x5a, sizeof out.needed);         \
    assert_true(is_untouched());                          \
  } while (0)

static void sizes_needed(void** state) {
  (void)state;
  asks_for(coppice_dataset_class_name(data, 0, NULL, 0, &out.needed), 3); /* "-1" */
  asks_for(coppice_dataset_class_name(data, 0, out.text, 2, &out.needed), 3);
  asks_for(coppice_model_class_name(model, 1, out.text, 1, &out.needed), 2); /* "1" */
  asks_for(coppice_model_feature_name(model, 1, NULL, 0, &out.needed), 1);   /* "" */
  asks_for(coppice_model_get_string(model, "method", out.text, 5, &out.needed), 6);
  asks_for(coppice_model_get_string(model, "warnings", NULL, 0, &out.needed), 1);
  asks_for(coppice_model_quantity_name(model, COPPICE_INT, 0, out.text, 8, &out.needed), 9);
  asks_for(coppice_model_get_array(model, "weights", out.values, 2, &out.needed), 3);
  asks_for(coppice_evaluation_confusion(evaluation, NULL, 0, &out.needed), 4);
  check_error(coppice_model_get_array(model, "weights", NULL, 0, NULL), COPPICE_BUFFER_TOO_SMALL,
              "capacity 0|needs 3");
  check_ok(coppice_model_get_array(model, "weights", out.values, 3, NULL));
  check_ok(coppice_model_class_name(model, 0, out.text, 3, &out.needed));
  assert_string_equal(out.text, "-1");
  assert_int_equal(out.needed, 3);
}

static void model_files(void** state) {
  (void)state;
  refuses_handles(MODEL, const coppice_model, coppice_model_save(handle, "never.json"));
  refuses_handles(MODEL, const coppice_model,
                  coppice_model_save_buffer(handle, "json", out.text, 64, &out.needed));
  refuses_value(coppice_model_save(model, NULL), "path is NULL");
  refuses_value(coppice_model_save_buffer(model, NULL, out.text, 64, &out.needed),
                "format is NULL");
  refuses(coppice_model_save_buffer(model, "xml", out.text, 64, &out.needed), COPPICE_UNKNOWN_NAME,
          "format is \"xml\"|expected json or cbor");
  refuses_value(coppice_model_save_buffer(model, "json", out.text, -1, &out.needed),
                "capacity is -1|expected at least 0");
  refuses_value(coppice_model_save_buffer(model, "json", NULL, 1 << 20, &out.needed),
                "out is NULL");
  refuses_value(coppice_model_load(NULL, &out.model), "path is NULL");
  refuses_value(coppice_model_load("never.json", NULL), "out is NULL");
  refuses(coppice_model_load("never.json", &out.model), COPPICE_FILE_ERROR,
          "cannot open|never.json|No such file");
  refuses_value(coppice_model_load_buffer(NULL, 4, &out.model), "bytes is NULL");
  refuses_value(coppice_model_load_buffer("{}", -1, &out.model), "size is -1|at least 0");
  refuses_value(coppice_model_load_buffer("{}", 2, NULL), "out is NULL");
  refuses_handles(SOLVER, const coppice_solver,
                  coppice_model_load_custom("never.json", handle, &out.model));
  refuses_handles(SOLVER, const coppice_solver,
                  coppice_model_load_buffer_custom("{}", 2, handle, &out.model));
  refuses_value(coppice_model_load_custom(NULL, solver, &out.model), "path is NULL");
  refuses_value(coppice_model_load_custom("never.json", solver, NULL), "out is NULL");
  refuses_value(coppice_model_load_buffer_custom(NULL, 4, solver, &out.model), "bytes is NULL");
  refuses_value(coppice_model_load_buffer_custom("{}", -1, solver, &out.model), "size is -1");
  refuses_value(coppice_model_load_buffer_custom("{}", 2, solver, NULL), "out is NULL");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(predictions),  cmocka_unit_test(evaluations),
      cmocka_unit_test(quantities),   cmocka_unit_test(lists_of_quantities),
      cmocka_unit_test(sizes_needed), cmocka_unit_test(model_files),
  };
  return cmocka_run_group_tests(tests, make_handles, free_handles);
}
