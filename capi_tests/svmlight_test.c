/* Reading svmlight text: what it may look like, gzip included. */
#include <locale.h>
#include <math.h>

#include "bytes.h"

static coppice_dataset* parsed(const void* text, size_t size, int64_t features) {
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_parse_svmlight(text, (int64_t)size, features, &data));
  return data;
}

/* The dataset is the two rows of class 1 (1.5 0 -2) and class -1 (0 0.25 0); frees it. */
static void expect_two_rows(coppice_dataset* data) {
  static const double expected[2][3] = {{1.5, 0, -2}, {0, 0.25, 0}};
  int64_t labels[2];
  double row[3];
  assert_int_equal(rows_of(data), 2);
  assert_int_equal(features_of(data), 3);
  check_ok(coppice_dataset_copy_labels(data, labels, 2));
  assert_int_equal(labels[0], 1);
  assert_int_equal(labels[1], 0);
  for (int i = 0; i < 2; ++i) {
    check_ok(coppice_dataset_copy_row(data, i, row, 3));
    for (int d = 0; d < 3; ++d) assert_true(row[d] == expected[i][d]);
  }
  coppice_dataset_free(data);
}

static void one_set_written_in_many_ways(void** state) {
  (void)state;
  const char* const texts[] = {
      "1 1:1.5 3:-2\n-1 2:0.25\n",
      "1 1:1.5 3:-2\n-1 2:0.25",       /* no newline at the end */
      "1 1:1.5 3:-2\r\n-1 2:0.25\r\n", /* CRLF */
      ("\xef\xbb\xbf"
       "1 1:1.5 3:-2\n-1 2:0.25\n"),                              /* byte order mark */
      "# a set\n\n1 1:1.5 3:-2 # one\n   \n\t\n-1 2:0.25#two\n#", /* comments and blank lines */
      "\t1\t1:1.5 \t 3:-2  \n   -1    2:0.25\t\t\n\n\n",          /* tabs, trailing blanks */
      "+1 +1:+1.5 3:-2\n-1 2:+.25\n",                             /* leading plus */
      "1 1:15e-1 3:-0.2E+1\n-1.0 2:2.5e-1\n",                     /* exponents */
      "1 1:1.5 2:0 3:-2\n-1 1:0.0 2:0.25 3:-0\n",                 /* explicit zeros */
      "1 0001:01.50 3:-2.\n-1e0 2:0.250000000000000000000000000000000001\n",
      "1 1:1.5 2:1e-999 3:-2\n-1 1:-4e-400 2:0.25\n", /* underflow is 0 */
      "1 1:1.5 2:0.00000000e+99999999999999999999 3:-2\n-1 2:0.25 3:0e999\n",
  };
  for (size_t k = 0; k < sizeof texts / sizeof texts[0]; ++k) {
    coppice_dataset* data = NULL;
    expect_two_rows(parsed(texts[k], strlen(texts[k]), 0));
    write_bytes("svmlight_test.svm", texts[k], strlen(texts[k]));
    check_ok(coppice_dataset_read_svmlight("svmlight_test.svm", 0, &data));
    expect_two_rows(data);
  }
  remove("svmlight_test.svm");
}

static void the_width_is_found_or_given(void** state) {
  (void)state;
  const char* text = "1 2:1\n2 5:0\n";
  double row[9];
  coppice_dataset* data = parsed(text, strlen(text), 0);
  assert_int_equal(features_of(data), 5); /* a zero that is written counts */
  coppice_dataset_free(data);
  data = parsed(text, strlen(text), 9);
  assert_int_equal(features_of(data), 9);
  check_ok(coppice_dataset_copy_row(data, 0, row, 9));
  for (int d = 0; d < 9; ++d) assert_true(row[d] == (d == 1));
  coppice_dataset_free(data);
  data = parsed("7\n8", 3, 0); /* rows without an entry are one column of zeros */
  assert_int_equal(rows_of(data), 2);
  assert_int_equal(features_of(data), 1);
  check_ok(coppice_dataset_copy_row(data, 1, row, 1));
  assert_true(row[0] == 0);
  coppice_dataset_free(data);
  data = parsed("1 33554432:1\n", 13, 0); /* the widest there may be */
  assert_int_equal(features_of(data), 33554432);
  coppice_dataset_free(data);
}

static void values_may_be_missing(void** state) {
  (void)state;
  const char* text = "1 1:nan 2:NA 3:?\n2 2:2 4:NaN\n3 1:-nan 3:0 4:4\n";
  const double expected[] = {NAN, NAN, NAN, 0, 0, 2, 0, NAN, NAN, 0, 0, 4};
  coppice_dataset* data = parsed(text, strlen(text), 0);
  assert_int_equal(rows_of(data), 3);
  assert_int_equal(features_of(data), 4);
  for (int64_t i = 0; i < 3; ++i) {
    double row[4] = {7, 7, 7, 7};
    check_ok(coppice_dataset_copy_row(data, i, row, 4));
    for (int64_t d = 0; d < 4; ++d)
      assert_true(isnan(expected[4 * i + d]) ? isnan(row[d]) : row[d] == expected[4 * i + d]);
  }
  coppice_dataset_free(data);
}

static void extreme_numbers_are_read_exactly(void** state) {
  (void)state;
  const char* text =
      "1 1:1.7976931348623157e308 2:5e-324 3:0.1 4:123456789012345678 5:2.2e-308\n2\n";
  const double expected[] = {1.7976931348623157e308, 5e-324, 0.1, 123456789012345678.0, 2.2e-308};
  double row[5];
  coppice_dataset* data = parsed(text, strlen(text), 0);
  check_ok(coppice_dataset_copy_row(data, 0, row, 5));
  assert_memory_equal(row, expected, sizeof row);
  coppice_dataset_free(data);
}

/* Lines longer than any buffer, read from memory, a file, and gzip. */
static void lines_may_be_long(void** state) {
  (void)state;
  enum { COUNT = 100000 };
  char* text = malloc(2 * COUNT * 16);
  double* row = malloc(COUNT * sizeof *row);
  size_t size = 0, gzip_size = 0;
  assert_non_null(text);
  assert_non_null(row);
  for (int line = 1; line <= 2; ++line) {
    size += (size_t)sprintf(text + size, "%d", line);
    for (int d = 1; d <= COUNT; ++d)
      size += (size_t)sprintf(text + size, " %d:%d", d, d % 89 + line);
    text[size++] = '\n';
  }
  unsigned char* gzip = gzip_stored(text, size, &gzip_size);
  write_bytes("svmlight_long.svm", text, size);
  for (int source = 0; source < 3; ++source) {
    coppice_dataset* data = NULL;
    if (source == 0) data = parsed(text, size, 0);
    if (source == 1) data = parsed(gzip, gzip_size, 0);
    if (source == 2) check_ok(coppice_dataset_read_svmlight("svmlight_long.svm", 0, &data));
    assert_int_equal(features_of(data), COUNT);
    assert_int_equal(rows_of(data), 2);
    for (int line = 1; line <= 2; ++line) {
      check_ok(coppice_dataset_copy_row(data, line - 1, row, COUNT));
      for (int d = 1; d <= COUNT; ++d) assert_true(row[d - 1] == d % 89 + line);
    }
    coppice_dataset_free(data);
  }
  remove("svmlight_long.svm");
  free(gzip);
  free(row);
  free(text);
}

static void gzip_is_recognised(void** state) {
  (void)state;
  const char* text = "1 1:1.5 3:-2\n-1 2:0.25\n";
  size_t size = 0;
  coppice_dataset* data = NULL;
  unsigned char* gzip = gzip_stored(text, strlen(text), &size);
  expect_two_rows(parsed(gzip, size, 0));
  write_bytes("svmlight_test.gz", gzip, size);
  check_ok(coppice_dataset_read_svmlight("svmlight_test.gz", 0, &data));
  remove("svmlight_test.gz");
  expect_two_rows(data);
  free(gzip);

  /* Members one after another are one text, wherever the cuts are; empty members are nothing. */
  for (size_t cut = 0; cut <= strlen(text); ++cut) {
    size_t first_size = 0, second_size = 0;
    unsigned char* first = gzip_stored(text, cut, &first_size);
    unsigned char* second = gzip_stored(text + cut, strlen(text) - cut, &second_size);
    unsigned char both[512];
    assert_true(first_size + second_size <= sizeof both);
    memcpy(both, first, first_size);
    memcpy(both + first_size, second, second_size);
    expect_two_rows(parsed(both, first_size + second_size, 0));
    free(first);
    free(second);
  }
}

/* What gzip itself writes: compressed, with a name in its header. */
static void gzip_s_own_files_are_read(void** state) {
  (void)state;
  const char* text = "1 1:1.5 3:-2\n-1 2:0.25\n";
  coppice_dataset* data = NULL;
  write_bytes("svmlight_own.svm", text, strlen(text));
  assert_int_equal(system("gzip -9 -c svmlight_own.svm > svmlight_own.gz"), 0);
  check_ok(coppice_dataset_read_svmlight("svmlight_own.gz", 0, &data));
  expect_two_rows(data);
  remove("svmlight_own.svm");
  remove("svmlight_own.gz");
}

static void the_locale_does_not_matter(void** state) {
  (void)state;
  char half[16], name[16];
  coppice_dataset* data = NULL;
  if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL)
    fail_msg("there is no locale de_DE.UTF-8: install the package locales-all");
  snprintf(half, sizeof half, "%.1f", 0.5);
  assert_string_equal(half, "0,5"); /* this locale does have a decimal comma */
  expect_two_rows(parsed("1 1:1.5 3:-2\n-1 2:0.25\n", 23, 0));
  data = parsed("0.5 1:1\n-1.25 1:2\n", 18, 0);
  check_ok(coppice_dataset_class_name(data, 0, name, sizeof name, NULL));
  assert_string_equal(name, "-1.25");
  check_ok(coppice_dataset_class_name(data, 1, name, sizeof name, NULL));
  assert_string_equal(name, "0.5");
  coppice_dataset_free(data);
  data = NULL;
  check_error(coppice_dataset_parse_svmlight("1 1:0,5", 7, 0, &data), COPPICE_PARSE_ERROR,
              "line 1, column 5|\"0,5\"|expected a finite number");
  setlocale(LC_ALL, "C");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_set_written_in_many_ways),
      cmocka_unit_test(the_width_is_found_or_given),
      cmocka_unit_test(values_may_be_missing),
      cmocka_unit_test(extreme_numbers_are_read_exactly),
      cmocka_unit_test(lines_may_be_long),
      cmocka_unit_test(gzip_is_recognised),
      cmocka_unit_test(gzip_s_own_files_are_read),
      cmocka_unit_test(the_locale_does_not_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
