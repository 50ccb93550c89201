/* Text that is not svmlight is refused with the line and the column, in bytes from 1, where it
 * goes wrong. The numbers here are counted by hand. */
#include <stdio.h>
#include <string.h>

#include "bytes.h"

struct bad_text {
  const char* text;
  int64_t features;
  int line, column;
  const char* fragments;
};

static const struct bad_text bad_texts[] = {
    /* Labels. */
    {"abc 1:2\n", 0, 1, 1, "label \"abc\"|expected a finite number"},
    {"1 1:2\n\n# note\n  x 1:2\n", 0, 4, 3, "label \"x\""},
    {"1 1:2\r\n\r\n\tx\r\n", 0, 3, 2, "label \"x\""},
    {"1:2 2:3\n", 0, 1, 1, "label \"1:2\""},
    {"nan 1:2\n", 0, 1, 1, "label \"nan\"|expected a finite number"},
    {"-inf 1:2\n", 0, 1, 1, "label \"-inf\"|expected a finite number"},
    {"1e999 1:2\n", 0, 1, 1, "label \"1e999\"|too large"},
    {"1,-1 1:2\n", 0, 1, 1, "label \"1,-1\""},
    /* Values. */
    {"1 1:na\n", 0, 1, 5, "value \"na\"|expected a finite number, or NA, NaN or ? where it is"},
    {"1 1:NAN(1)\n", 0, 1, 5, "value \"NAN(1)\"|expected a finite number"},
    {"? 1:1\n", 0, 1, 1, "label \"?\"|expected a finite number"},
    {"NA 1:1\n", 0, 1, 1, "label \"NA\"|expected a finite number"},
    {"1 1:inf\n", 0, 1, 5, "value \"inf\"|expected a finite number"},
    {"-1 12:-Infinity\n", 0, 1, 7, "value \"-Infinity\"|expected a finite number"},
    {"1 1:1e999\n", 0, 1, 5, "value \"1e999\"|too large"},
    {"1 1:-1e309\n", 0, 1, 5, "value \"-1e309\"|too large"},
    {"1 1:\n", 0, 1, 5, "value \"\"|expected a finite number"},
    {"1 1: 2\n", 0, 1, 5, "value \"\"|expected a finite number"},
    {"1 1:x\n", 0, 1, 5, "value \"x\""},
    {"1 1:2x\n", 0, 1, 5, "value \"2x\""},
    {"1 1:1,5\n", 0, 1, 5, "value \"1,5\""},
    {"1 1:0x10\n", 0, 1, 5, "value \"0x10\""},
    {"1 1:1e\n", 0, 1, 5, "value \"1e\""},
    {"1 1:e5\n", 0, 1, 5, "value \"e5\""},
    {"1 1:.\n", 0, 1, 5, "value \".\""},
    {"1 1:+\n", 0, 1, 5, "value \"+\""},
    {"1 1:--2\n", 0, 1, 5, "value \"--2\""},
    {"1 1:+-2\n", 0, 1, 5, "value \"+-2\""},
    {"1 1:2:3\n", 0, 1, 5, "value \"2:3\""},
    {"1 1::3\n", 0, 1, 5, "value \":3\""},
    /* Indices. */
    {"1 0:1\n", 0, 1, 3, "index \"0\"|whole number from 1"},
    {"1 2:1\n2 -3:1\n", 0, 2, 3, "index \"-3\"|whole number from 1"},
    {"1 1.0:1\n", 0, 1, 3, "index \"1.0\"|whole number"},
    {"1 :5\n", 0, 1, 3, "index \"\"|whole number"},
    {"1 qid:3 1:2\n", 0, 1, 3, "index \"qid\"|whole number"},
    {"1 2:1 1:1\n", 0, 1, 7, "index 1 follows index 2|ascending"},
    {"1\t2:1\t2:1\n", 0, 1, 7, "index 2 follows index 2|ascending"},
    {"1 1:1 2:0 2:0\n", 0, 1, 11, "index 2 follows index 2|ascending"},
    {"1 4:1\n", 3, 1, 3, "index \"4\"|from 1 to 3"},
    {"1 3:1\n1 1:1 4:0\n", 3, 2, 7, "index \"4\"|from 1 to 3"},
    {"1 33554433:1\n", 0, 1, 3, "index \"33554433\"|to 33554432"},
    {"1 9223372036854775808:1\n", 0, 1, 3, "index \"9223372036854775808\"|to 33554432"},
    /* Entries. */
    {"1 1\n", 0, 1, 3, "\"1\"|expected index:value"},
    {"1 1:2 3\n", 0, 1, 7, "\"3\"|expected index:value"},
    {"1 1:2\t\t3 # 3:4\n", 0, 1, 8, "\"3\"|expected index:value"},
    {"1 1 :2\n", 0, 1, 3, "\"1\"|expected index:value"},
    {"1 1:2\r-1 1:3\r", 0, 1, 7, "\"-1\"|expected index:value"}, /* line ends of old Macs */
    {"1 1:2\n2 1:3 \xc3\xa4\xc3\xa4 4\n", 0, 2, 7, "expected index:value"},
    {"1 1:2\n2 1:3 2:\xc3\xa4\n", 0, 2, 9, "value"},
};

static void every_fault_has_its_line_and_column(void** state) {
  (void)state;
  for (size_t k = 0; k < sizeof bad_texts / sizeof bad_texts[0]; ++k) {
    const struct bad_text* bad = &bad_texts[k];
    coppice_dataset* data = NULL;
    char fragments[256];
    snprintf(fragments, sizeof fragments, "line %d, column %d: |%s", bad->line, bad->column,
             bad->fragments);
    check_error(
        coppice_dataset_parse_svmlight(bad->text, (int64_t)strlen(bad->text), bad->features, &data),
        COPPICE_PARSE_ERROR, fragments);
    /* The same without its last line end, and after a line that is right. */
    check_error(coppice_dataset_parse_svmlight(bad->text, (int64_t)strlen(bad->text) - 1,
                                               bad->features, &data),
                COPPICE_PARSE_ERROR, fragments);
    char later[256];
    const int size = snprintf(later, sizeof later, "-1 1:0.5 # right\n%s", bad->text);
    snprintf(fragments, sizeof fragments, "line %d, column %d: |%s", bad->line + 1, bad->column,
             bad->fragments);
    check_error(coppice_dataset_parse_svmlight(later, size, bad->features, &data),
                COPPICE_PARSE_ERROR, fragments);
    assert_null(data);
  }
}

static void there_must_be_rows(void** state) {
  (void)state;
  const char* const texts[] = {"", "\n", "\n\r\n \t \n", "# 1 1:2\n", "#"};
  coppice_dataset* data = NULL;
  size_t size = 0;
  for (int k = 0; k < 5; ++k)
    check_error(coppice_dataset_parse_svmlight(texts[k], (int64_t)strlen(texts[k]), 0, &data),
                COPPICE_PARSE_ERROR, "no rows|label index:value");
  check_error(coppice_dataset_parse_svmlight("\xff\xfe"
                                             "1 1:2\n",
                                             8, 0, &data),
              COPPICE_PARSE_ERROR, "line 1: the text is UTF-16; expected UTF-8");
  unsigned char* gzip = gzip_stored("", 0, &size);
  check_error(coppice_dataset_parse_svmlight(gzip, (int64_t)size, 0, &data), COPPICE_PARSE_ERROR,
              "no rows");
  free(gzip);
  write_bytes("bad_svmlight_empty.svm", "", 0);
  check_error(coppice_dataset_read_svmlight("bad_svmlight_empty.svm", 0, &data),
              COPPICE_PARSE_ERROR, "bad_svmlight_empty.svm: |no rows");
  remove("bad_svmlight_empty.svm");
  assert_null(data);
}

static void binary_content_is_refused(void** state) {
  (void)state;
  static const char zero_value[] = "1 1:2\n2 1:3\0004 2:5\n";
  static const char zero_label[] = "\0001 1:2\n";
  unsigned char noise[4096];
  coppice_dataset* data = NULL;
  check_error(coppice_dataset_parse_svmlight(zero_value, sizeof zero_value - 1, 0, &data),
              COPPICE_PARSE_ERROR, "line 2, column 5: |\"3\\x004\"");
  check_error(coppice_dataset_parse_svmlight(zero_label, sizeof zero_label - 1, 0, &data),
              COPPICE_PARSE_ERROR, "line 1, column 1: |\"\\x001\"");
  uint32_t word = 1;
  for (int trial = 0; trial < 200; ++trial) {
    for (size_t k = 0; k < sizeof noise; ++k) {
      word = word * 1664525U + 1013904223U;
      noise[k] = (unsigned char)(word >> 24);
    }
    check_error(coppice_dataset_parse_svmlight(noise, sizeof noise, 0, &data), COPPICE_PARSE_ERROR,
                "the text: line 1: this is not text; expected lines of text");
  }
  assert_null(data);
}

static void gzip_must_be_whole(void** state) {
  (void)state;
  const char* text = "1 1:1.5 3:-2\n-1 2:0.25\n";
  size_t size = 0;
  coppice_dataset* data = NULL;
  unsigned char* gzip = gzip_stored(text, strlen(text), &size);
  for (size_t length = 2; length < size; ++length)
    check_error(coppice_dataset_parse_svmlight(gzip, (int64_t)length, 0, &data),
                COPPICE_PARSE_ERROR, "the text: |gzip|end in the middle");
  /* From the first block on (byte 10) the trailer's sums cover every bit, but for the padding
   * between that block's three bits of head and its length. */
  for (size_t at = 10; at < size; ++at) {
    for (int bit = 0; bit < (at == 10 ? 3 : 8); ++bit) {
      gzip[at] ^= (unsigned char)(1 << bit);
      check_error(coppice_dataset_parse_svmlight(gzip, (int64_t)size, 0, &data),
                  COPPICE_PARSE_ERROR, "the text: ");
      gzip[at] ^= (unsigned char)(1 << bit);
    }
  }
  unsigned char longer[256];
  memcpy(longer, gzip, size);
  memcpy(longer + size, "more", 4);
  check_error(coppice_dataset_parse_svmlight(longer, (int64_t)size + 4, 0, &data),
              COPPICE_PARSE_ERROR, "gzip|damaged");
  write_bytes("bad_svmlight.gz", gzip, size - 1);
  check_error(coppice_dataset_read_svmlight("bad_svmlight.gz", 0, &data), COPPICE_PARSE_ERROR,
              "bad_svmlight.gz: |gzip|end in the middle");
  remove("bad_svmlight.gz");
  assert_null(data);
  free(gzip);
}

static void lines_inside_gzip_are_counted(void** state) {
  (void)state;
  const char* text = "1 1:1\n2 1:2\n3 x\n";
  size_t size = 0;
  coppice_dataset* data = NULL;
  unsigned char* gzip = gzip_stored(text, strlen(text), &size);
  check_error(coppice_dataset_parse_svmlight(gzip, (int64_t)size, 0, &data), COPPICE_PARSE_ERROR,
              "line 3, column 3: |\"x\"");
  free(gzip);
}

static void files_must_be_readable(void** state) {
  (void)state;
  coppice_dataset* data = NULL;
  check_error(coppice_dataset_read_svmlight("no/such.svm", 0, &data), COPPICE_FILE_ERROR,
              "cannot open \"no/such.svm\"|No such file");
  check_error(coppice_dataset_read_svmlight("", 0, &data), COPPICE_FILE_ERROR, "cannot open \"\"");
  check_error(coppice_dataset_read_svmlight(".", 0, &data), COPPICE_FILE_ERROR, "\".\"|directory");
  write_bytes("bad_svmlight.svm", "1 1:1\n2 1:y\n", 12);
  check_error(coppice_dataset_read_svmlight("bad_svmlight.svm", 0, &data), COPPICE_PARSE_ERROR,
              "bad_svmlight.svm: line 2, column 5: |\"y\"");
  remove("bad_svmlight.svm");
  assert_null(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_fault_has_its_line_and_column),
      cmocka_unit_test(there_must_be_rows),
      cmocka_unit_test(binary_content_is_refused),
      cmocka_unit_test(gzip_must_be_whole),
      cmocka_unit_test(lines_inside_gzip_are_counted),
      cmocka_unit_test(files_must_be_readable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
