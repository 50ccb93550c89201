/* Reading CSV: what it may look like, where the label is, what is a header. */
#include <locale.h>
#include <math.h>

#include "bytes.h"

static coppice_dataset* parsed(const char* text, const char* label) {
  coppice_dataset* data = NULL;
  check_ok(parse_csv(text, (int64_t)strlen(text), label, &data));
  return data;
}

static void expect_name(const coppice_dataset* data, int64_t feature, const char* expected) {
  char name[64];
  check_ok(coppice_dataset_feature_name(data, feature, name, sizeof name, NULL));
  assert_string_equal(name, expected);
}

static void expect_class(const coppice_dataset* data, int64_t index, const char* expected) {
  char name[64];
  check_ok(coppice_dataset_class_name(data, index, name, sizeof name, NULL));
  assert_string_equal(name, expected);
}

static void expect_values(const coppice_dataset* data, const double* expected, int64_t rows,
                          int64_t features) {
  double row[16];
  assert_int_equal(rows_of(data), rows);
  assert_int_equal(features_of(data), features);
  for (int64_t i = 0; i < rows; ++i) {
    check_ok(coppice_dataset_copy_row(data, i, row, 16));
    for (int64_t d = 0; d < features; ++d) assert_true(row[d] == expected[i * features + d]);
  }
}

/* The dataset is (1.5 0 -2) of class 1 and (0 0.25 0) of class -1, the features named or not;
 * frees it. */
static void expect_two_rows(coppice_dataset* data, int named) {
  static const double expected[] = {1.5, 0, -2, 0, 0.25, 0};
  int64_t labels[2];
  expect_values(data, expected, 2, 3);
  check_ok(coppice_dataset_copy_labels(data, labels, 2));
  assert_int_equal(labels[0], 1);
  assert_int_equal(labels[1], 0);
  expect_class(data, 0, "-1");
  expect_class(data, 1, "1");
  const char* const names[] = {"age", "height (m)", "a \"b\", c"};
  for (int d = 0; d < 3; ++d) expect_name(data, d, named ? names[d] : "");
  coppice_dataset_free(data);
}

static void one_set_written_in_many_ways(void** state) {
  (void)state;
#define HEADER "y,age,height (m),\"a \"\"b\"\", c\"\n"
  const struct {
    const char *text, *label;
    int named;
  } cases[] = {
      {"1,1.5,0,-2\n-1,0,0.25,0\n", NULL, 0},
      {"1,1.5,0,-2\n-1,0,0.25,0", NULL, 0}, /* no newline at the end */
      {HEADER "1,1.5,0,-2\n-1,0,0.25,0\n", NULL, 1},
      {HEADER "1,1.5,0,-2\n-1,0,0.25,0\n", "y", 1},
      {HEADER "1,1.5,0,-2\n-1,0,0.25,0\n", "1", 1},
      {"\xef\xbb\xbf" HEADER "1,1.5,0,-2\n-1,0,0.25,0\n", "y", 1}, /* byte order mark */
      {"\xef\xbb\xbf\"1\",1.5,0,-2\n-1,0,0.25,0\n", NULL, 0},
      {"y,age,height (m),\"a \"\"b\"\", c\"\r\n\r\n1,1.5,0,-2\r\n-1,0,0.25,0\r\n", NULL, 1},
      {"\n  \n 1 ,1.5\t, 0,-2 \n\n-1,  0,\t0.25,0\n\n\n", NULL, 0},         /* blanks */
      {"\"1\",\"1.5\",\"0\",\"-2\"\n\"-1\",\"0\",\"0.25\",\"0\"", NULL, 0}, /* quotes */
      {"1, \"1.5\" ,\"0\" ,-2\n-1,0,0.25,0\n", NULL, 0},
      {"+1,+1.5,0e9,-.2E+1\n-1.0,-0,25e-2,1e-999\n", NULL, 0},
      {"1;1.5;0;-2\n-1;0;0.25;0\n", NULL, 0}, /* semicolons */
      {"y;age;height (m);\"a \"\"b\"\", c\"\n1;1.5;0;-2\n-1;0;0.25;0\n", NULL, 1},
      {"1;1,5;0;-2\n-1;0;0,25;0\n", NULL, 0}, /* decimal commas */
      {"1,0;+1,5;0e9;-0,2E+1\n-1;0;25e-2;,0\n", NULL, 0},
      {"y;age;height (m);\"a \"\"b\"\", c\"\n1;1,5;0;-2\n-1;0;0,25;0\n", "y", 1},
      {"1\t1,5\t0\t-2\n-1\t0\t0,25\t0\n", NULL, 0},
      {"1|1.5|0|-2\n-1|0|0.25|0\n", NULL, 0}, /* bars */
      {"y|age|height (m)|\"a \"\"b\"\", c\"\n1|1,5|0|-2\n-1|0|0,25|0\n", NULL, 1},
      {"# from: a, b; c\n#\n 1,1.5,0,-2\n-1,0,0.25,0\n", NULL, 0}, /* comments at the top */
      {"\xef\xbb\xbf#\n\n#x\n" HEADER "1,1.5,0,-2\n-1,0,0.25,0\n", "y", 1},
      {"1\t1.5\t0\t-2\n-1\t0\t 0.25\t0\n", NULL, 0}, /* tabs */
      {"y\tage\theight (m)\t\"a \"\"b\"\", c\"\n1\t1.5\t0\t-2\n-1\t0\t0.25\t0\n", "y", 1},
      {"1.5,0,-2,1\n0,0.25,0,-1\n", "4", 0}, /* the label elsewhere */
      {"1.5,0,1,-2\n0,0.25,-1,0\n", "3", 0},
      {"age,height (m),y,\"a \"\"b\"\", c\"\n1.5,0,1,-2\n0,0.25,-1,0\n", "y", 1},
      {"age,height (m),y,\"a \"\"b\"\", c\"\n1.5,0,1,-2\n0,0.25,-1,0\n", "3", 1},
      {"age,height (m),\"a \"\"b\"\", c\",the label\n1.5,0,-2,1\n0,0.25,0,-1\n", "the label", 1},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    coppice_dataset* data = NULL;
    expect_two_rows(parsed(cases[k].text, cases[k].label), cases[k].named);
    write_bytes("csv_test.csv", cases[k].text, strlen(cases[k].text));
    check_ok(read_csv("csv_test.csv", cases[k].label, &data));
    expect_two_rows(data, cases[k].named);
    size_t size = 0;
    unsigned char* gzip = gzip_stored(cases[k].text, strlen(cases[k].text), &size);
    data = NULL;
    check_ok(parse_csv(gzip, (int64_t)size, cases[k].label, &data));
    expect_two_rows(data, cases[k].named);
    free(gzip);
  }
  remove("csv_test.csv");
}

/* A first row is a header where no cell is a number, or where the label's name is in it. */
static void the_first_row_may_be_a_header(void** state) {
  (void)state;
  coppice_dataset* data = parsed("label,0,1\n1,5,6\n2,7,8\n", "label");
  const double expected[] = {5, 6, 7, 8};
  expect_values(data, expected, 2, 2); /* numbers as names, since the label is called by name */
  expect_name(data, 0, "0");
  expect_name(data, 1, "1");
  coppice_dataset_free(data);

  data = parsed("cat,5,6\ndog,7,8\n", NULL); /* a number: no header */
  expect_values(data, expected, 2, 2);
  expect_class(data, 0, "cat");
  expect_class(data, 1, "dog");
  expect_name(data, 0, "");
  coppice_dataset_free(data);

  data = parsed("5,2\n1,7\n", "2"); /* a number is a position, whatever the cells are */
  int64_t labels[2];
  check_ok(coppice_dataset_copy_labels(data, labels, 2));
  assert_int_equal(labels[0], 0);
  assert_int_equal(labels[1], 1);
  expect_class(data, 0, "2");
  coppice_dataset_free(data);
}

static void labels_are_numbers_or_names(void** state) {
  (void)state;
  coppice_dataset* data = parsed("10,1\n9,2\n9.0,3\n1e1,4\n-0,5\n0,6", NULL);
  int64_t labels[6], classes = 0;
  const int64_t as_numbers[] = {2, 1, 1, 2, 0, 0};
  check_ok(coppice_dataset_copy_labels(data, labels, 6));
  assert_memory_equal(labels, as_numbers, sizeof labels);
  check_ok(coppice_dataset_classes(data, &classes));
  assert_int_equal(classes, 3);
  coppice_dataset_free(data);

  data = parsed("10,1\n9,2\n9.0,3\n\"ten, or so\",4\n10,5\n9,6", NULL); /* one name: all are */
  const int64_t as_names[] = {0, 1, 2, 3, 0, 1};
  check_ok(coppice_dataset_copy_labels(data, labels, 6));
  assert_memory_equal(labels, as_names, sizeof labels);
  expect_class(data, 2, "9.0");
  expect_class(data, 3, "ten, or so");
  coppice_dataset_free(data);

  data = parsed("\xc3\xa4,1\nz,2\n", NULL); /* bytewise */
  expect_class(data, 0, "z");
  expect_class(data, 1, "\xc3\xa4");
  coppice_dataset_free(data);
}

static void there_may_be_no_label(void** state) {
  (void)state;
  const double expected[] = {5, 6, 7, 8};
  const char* const texts[] = {"5,6\n7,8\n", "a,b\n5,6\n7,8\n"};
  for (int k = 0; k < 2; ++k) {
    coppice_dataset* data = parsed(texts[k], "");
    int64_t classes = -1;
    expect_values(data, expected, 2, 2);
    expect_name(data, 0, k == 0 ? "" : "a");
    check_ok(coppice_dataset_classes(data, &classes));
    assert_int_equal(classes, 0);
    coppice_dataset_free(data);
  }
  coppice_dataset* data = parsed("one column\n5\n6\n7\n8\n", "");
  expect_values(data, expected, 4, 1);
  expect_name(data, 0, "one column");
  coppice_dataset_free(data);
}

/* Long lines and many of them, beyond any buffer: the numbers are those that strtod reads. */
static void long_texts_are_read_exactly(void** state) {
  (void)state;
  enum { ROWS = 300, FEATURES = 400 };
  char* text = malloc(ROWS * FEATURES * 32);
  double* row = malloc(FEATURES * sizeof *row);
  assert_non_null(text);
  assert_non_null(row);
  uint64_t word = 1;
  size_t size = 0;
  for (int i = 0; i < ROWS; ++i) {
    size += (size_t)sprintf(text + size, "class %d", i % 7);
    for (int d = 0; d < FEATURES; ++d) {
      word = word * UINT64_C(6364136223846793005) + 1;
      const double value = ldexp((double)(int64_t)word, (int)(word >> 40) % 200 - 150);
      size += (size_t)sprintf(text + size, ",%.17g", value);
    }
    text[size++] = '\n';
  }
  coppice_dataset* data = NULL;
  check_ok(parse_csv(text, (int64_t)size, NULL, &data));
  assert_int_equal(rows_of(data), ROWS);
  assert_int_equal(features_of(data), FEATURES);
  char* at = text;
  for (int i = 0; i < ROWS; ++i) {
    check_ok(coppice_dataset_copy_row(data, i, row, FEATURES));
    at = strchr(at, ',');
    for (int d = 0; d < FEATURES; ++d) assert_true(row[d] == strtod(at + 1, &at));
  }
  coppice_dataset_free(data);
  free(row);
  free(text);
}

/* What R, spreadsheets and data frames write. */
static void files_as_others_write_them(void** state) {
  (void)state;
  const double expected[] = {5.1, 3.5, 4.9, 3};
  const struct {
    const char *text, *label;
  } cases[] = {
      {"\"len\",\"wid\",\"species\"\n5.1,3.5,\"setosa\"\n4.9,3,\"virginica\"\n", "species"},
      {"len;wid;species\r\n5.1;3.5;setosa\r\n4.9;3;virginica\r\n", "3"},
      {"\xef\xbb\xbflen,wid,species\r\n5.1,3.5,setosa\r\n4.9,3,virginica\r\n", "species"},
      {"len\twid\tspecies\n5.1\t3.5\tsetosa\n4.9\t3\tvirginica\n", "species"},
  };
  for (int k = 0; k < 4; ++k) {
    coppice_dataset* data = parsed(cases[k].text, cases[k].label);
    expect_values(data, expected, 2, 2);
    expect_name(data, 0, "len");
    expect_name(data, 1, "wid");
    expect_class(data, 0, "setosa");
    coppice_dataset_free(data);
  }
}

/* What is missing, in every way to write it; a column named NA, or not a row of names. */
static void numbers_may_be_missing(void** state) {
  (void)state;
  const double expected[] = {NAN, 1, NAN, NAN, 2, NAN, NAN, NAN, NAN, 4, NAN, NAN};
  const struct {
    const char *text, *label;
  } cases[] = {
      {"y,a,b,c\n1,,1,\n2,NA,2,NaN\n3,?,nan,NAN\n4,4,-nan,+NaN\n", NULL},
      {"a;NA;c;y\r\n;1; ;1\r\n\"\";2;\"NA\";2\r\n ? ;;;3\r\n4;;?;4\r\n", "4"},
      {"a\ty\tb\tc\n\t1\t1\t\n?\t2\t2\t?\n\t3\t\t\n4\t4\t\t\n", "y"},
      {"1,?,1,?\n2,?,2,\n3,,,\n4,4,,\n", NULL},
      {"no,?,1,?\nso,?,2,\nno,,,\nso,4,,\n", "1"},
      {"no,?,1,\nso,?,2,\nno,,,\nso,4,,\n", NULL},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
    coppice_dataset* data = parsed(cases[k].text, cases[k].label);
    assert_int_equal(rows_of(data), 4);
    assert_int_equal(features_of(data), 3);
    for (int64_t i = 0; i < 4; ++i) {
      double row[3] = {7, 7, 7};
      check_ok(coppice_dataset_copy_row(data, i, row, 3));
      for (int64_t d = 0; d < 3; ++d)
        assert_true(isnan(expected[3 * i + d]) ? isnan(row[d]) : row[d] == expected[3 * i + d]);
    }
    coppice_dataset_free(data);
  }
}

/* Row names as pandas and R write them, and the empty columns of spreadsheets. */
static void what_has_no_name_is_called_by_its_number(void** state) {
  (void)state;
  const double expected[] = {0, 5, NAN, 1, 7, NAN};
  coppice_dataset* data = parsed(",y,a,\n0,1,5,\n1,2,7,\n", "y");
  assert_int_equal(rows_of(data), 2);
  for (int64_t i = 0; i < 2; ++i) {
    double row[3];
    check_ok(coppice_dataset_copy_row(data, i, row, 3));
    for (int d = 0; d < 3; ++d)
      assert_true(isnan(expected[3 * i + d]) ? isnan(row[d]) : row[d] == expected[3 * i + d]);
  }
  expect_name(data, 0, "column 1");
  expect_name(data, 1, "a");
  expect_name(data, 2, "column 4");
  coppice_dataset_free(data);
}

/* Without a label in the first row the question mark alone says that it has no names. */
static void a_question_mark_is_not_a_name(void** state) {
  (void)state;
  coppice_dataset* data = parsed("no,?,?\nso,1,2\n", NULL);
  assert_int_equal(rows_of(data), 2);
  coppice_dataset_free(data);
  data = parsed("y,NA,a\n1,1,2\n", NULL);
  assert_int_equal(rows_of(data), 1);
  expect_name(data, 0, "NA");
  coppice_dataset_free(data);
}

static void the_locale_does_not_matter(void** state) {
  (void)state;
  char half[16];
  if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL)
    fail_msg("there is no locale de_DE.UTF-8: install the package locales-all");
  snprintf(half, sizeof half, "%.1f", 0.5);
  assert_string_equal(half, "0,5"); /* this locale does have a decimal comma */
  expect_two_rows(parsed("1;1.5;0;-2\n-1;0;0.25;0\n", NULL), 0);
  expect_two_rows(parsed("1;1,5;0;-2\n-1;0;0,25;0\n", NULL), 0);
  setlocale(LC_ALL, "C");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_set_written_in_many_ways),
      cmocka_unit_test(the_first_row_may_be_a_header),
      cmocka_unit_test(labels_are_numbers_or_names),
      cmocka_unit_test(there_may_be_no_label),
      cmocka_unit_test(long_texts_are_read_exactly),
      cmocka_unit_test(files_as_others_write_them),
      cmocka_unit_test(numbers_may_be_missing),
      cmocka_unit_test(what_has_no_name_is_called_by_its_number),
      cmocka_unit_test(a_question_mark_is_not_a_name),
      cmocka_unit_test(the_locale_does_not_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
