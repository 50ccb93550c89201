/* The roles of columns in CSV, and tables that are read like another: by a dataset and by a model.
 */
#include <math.h>

#include "bytes.h"

static coppice_csv_columns* made(void) {
  coppice_csv_columns* columns = NULL;
  check_ok(coppice_csv_columns_create(&columns));
  return columns;
}

static coppice_dataset* parsed(const char* text, coppice_csv_columns* columns) {
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_parse_csv(text, (int64_t)strlen(text), columns, &data));
  coppice_csv_columns_free(columns);
  return data;
}

static void check_refused(const char* text, coppice_csv_columns* columns, const char* fragments) {
  coppice_dataset* data = NULL;
  check_error(coppice_dataset_parse_csv(text, (int64_t)strlen(text), columns, &data),
              COPPICE_PARSE_ERROR, fragments);
  assert_null(data);
  coppice_csv_columns_free(columns);
}

static void expect_row_name(const coppice_dataset* data, int64_t row, const char* expected) {
  char name[32];
  check_ok(coppice_dataset_row_name(data, row, name, sizeof name, NULL));
  assert_string_equal(name, expected);
}

static void expect_label_column(const coppice_dataset* data, const char* expected) {
  char name[32];
  check_ok(coppice_dataset_label_column(data, name, sizeof name, NULL));
  assert_string_equal(name, expected);
}

/* The features of a row are these. */
static void expect_row(const coppice_dataset* data, int64_t row, int count,
                       const double* expected) {
  double values[8];
  assert_int_equal(features_of(data), count);
  check_ok(coppice_dataset_copy_row(data, row, values, 8));
  for (int d = 0; d < count; ++d)
    assert_true(isnan(expected[d]) ? isnan(values[d]) : values[d] == expected[d]);
}

static const char table[] =
    "id,note,a,w,y,b\n"
    "first,\"b\xff\",1,0.5,no,2\n"
    "\"x,2\",7,3,2,yes,4\n"
    ",,5,1,no,6\n";

static coppice_csv_columns* roles_of_table(void) {
  coppice_csv_columns* columns = made();
  check_ok(coppice_csv_columns_set(columns, "id", "id"));
  check_ok(coppice_csv_columns_set(columns, "2", "ignore"));
  check_ok(coppice_csv_columns_set(columns, "w", "weight"));
  check_ok(coppice_csv_columns_set(columns, "y", "label"));
  return columns;
}

static void every_role_is_read(void** state) {
  (void)state;
  coppice_dataset* data = parsed(table, roles_of_table());
  const double rows[] = {1, 2, 3, 4, 5, 6};
  double weights[3];
  for (int64_t i = 0; i < 3; ++i) expect_row(data, i, 2, rows + 2 * i);
  check_ok(coppice_dataset_copy_weights(data, weights, 3));
  assert_true(weights[0] == 0.5 && weights[1] == 2 && weights[2] == 1);
  expect_row_name(data, 0, "first");
  expect_row_name(data, 1, "x,2");
  expect_row_name(data, 2, "");
  expect_label_column(data, "y");
  int64_t column = 0;
  check_ok(coppice_dataset_feature_column(data, 0, &column));
  assert_int_equal(column, 3);
  check_ok(coppice_dataset_feature_column(data, 1, &column));
  assert_int_equal(column, 6);
  check_error(coppice_dataset_feature_column(data, 2, &column), COPPICE_INVALID_ARGUMENT, "index");
  char name[8];
  check_error(coppice_dataset_row_name(data, 3, name, 8, NULL), COPPICE_INVALID_ARGUMENT,
              "row is 3");

  const int64_t last_first[] = {2, 0};
  coppice_dataset* part = NULL;
  check_ok(coppice_dataset_subset(data, last_first, 2, &part));
  coppice_dataset_free(data);
  expect_row_name(part, 0, "");
  expect_row_name(part, 1, "first");
  expect_label_column(part, "y");
  coppice_dataset_free(part);
}

static void data_that_were_no_table_have_no_columns(void** state) {
  (void)state;
  const double x[] = {1, 2};
  int64_t column = 7;
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_dense(x, 2, 1, 2, 2, 1, &data));
  check_ok(coppice_dataset_feature_column(data, 1, &column));
  assert_int_equal(column, 0);
  expect_label_column(data, "");
  expect_row_name(data, 0, "");
  coppice_dataset_free(data);
}

static void roles_are_one_each(void** state) {
  (void)state;
  coppice_csv_columns* columns = roles_of_table();
  check_error(coppice_csv_columns_set(columns, "a", "id"), COPPICE_INVALID_ARGUMENT,
              "column \"id\" is the id already; expected one column of this role");
  check_error(coppice_csv_columns_set(columns, "a", "weight"), COPPICE_INVALID_ARGUMENT,
              "column \"w\" is the weight already");
  check_error(coppice_csv_columns_set(columns, "w", "ignore"), COPPICE_INVALID_ARGUMENT,
              "column \"w\" is the weight already; expected one role a column");
  check_error(coppice_csv_columns_set(columns, NULL, "label"), COPPICE_INVALID_ARGUMENT,
              "column \"y\" is the label already; expected no column");
  check_error(coppice_csv_columns_set(columns, "a", "ignored"), COPPICE_UNKNOWN_NAME,
              "no role \"ignored\"; did you mean \"ignore\"");
  check_error(coppice_csv_columns_set(columns, NULL, "labels"), COPPICE_UNKNOWN_NAME, "no role");
  check_ok(coppice_csv_columns_set(columns, "6", "ignore"));
  check_ok(coppice_csv_columns_set(columns, "3", "ignore"));
  check_refused(table, columns, "line 1: none of the 6 columns is a feature");
  columns = roles_of_table();
  check_ok(coppice_csv_columns_set(columns, "4", "category"));
  check_refused(table, columns, "line 1: column 4 \"w\" is given two roles; expected one");
  columns = roles_of_table();
  check_refused(
      "id,note,a,w,y,b\nx,,1,-1,no,2\n", columns,
      "line 2, column 4 \"w\": weight \"-1\"; expected 0 or a number from 1e-50 to 1e+50");
  columns = roles_of_table();
  check_refused("id,note,a,w,y,b\nx,,1,,no,2\n", columns, "line 2, column 4 \"w\": weight \"\"");
  columns = roles_of_table();
  check_refused("id,note,a,w,y,b\nx\xff,,1,1,no,2\n", columns,
                "line 2, column 1 \"id\": id \"x\\xff\"");
}

/* Columns in any order, others of any content, the label where it is, a row without one. */
static void a_table_is_read_like_another(void** state) {
  (void)state;
  coppice_dataset* first = parsed(table, roles_of_table());
  const double expected[] = {10, 20};
  const struct {
    const char *text, *label;
  } like[] = {
      {"b,more,y,a\n20,x,yes,10\n20,1,no,10\n", "y"},
      {"a,y,w,b,id,a2\n10,yes,3,20,me,\n10,no,3,20,,\n", "y"},
      {"a,b\n10,20\n10,20\n", ""},
      {"me,?,10,3,no,20\nme,?,10,3,yes,20\n", "5"}, /* without names by number */
      {"10,20\n10,20\n", ""},
  };
  for (size_t k = 0; k < sizeof like / sizeof like[0]; ++k) {
    coppice_csv_columns* columns = made();
    check_ok(coppice_csv_columns_match_dataset(columns, first));
    coppice_dataset* other = parsed(like[k].text, columns);
    const double turned[] = {20, 10};
    expect_row(other, 0, 2, k == 0 ? turned : expected);
    expect_label_column(other, like[k].label);
    double weight[2];
    check_ok(coppice_dataset_copy_weights(other, weight, 2));
    assert_true(weight[0] == (k == 1 || k == 3 ? 3 : 1));
    expect_row_name(other, 0, k == 1 || k == 3 ? "me" : "");
    coppice_dataset_free(other);
  }
  coppice_csv_columns* columns = made();
  check_ok(coppice_csv_columns_match_dataset(columns, first));
  check_refused("a,y,c\n1,no,2\n", columns,
                "line 1: there is no column \"b\", which is a feature in training");
  columns = made();
  check_ok(coppice_csv_columns_match_dataset(columns, first));
  check_ok(coppice_csv_columns_set(columns, "b", "id"));
  check_refused("a,y,b\n1,no,2\n", columns, "line 1: column 3 \"b\" is a feature in training");
  columns = made(); /* a dataset is to be measured: its labels must be there */
  check_ok(coppice_csv_columns_match_dataset(columns, first));
  check_refused("a,y,b\n1,no,2\n1,,2\n", columns, "line 3, column 2 \"y\": there is no label");
  coppice_dataset_free(first);
}

static coppice_model* model_of(coppice_dataset* data) {
  coppice_solver* solver = NULL;
  coppice_model* model = NULL;
  check_ok(coppice_solver_create("cgens", &solver));
  check_ok(coppice_solver_set_int(solver, "learners", 2));
  check_ok(coppice_solver_fit(solver, data, &model));
  coppice_solver_free(solver);
  return model;
}

/* What the model of a file that was saved and loaded knows of it is what the first one knew. */
static coppice_model* reloaded(coppice_model* model) {
  char bytes[8192];
  int64_t size = 0;
  check_ok(coppice_model_save_buffer(model, "cbor", bytes, sizeof bytes, &size));
  coppice_model_free(model);
  coppice_model* again = NULL;
  check_ok(coppice_model_load_buffer(bytes, size, &again));
  return again;
}

static void a_model_remembers_its_columns(void** state) {
  (void)state;
  coppice_dataset* first = parsed(table, roles_of_table());
  coppice_model* model = reloaded(model_of(first));
  coppice_dataset_free(first);
  char name[16];
  double columns_of_features[2];
  check_ok(coppice_model_get_string(model, "label_column", name, sizeof name, NULL));
  assert_string_equal(name, "y");
  check_ok(coppice_model_get_string(model, "id_column", name, sizeof name, NULL));
  assert_string_equal(name, "id");
  check_ok(coppice_model_get_array(model, "columns", columns_of_features, 2, NULL));
  assert_true(columns_of_features[0] == 3 && columns_of_features[1] == 6);

  coppice_csv_columns* columns = made();
  check_ok(coppice_csv_columns_match_model(columns, model));
  coppice_dataset* other = parsed("w,b,y,a,id\n\"any, text\",4,no,3,me\n,2,yes,1,you\n", columns);
  expect_label_column(other, "y");
  expect_row_name(other, 1, "you");
  const double row[] = {4, 3};
  expect_row(other, 0, 2, row);
  coppice_dataset_free(other);

  int64_t classes = -1; /* one label is missing: none is there */
  columns = made();
  check_ok(coppice_csv_columns_match_model(columns, model));
  other = parsed("b,y,a\n4,no,3\n2,,1\n", columns);
  check_ok(coppice_dataset_classes(other, &classes));
  assert_int_equal(classes, 0);
  coppice_dataset_free(other);

  columns = made(); /* unless it is asked for, or nobody wants it */
  check_ok(coppice_csv_columns_match_model(columns, model));
  check_ok(coppice_csv_columns_set(columns, "y", "label"));
  check_refused("b,y,a\n4,no,3\n2,,1\n", columns, "line 3, column 2 \"y\": there is no label");
  columns = made();
  check_ok(coppice_csv_columns_match_model(columns, model));
  check_ok(coppice_csv_columns_set(columns, NULL, "label"));
  other = parsed("b,y,a\n4,no,3\n2,\"b\xff\",1\n", columns);
  expect_label_column(other, "");
  coppice_dataset_free(other);

  coppice_model_free(model);
}

static void names_of_a_model_make_a_header(void** state) {
  (void)state;
  coppice_csv_columns* columns = made();
  check_ok(coppice_csv_columns_set(columns, "y", "label"));
  coppice_dataset* data = parsed("2010,2011,y\n5,6,-1\n7,9,1\n", columns);
  coppice_model* model = model_of(data);
  coppice_dataset_free(data);
  columns = made();
  check_ok(coppice_csv_columns_match_model(columns, model));
  data = parsed("2011,2010\n6,5\n", columns);
  assert_int_equal(rows_of(data), 1);
  coppice_dataset_free(data);
  coppice_model_free(model);
}

/* svmlight text beyond a model's width is ignored; data whose width is said must have the model's.
 */
static void features_beyond_the_model_are_ignored(void** state) {
  (void)state;
  const char narrow[] = "1 1:2 2:1\n-1 1:-1 2:3\n";
  const char wide[] = "1 1:2 2:1 3:5 9:7\n-1 1:-1 2:3 4:NA\n1 9:2\n";
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_parse_svmlight(narrow, sizeof narrow - 1, 0, &data));
  coppice_model* model = model_of(data);
  double expected[2], values[3];
  check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, data, 1, expected, 2));
  coppice_dataset_free(data);
  check_ok(coppice_dataset_parse_svmlight(wide, sizeof wide - 1, 0, &data));
  check_ok(coppice_model_predict_dataset(model, COPPICE_DECISION, data, 1, values, 3));
  assert_true(values[0] == expected[0] && values[1] == expected[1]);
  coppice_dataset_free(data);
  check_ok(coppice_dataset_parse_svmlight(wide, sizeof wide - 1, 9, &data));
  check_error(coppice_model_predict_dataset(model, COPPICE_DECISION, data, 1, values, 3),
              COPPICE_INVALID_DATA, "x has 9 features; the model was trained on 2");
  coppice_dataset_free(data);
  coppice_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_role_is_read),
      cmocka_unit_test(data_that_were_no_table_have_no_columns),
      cmocka_unit_test(roles_are_one_each),
      cmocka_unit_test(a_table_is_read_like_another),
      cmocka_unit_test(a_model_remembers_its_columns),
      cmocka_unit_test(names_of_a_model_make_a_header),
      cmocka_unit_test(features_beyond_the_model_are_ignored),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
