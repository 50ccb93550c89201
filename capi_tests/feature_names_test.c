/* Names of features: what may be one, where they go, and models that find their columns by them. */
#include <math.h>
#include <string.h>

#include "model_bytes.h"
#include "synthetic.h"

enum { ROWS = 200, FEATURES = 4, LEARNERS = 10 };
static const char* const names[FEATURES] = {"age", "b c", "\xc3\xa4", "d"};

static void expect_name(const coppice_dataset* data, int64_t feature, const char* expected) {
  char name[64];
  int64_t needed = 0;
  check_ok(coppice_dataset_feature_name(data, feature, name, sizeof name, &needed));
  assert_string_equal(name, expected);
  assert_int_equal(needed, strlen(expected) + 1);
}

static void expect_model_name(const coppice_model* model, int64_t feature, const char* expected) {
  char name[64];
  int64_t needed = 0;
  check_ok(coppice_model_feature_name(model, feature, name, sizeof name, &needed));
  assert_string_equal(name, expected);
  assert_int_equal(needed, strlen(expected) + 1);
}

static coppice_dataset* named_examples(void) {
  coppice_dataset* data = noisy_examples(ROWS, FEATURES, 3);
  check_ok(coppice_dataset_set_feature_names(data, names, FEATURES));
  return data;
}

/* Columns of `data` under other names or orders: column k is its feature order[k], or, where that
 * is -1, something else. Labels come along. */
static coppice_dataset* rearranged(const coppice_dataset* data, const int64_t* order,
                                   const char* const* as, int64_t width) {
  double x[ROWS * 8], row[FEATURES], labels[ROWS];
  int64_t indices[ROWS];
  coppice_dataset* result = NULL;
  check_ok(coppice_dataset_copy_labels(data, indices, ROWS));
  for (int64_t i = 0; i < ROWS; ++i) {
    check_ok(coppice_dataset_copy_row(data, i, row, FEATURES));
    labels[i] = indices[i] == 0 ? -1 : 1;
    for (int64_t k = 0; k < width; ++k) x[i * width + k] = order[k] < 0 ? -7 : row[order[k]];
  }
  check_ok(coppice_dataset_create_dense(x, ROWS * width, ROWS, width, width, 1, &result));
  check_ok(coppice_dataset_set_labels(result, labels, ROWS));
  if (as != NULL) check_ok(coppice_dataset_set_feature_names(result, as, width));
  return result;
}

static void names_are_kept(void** state) {
  (void)state;
  coppice_dataset* data = noisy_examples(ROWS, FEATURES, 3);
  for (int d = 0; d < FEATURES; ++d) expect_name(data, d, "");
  check_ok(coppice_dataset_set_feature_names(data, names, FEATURES));
  for (int d = 0; d < FEATURES; ++d) expect_name(data, d, names[d]);
  const int64_t rows[] = {3, 3, 0};
  coppice_dataset *part = NULL, *first = NULL, *second = NULL;
  check_ok(coppice_dataset_subset(data, rows, 3, &part));
  check_ok(coppice_dataset_split(data, 0.5, 1, &first, &second));
  const char* const others[FEATURES] = {"1", "2", "3", "4"};
  check_ok(coppice_dataset_set_feature_names(data, others, FEATURES)); /* replaces; of no other */
  for (int d = 0; d < FEATURES; ++d) {
    expect_name(data, d, others[d]);
    expect_name(part, d, names[d]);
    expect_name(first, d, names[d]);
    expect_name(second, d, names[d]);
  }
  coppice_dataset_free(data);
  coppice_dataset_free(part);
  coppice_dataset_free(first);
  coppice_dataset_free(second);
}

static void names_are_checked(void** state) {
  (void)state;
  coppice_dataset* data = named_examples();
  const struct {
    const char *names[FEATURES], *fragments;
  } bad[] = {
      {{"a", "b", NULL, "d"}, "names[2] is NULL|expected a name"},
      {{"a", "", "c", "d"}, "names[1] is \"\"|expected a name"},
      {{"a", "b", "c", "\xff"}, "names[3] is \"\\xff\"|expected UTF-8"},
      {{"a", "b", "c", "a"}, "names[3] is \"a\", as names[0] is|expected distinct"},
      {{"z", "y", "y", "y"}, "names[2] is \"y\", as names[1] is|expected distinct"},
  };
  for (int k = 0; k < 5; ++k) {
    check_error(coppice_dataset_set_feature_names(data, bad[k].names, FEATURES),
                COPPICE_INVALID_DATA, bad[k].fragments);
    for (int d = 0; d < FEATURES; ++d) expect_name(data, d, names[d]);
  }
  coppice_model* model = fit_model(data, LEARNERS, "no");
  check_error(coppice_dataset_set_feature_names(data, names, FEATURES), COPPICE_INVALID_STATE,
              "feature names cannot be set|a solver has used");
  coppice_model_free(model);
  coppice_dataset_free(data);
}

static void models_keep_names(void** state) {
  (void)state;
  coppice_dataset* data = named_examples();
  coppice_dataset* nameless = noisy_examples(ROWS, FEATURES, 3);
  coppice_model* model = fit_model(data, LEARNERS, "no");
  coppice_model* plain = fit_model(nameless, LEARNERS, "no");
  for (int d = 0; d < FEATURES; ++d) {
    expect_model_name(model, d, names[d]);
    expect_model_name(plain, d, "");
  }
  const char* const formats[] = {"json", "cbor"};
  for (int k = 0; k < 2; ++k) {
    coppice_model* loaded = reloaded(model, formats[k]);
    for (int d = 0; d < FEATURES; ++d) expect_model_name(loaded, d, names[d]);
    coppice_model_free(loaded);
    size_t size = 0;
    char* bytes =
        saved_bytes(plain, formats[k], 0, &size); /* as files were before there were names */
    assert_null(find_bytes(bytes, size, "feature_names", 13));
    free(bytes);
  }
  for (int64_t j = 0; j < learners_of(model); ++j) { /* the name stands beside the index */
    char text[256], expected[256];
    check_ok(coppice_model_learner(plain, j, text, sizeof text, NULL));
    int feature = -1;
    assert_int_equal(sscanf(text, "{\"kind\":\"stump\",\"feature\":%d,", &feature), 1);
    snprintf(expected, sizeof expected,
             "{\"kind\":\"stump\",\"feature\":%d,\"feature_name\":\"%s\"%s", feature,
             names[feature], strstr(text, ",\"threshold\""));
    check_ok(coppice_model_learner(model, j, text, sizeof text, NULL));
    assert_string_equal(text, expected);
  }
  coppice_model_free(model);
  coppice_model_free(plain);
  coppice_dataset_free(data);
  coppice_dataset_free(nameless);
}

/* The same predictions, bit for bit, whatever the order of the columns and what else there is. */
static void columns_are_found_by_name(void** state) {
  (void)state;
  coppice_dataset* data = named_examples();
  coppice_model* model = fit_model(data, LEARNERS, "yes");
  const struct {
    int64_t width, order[6];
    const char* names[6];
  } cases[] = {
      {4, {0, 1, 2, 3}, {"age", "b c", "\xc3\xa4", "d"}},
      {4, {3, 2, 1, 0}, {"d", "\xc3\xa4", "b c", "age"}},
      {4, {1, 2, 3, 0}, {"b c", "\xc3\xa4", "d", "age"}},
      {6, {-1, 2, 0, -1, 3, 1}, {"A", "\xc3\xa4", "age", "ag", "d", "b c"}},
      {5, {0, 1, 2, 3, -1}, {"age", "b c", "\xc3\xa4", "d", "e"}},
  };
  const coppice_output outputs[] = {COPPICE_DECISION, COPPICE_CLASS, COPPICE_STAGED,
                                    COPPICE_LEARNERS};
  static double expected[ROWS * LEARNERS], got[ROWS * LEARNERS];
  double error = -1, other = -2;
  check_ok(coppice_model_error_rate(model, data, 1, &error));
  for (int c = 0; c < 5; ++c) {
    coppice_dataset* mixed = rearranged(data, cases[c].order, cases[c].names, cases[c].width);
    for (int k = 0; k < 4; ++k) {
      int64_t width = 0;
      check_ok(coppice_model_output_width(model, outputs[k], &width));
      check_ok(coppice_model_predict_dataset(model, outputs[k], data, 1, expected, ROWS * width));
      check_ok(coppice_model_predict_dataset(model, outputs[k], mixed, 2, got, ROWS * width));
      assert_memory_equal(expected, got, (size_t)(ROWS * width) * sizeof *got);
    }
    check_ok(coppice_model_error_rate(model, mixed, 2, &other));
    assert_true(other == error);
    coppice_dataset_free(mixed);
  }
  coppice_model_free(model);
  coppice_dataset_free(data);
}

static void a_column_that_lacks_is_named(void** state) {
  (void)state;
  coppice_dataset* data = named_examples();
  coppice_model* model = fit_model(data, LEARNERS, "no");
  const int64_t order[] = {0, 1, 3, 2, -1};
  const char* const others[] = {"age", "b c", "d", "a", "A"};
  double values[ROWS], error = -1;
  for (int width = 3; width <= 5; ++width) {
    coppice_dataset* other = rearranged(data, order, others, width);
    const char* message = "no feature \"\xc3\xa4\"|the model was trained on";
    values[0] = 0.5;
    check_error(coppice_model_predict_dataset(model, COPPICE_DECISION, other, 1, values, ROWS),
                COPPICE_INVALID_DATA, message);
    assert_true(values[0] == 0.5);
    check_error(coppice_model_error_rate(model, other, 1, &error), COPPICE_INVALID_DATA, message);
    assert_true(error == -1);
    coppice_dataset_free(other);
  }
  coppice_model_free(model);
  coppice_dataset_free(data);
}

/* Without names on one side columns go by position, and the width must be the model's. */
static void without_names_position_counts(void** state) {
  (void)state;
  coppice_dataset* data = named_examples();
  coppice_dataset* nameless = noisy_examples(ROWS, FEATURES, 3);
  coppice_model* named_model = fit_model(data, LEARNERS, "no");
  coppice_model* plain_model = fit_model(nameless, LEARNERS, "no");
  const int64_t order[] = {0, 1, 2, 3, 0};
  const char* const others[] = {"p", "q", "r", "s", "t"};
  static double expected[ROWS], got[ROWS];
  check_ok(
      coppice_model_predict_dataset(plain_model, COPPICE_DECISION, nameless, 1, expected, ROWS));
  for (int width = 3; width <= 5; ++width) {
    coppice_dataset* with_names = rearranged(data, order, others, width);
    coppice_dataset* without = rearranged(data, order, NULL, width);
    for (int k = 0; k < 2; ++k) {
      const coppice_model* model = k == 0 ? named_model : plain_model;
      const coppice_dataset* given = k == 0 ? without : with_names;
      if (width == FEATURES) {
        check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, given, 1, got, ROWS));
        assert_memory_equal(expected, got, sizeof got);
      } else {
        check_error(coppice_model_predict_dataset(model, COPPICE_DECISION, given, 1, got, ROWS),
                    COPPICE_INVALID_DATA, width == 3 ? "3 features|trained on 4" : "5 features");
      }
    }
    coppice_dataset_free(with_names);
    coppice_dataset_free(without);
  }
  coppice_model_free(named_model);
  coppice_model_free(plain_model);
  coppice_dataset_free(data);
  coppice_dataset_free(nameless);
}

/* Sparse rows of a file: named, they are matched as others are; nameless, they are padded. */
static void sparse_rows_have_names_too(void** state) {
  (void)state;
  const char* text = "1 1:1 3:5\n-1 2:2 3:1\n1 1:2 3:4\n-1 2:1\n";
  const char* swapped = "1 1:5 2:1\n-1 1:1 4:2\n1 1:4 2:2\n-1 4:1\n";
  const char* const as[] = {"x", "y", "z"};
  const char* const swapped_as[] = {"z", "x", "more", "y"};
  coppice_dataset *data = NULL, *other = NULL;
  double expected[4], got[4];
  check_ok(coppice_dataset_parse_svmlight(text, (int64_t)strlen(text), 0, &data));
  check_ok(coppice_dataset_set_feature_names(data, as, 3));
  coppice_model* model = fit_model(data, 3, "no");
  check_ok(coppice_dataset_parse_svmlight(swapped, (int64_t)strlen(swapped), 0, &other));
  check_ok(coppice_dataset_set_feature_names(other, swapped_as, 4));
  check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, data, 1, expected, 4));
  check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, other, 1, got, 4));
  assert_memory_equal(expected, got, sizeof got);
  coppice_dataset_free(other);
  check_ok(coppice_dataset_parse_svmlight("1 1:1\n", 6, 0, &other));
  check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, other, 1, got, 4));
  coppice_dataset_free(other);
  coppice_model_free(model);
  coppice_dataset_free(data);
}

/* A file whose names do not fit is damaged. */
static void names_in_files_are_checked(void** state) {
  (void)state;
  coppice_dataset* data = noisy_examples(ROWS, FEATURES, 3);
  const char* const plain[] = {"aa", "bb", "cc", "dd"};
  check_ok(coppice_dataset_set_feature_names(data, plain, FEATURES));
  coppice_model* model = fit_model(data, 2, "no");
  const struct {
    const char *from, *to, *fragments;
  } changes[] = {
      {"\"aa\"", "\"bb\"", "feature_names|names[1] is \"bb\", as names[0] is"},
      {"\"cc\"", "\"\"  ", "feature_names|names[2] is \"\""},
      {"\"dd\"", "1234", "feature_names|holds a whole number|expected texts"},
      {"[\"aa\",\"bb\",\"cc\",\"dd\"]", "[\"aa\",\"bb\",\"cc\"]     ", "feature_names|3 names|4"},
      {"[\"aa\",\"bb\",\"cc\",\"dd\"]", "{\"aa\":[\"bb\",\"cc\"]}   ",
       "feature_names|is an object|expected a list"},
  };
  for (int k = 0; k < 5; ++k) {
    size_t size = 0;
    char* bytes = saved_bytes(model, "json", 0, &size);
    char* at = find_bytes(bytes, size, changes[k].from, strlen(changes[k].from));
    coppice_model* loaded = NULL;
    assert_non_null(at);
    assert_int_equal(strlen(changes[k].from), strlen(changes[k].to));
    memcpy(at, changes[k].to, strlen(changes[k].to));
    assert_true(fit_header(bytes, size));
    check_error(coppice_model_load_buffer(bytes, (int64_t)size, &loaded), COPPICE_MODEL_ERROR,
                changes[k].fragments);
    assert_null(loaded);
    free(bytes);
  }
  coppice_model_free(model);
  coppice_dataset_free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_kept),
      cmocka_unit_test(names_are_checked),
      cmocka_unit_test(models_keep_names),
      cmocka_unit_test(columns_are_found_by_name),
      cmocka_unit_test(a_column_that_lacks_is_named),
      cmocka_unit_test(without_names_position_counts),
      cmocka_unit_test(sparse_rows_have_names_too),
      cmocka_unit_test(names_in_files_are_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
