#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void check_ok_at(coppice_status got, const char* call, const char* file, int line) {
  if (got == COPPICE_OK && coppice_last_error()[0] == '\0') return;
  print_error("%s\n  returned %s: %s\n", call, coppice_status_name(got), coppice_last_error());
  _fail(file, line);
}

void check_error_at(coppice_status got, const char* call, coppice_status expected,
                    const char* fragments, const char* file, int line) {
  char copy[512];
  const char* message = coppice_last_error();
  int missing = strlen(fragments) >= sizeof copy;
  if (!missing) {
    strcpy(copy, fragments);
    for (char* fragment = strtok(copy, "|"); fragment != NULL; fragment = strtok(NULL, "|"))
      if (strstr(message, fragment) == NULL) missing = 1;
  }
  if (got == expected && !missing && message[0] != '\0') return;
  print_error("%s\n  returned %s: %s\n  expected %s with: %s\n", call, coppice_status_name(got),
              message, coppice_status_name(expected), fragments);
  _fail(file, line);
}

void check_close_at(double a, double b, double tolerance, const char* what, const char* file,
                    int line) {
  const double scale = fmax(1, fmax(fabs(a), fabs(b)));
  if (fabs(a - b) <= tolerance * scale) return;
  print_error("%s\n  %.17g and %.17g differ by more than %g\n", what, a, b, tolerance * scale);
  _fail(file, line);
}

const char* data_path(const char* file) {
  static char path[1024];
  snprintf(path, sizeof path, "%s/%s", COPPICE_TEST_DATA, file);
  return path;
}

coppice_dataset* load_data(const char* file) {
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_read_svmlight(data_path(file), 0, &data));
  return data;
}

/* NULL for the label in the first column, which is what NULL means to the library. */
static coppice_csv_columns* columns_of(const char* label) {
  coppice_csv_columns* columns = NULL;
  if (label == NULL) return NULL;
  check_ok(coppice_csv_columns_create(&columns));
  if (label[0] != '\0') check_ok(coppice_csv_columns_set(columns, label, "label"));
  return columns;
}

coppice_status read_csv(const char* path, const char* label, coppice_dataset** out) {
  coppice_csv_columns* columns = columns_of(label);
  const coppice_status status = coppice_dataset_read_csv(path, columns, out);
  coppice_csv_columns_free(columns);
  return status;
}

coppice_status parse_csv(const void* text, int64_t size, const char* label, coppice_dataset** out) {
  coppice_csv_columns* columns = columns_of(label);
  const coppice_status status = coppice_dataset_parse_csv(text, size, columns, out);
  coppice_csv_columns_free(columns);
  return status;
}

coppice_dataset* two_classes(const coppice_dataset* data, const char* negative,
                             const char* positive) {
  const int64_t rows = rows_of(data);
  const int64_t features = features_of(data);
  int64_t* classes = malloc((size_t)rows * sizeof *classes);
  double* x = malloc((size_t)(rows * features) * sizeof *x);
  double* labels = malloc((size_t)rows * sizeof *labels);
  assert_non_null(classes);
  assert_non_null(x);
  assert_non_null(labels);
  check_ok(coppice_dataset_copy_labels(data, classes, rows));
  int64_t kept = 0;
  for (int64_t i = 0; i < rows; ++i) {
    char name[64];
    check_ok(coppice_dataset_class_name(data, classes[i], name, sizeof name, NULL));
    if (strcmp(name, negative) != 0 && strcmp(name, positive) != 0) continue;
    check_ok(coppice_dataset_copy_row(data, i, x + kept * features, features));
    labels[kept++] = strcmp(name, positive) == 0 ? 1 : -1;
  }
  coppice_dataset* result = NULL;
  check_ok(coppice_dataset_create_dense(x, rows * features, kept, features, features, 1, &result));
  check_ok(coppice_dataset_set_labels(result, labels, kept));
  free(classes);
  free(x);
  free(labels);
  return result;
}

coppice_dataset* subset_of(const coppice_dataset* data, const int64_t* rows, int64_t count) {
  coppice_dataset* part = NULL;
  check_ok(coppice_dataset_subset(data, rows, count, &part));
  return part;
}

int64_t rows_of(const coppice_dataset* data) {
  int64_t value = 0;
  check_ok(coppice_dataset_rows(data, &value));
  return value;
}

int64_t features_of(const coppice_dataset* data) {
  int64_t value = 0;
  check_ok(coppice_dataset_features(data, &value));
  return value;
}

double quantity_of(const coppice_model* model, const char* name) {
  double value = 0;
  check_ok(coppice_model_get_double(model, name, &value));
  return value;
}

int64_t count_of(const coppice_model* model, const char* name) {
  int64_t value = -1;
  check_ok(coppice_model_get_int(model, name, &value));
  return value;
}

int64_t learners_of(const coppice_model* model) {
  return count_of(model, "learners");
}

coppice_evaluation* evaluate(const coppice_model* model, const coppice_dataset* data) {
  coppice_evaluation* made = NULL;
  check_ok(coppice_model_evaluate(model, data, 1, &made));
  return made;
}

double criterion_of(const coppice_evaluation* evaluation, const char* name) {
  double value = 0;
  check_ok(coppice_evaluation_criterion(evaluation, name, &value));
  return value;
}

double criterion_on(const coppice_model* model, const coppice_dataset* data, const char* name) {
  coppice_evaluation* made = evaluate(model, data);
  const double value = criterion_of(made, name);
  coppice_evaluation_free(made);
  return value;
}

int64_t told_int(const coppice_progress_info* info, const char* name) {
  int64_t value = -1;
  check_ok(coppice_progress_get_int(info, name, &value));
  return value;
}

double told_double(const coppice_progress_info* info, const char* name) {
  double value = -1;
  check_ok(coppice_progress_get_double(info, name, &value));
  return value;
}

char* text_of(const coppice_model* model, const char* name) {
  int64_t needed = 0;
  coppice_model_get_string(model, name, NULL, 0, &needed);
  char* text = malloc((size_t)needed + 1);
  assert_non_null(text);
  check_ok(coppice_model_get_string(model, name, text, needed, NULL));
  return text;
}

void check_text(const coppice_model* model, const char* name, const char* expected) {
  char* text = text_of(model, name);
  assert_string_equal(text, expected);
  free(text);
}

double* array_of(const coppice_model* model, const char* name, int64_t* size) {
  int64_t needed = 0;
  coppice_model_get_array(model, name, NULL, 0, &needed);
  double* values = malloc((size_t)(needed + 1) * sizeof *values);
  assert_non_null(values);
  check_ok(coppice_model_get_array(model, name, values, needed, &needed));
  if (size != NULL) *size = needed;
  return values;
}

int64_t quantities_of(const coppice_model* model, coppice_quantity_type type) {
  int64_t count = -1;
  check_ok(coppice_model_quantity_count(model, type, &count));
  return count;
}

char* quantity_name(const coppice_model* model, coppice_quantity_type type, int64_t index) {
  int64_t needed = 0;
  coppice_model_quantity_name(model, type, index, NULL, 0, &needed);
  char* name = malloc((size_t)needed + 1);
  assert_non_null(name);
  check_ok(coppice_model_quantity_name(model, type, index, name, needed, NULL));
  return name;
}

static void check_same_double(double a, double b) {
  assert_true(memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b)));
}

void check_same_quantity(const coppice_model* a, const coppice_model* b, coppice_quantity_type type,
                         const char* name) {
  if (type == COPPICE_INT) assert_int_equal(count_of(a, name), count_of(b, name));
  if (type == COPPICE_DOUBLE) check_same_double(quantity_of(a, name), quantity_of(b, name));
  if (type == COPPICE_ARRAY) check_same_array(a, b, name);
  if (type == COPPICE_STRING) {
    char* text = text_of(b, name);
    check_text(a, name, text);
    free(text);
  }
}

void check_same_array(const coppice_model* a, const coppice_model* b, const char* name) {
  int64_t size_a = 0, size_b = 0;
  double* values_a = array_of(a, name, &size_a);
  double* values_b = array_of(b, name, &size_b);
  assert_int_equal(size_a, size_b);
  for (int64_t k = 0; k < size_a; ++k) check_same_double(values_a[k], values_b[k]);
  free(values_a);
  free(values_b);
}
