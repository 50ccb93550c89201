/* Text that is not such a table is refused with the line, the column (of the table, from 1), and
 * the column's name. The numbers here are counted by hand. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "bytes.h"

struct bad_text {
  const char *text, *label;
  int line, column; /* column 0: the message names none */
  const char* fragments;
};

static const struct bad_text bad_texts[] = {
    /* Values. */
    {"1,2\n1,x\n", NULL, 2, 2, ": value \"x\" is text in a column of numbers; expected a finite"},
    {"y,age\n1,2\n\n1,x\n", NULL, 4, 2, " \"age\": value \"x\"|expected a finite number"},
    {"y,age\n1,2\n1,-\n", NULL, 3, 2, " \"age\": value \"-\"|or an empty cell, NA, NaN or ?"},
    {"y,age\n1,2\n1,na\n", NULL, 3, 2, " \"age\": value \"na\"|must be made a category"},
    {"y,age\n1,2\n1,N/A\n", NULL, 3, 2, " \"age\": value \"N/A\""},
    {"y,age\n1,2\n1,nan(1)\n", NULL, 3, 2, " \"age\": value \"nan(1)\""},
    {"y,age\n1,2\n1,??\n", NULL, 3, 2, " \"age\": value \"??\""},
    {"y,age\n1,2\n1,null\n", NULL, 3, 2, " \"age\": value \"null\""},
    {"1,-inf\n", NULL, 1, 2, ": value \"-inf\"; expected a finite number"},
    {"1,2,Infinity\n", NULL, 1, 3, ": value \"Infinity\""},
    {"y,a\n1,1e999\n", NULL, 2, 2, " \"a\": value \"1e999\" is too large for a double"},
    {"1,2\n1,0x10\n", NULL, 2, 2, ": value \"0x10\" is text"},
    {"1,2\n1,1 000\n", NULL, 2, 2, ": value \"1 000\" is text"},
    {"1,2\n1,\"2,5\"\n", NULL, 2, 2, ": value \"2,5\" has a comma; expected a decimal point"},
    {"y,a\n1,\"-0,5e3\"\n1,x", NULL, 2, 2, " \"a\": value \"-0,5e3\" has a comma|made a category"},
    {"y,a\n1,x\n1,\",5\"\n", NULL, 3, 2, " \"a\": value \",5\" has a comma"},
    {"y;a\n1;2,5\n1;x\n", NULL, 3, 2, " \"a\": value \"x\" is text in a column of numbers"},
    {"y;a\n1;x\n1;,5\n", NULL, 3, 2, " \"a\": value \",5\" is a number in a column of text"},
    {"y;a;b\n1;2,5;1\n1;3;1.5\n", NULL, 3, 3,
     " \"b\": value \"1.5\" has a decimal point, but a number in line 2 has a decimal comma"},
    {"y;a;b\n1;2.5;1\n\n1;3;1,5\n", NULL, 4, 3,
     " \"b\": value \"1,5\" has a decimal comma, but a number in line 2 has a decimal point"},
    {"y;a\n1,5;2\n2.5;3\n", NULL, 3, 1, " \"y\": value \"2.5\" has a decimal point|line 2"},
    {"y;a\n1;1.234,5\n2;3\n", NULL, 3, 2, " \"a\": value \"3\" is a number in a column of text"},
    /* Numbers where there is text. */
    {"y,a\n1,x\n1,?\n1,7\n", NULL, 4, 2,
     " \"a\": value \"7\" is a number in a column of text, as in line 2; a column of both must be"},
    {"y,a\n1,\n1,x\n1,inf\n", NULL, 4, 2, " \"a\": value \"inf\" is a number|as in line 3"},
    {"y,a\n1,x\n1,1e999\n", NULL, 3, 2, " \"a\": value \"1e999\" is a number"},
    {"y,a\n1,x\n1,b\xff\n", NULL, 3, 2, " \"a\": level \"b\\xff\"; expected UTF-8 without NUL"},
    {"1,2\r1,3\r", NULL, 1, 0, ": there is a carriage return inside|lines to end in \\n or"},
    {"y,a\n1,\"b\rc\"\n", NULL, 2, 0, ": there is a carriage return inside"},
    /* Labels. */
    {"1,2\n,3\n", NULL, 2, 1, ": there is no label"},
    {"y,a\n1,2\nNA,3\n", NULL, 3, 1, " \"y\": label \"NA\""},
    {"a,y\n1,2\n3,NaN\n", "y", 3, 2, " \"y\": label \"NaN\""},
    {"a,y\n1,2\n3,\n", "y", 3, 2, " \"y\": there is no label"},
    {"a,y\n1,cat\n3,?\n", "y", 3, 2, " \"y\": label \"?\""},
    {"a,y\n1,cat\n3,-nan\n", "y", 3, 2, " \"y\": label \"-nan\""},
    {"1,2\n-inf,3\n", NULL, 2, 1, ": label \"-inf\""},
    {"1,2\n1e400,3\n", NULL, 2, 1, ": label \"1e400\"|too large"},
    {"1,2\nb\xff,3\n", NULL, 2, 1, ": label \"b\\xff\"|UTF-8"},
    {"y,0,1\n1,2,3\n-1,4,5\n", NULL, 1, 1,
     ": label \"y\"|all other labels are numbers|not a header"},
    /* Where the label is. */
    {"a,b\n1,2\n", "3", 1, 0, ": there is no column 3 to be the label; expected 1 to 2"},
    {"a,b\n1,2\n", "0", 1, 0, ": there is no column 0|expected 1 to 2"},
    {"a,b\n1,2\n", "-1", 1, 0, ": there is no column -1|expected 1 to 2"},
    {"a,b\n1,2\n", "99999999999999999999", 1, 0,
     ": there is no column 99999999999999999999 to be the label; expected 1 to 2"},
    {"class,height\n1,2\n", "clas", 1, 0, ": no cell is \"clas\"|did you mean \"class\"?"},
    {"1,2\n3,4\n", "class", 1, 0, ": no cell is \"class\""},
    {"a,b\n1,2\n", "1.5", 1, 0, ": no cell is \"1.5\""},
    /* Rows of another length. */
    {"a,b\n7,1,2\n8,3,4\n", NULL, 2, 0,
     ": there are 3 cells; expected 2 as in line 1 (where row names have no name|col.names = NA"},
    {"y,a\n1,2\n#3,4,5\n", NULL, 3, 0, ": there are 3 cells"}, /* a comment stands at the top */
    {"y,a,b\n1,2,3\n1,2\n", NULL, 3, 0, ": there are 2 cells; expected 3 as in line 1"},
    {"\n1,2,3\n1,2,3,\n", NULL, 3, 0, ": there are 4 cells; expected 3 as in line 2 (a cell with"},
    {"a,b\n1,2\n1,2,3\n", NULL, 3, 0,
     ": there are 3 cells|a cell with \",\" in it stands in quotes"},
    {",b\n1,2,3\n", NULL, 2, 0, ": there are 3 cells|a cell with \",\" in it stands in quotes"},
    {"1,2,3\n1\n", NULL, 2, 0, ": there is 1 cell; expected 3 as in line 1"},
    {"1,2,3\n1;2;3\n", NULL, 2, 0, ": there is 1 cell; expected 3 as in line 1"},
    {"1\n2\n", NULL, 1, 0, ": there is one cell|a label and at least one feature"},
    /* Headers. */
    {"y,a,a\n1,2,3\n", NULL, 1, 0, ": columns 2 and 3 are both named \"a\"|distinct"},
    {"a,b,a\n1,2,3\n", "b", 1, 0, ": columns 1 and 3 are both named \"a\""},
    {"a,b,a\n1,2,3\n", "a", 1, 0, ": columns 1 and 3 are both named \"a\""},
    {"y,column 3,\n1,2,3\n", NULL, 1, 0, ": columns 2 and 3 are both named \"column 3\""},
    {"y,b\xff\n1,2\n", NULL, 1, 2, ": the name \"b\\xff\"|UTF-8"},
    {"y,a,2010\n1,2,3\n", NULL, 2, 2,
     ": value \"2\" is a number in a column of text, as in line 1|both must be made a category "
     "(the first row is not a header: \"2010\" in column 3 is a number)"},
    {"y,2010,a\n1,2,x\n1,3,4\n", NULL, 3, 3,
     "|column of text, as in line 1|not a header: \"2010\""},
    {"1,inf,2010\n1,2,3\n", NULL, 1, 2, ": value \"inf\"|not a header: \"1\" in column 1"},
    {"y,a\n", NULL, 1, 0, ": there are no rows after the header"},
    /* Quotes. */
    {"1,\"2\n3\",4\n", NULL, 1, 2, ": the quote is not closed"},
    {"1,2\n1,\"2\"\"\n", NULL, 2, 2, ": the quote is not closed"},
    {"1,\"2\"3\n", NULL, 1, 2, ": \"3\" follows a closing quote"},
    {"1,2\"3\"\n", NULL, 1, 2, ": a quote inside a cell"},
    /* Other encodings and formats. */
    {"\xfd"
     "7zXZ and more",
     NULL, 1, 0, ": this is not text, but compressed by xz; xz -dc makes text of it"},
    {"PK\x03\x04 and more", NULL, 1, 0, ": this is not text, but a zip archive|as CSV"},
    {"PAR1\x15", NULL, 1, 0, ": this is not text, but a Parquet file"},
    {"\xff\xfey,a\n", NULL, 1, 0, ": the text is UTF-16; expected UTF-8|iconv"},
};

/* Every second byte of it is 0, as in files that are not text. */
static void a_table_of_utf16_is_told_as_such(void** state) {
  (void)state;
  const char* const marks[] = {"\xff\xfe", "\xfe\xff"};
  for (int k = 0; k < 2; ++k) {
    char text[512] = {0};
    size_t size = 2;
    coppice_dataset* data = NULL;
    memcpy(text, marks[k], 2);
    for (int row = 0; row < 20; ++row)
      for (const char* c = "1,2,yes\n"; *c != '\0'; ++c, size += 2) text[size + (size_t)k] = *c;
    check_error(parse_csv(text, (int64_t)size, NULL, &data), COPPICE_PARSE_ERROR,
                "the text: line 1: the text is UTF-16; expected UTF-8|iconv");
    assert_null(data);
  }
}

static void every_fault_has_its_place(void** state) {
  (void)state;
  for (size_t k = 0; k < sizeof bad_texts / sizeof bad_texts[0]; ++k) {
    const struct bad_text* bad = &bad_texts[k];
    const int64_t size = (int64_t)strlen(bad->text);
    coppice_dataset* data = NULL;
    char fragments[256];
    if (bad->column == 0)
      snprintf(fragments, sizeof fragments, "the text: line %d%s", bad->line, bad->fragments);
    else
      snprintf(fragments, sizeof fragments, "the text: line %d, column %d%s", bad->line,
               bad->column, bad->fragments);
    check_error(parse_csv(bad->text, size, bad->label, &data), COPPICE_PARSE_ERROR, fragments);
    /* The same without its last line end, and from a file. */
    check_error(parse_csv(bad->text, size - 1, bad->label, &data), COPPICE_PARSE_ERROR, fragments);
    write_bytes("bad_csv.csv", bad->text, (size_t)size);
    memcpy(strstr(fragments, "the text"), "_csv.csv", 8);
    check_error(read_csv("bad_csv.csv", bad->label, &data), COPPICE_PARSE_ERROR, fragments);
    assert_null(data);
  }
  remove("bad_csv.csv");
}

static void there_must_be_rows(void** state) {
  (void)state;
  const char* const texts[] = {"", "\n", "\n\r\n \n", "\xef\xbb\xbf"};
  coppice_dataset* data = NULL;
  for (int k = 0; k < 4; ++k)
    check_error(parse_csv(texts[k], (int64_t)strlen(texts[k]), NULL, &data), COPPICE_PARSE_ERROR,
                "the text: there are no rows");
  assert_null(data);
}

static void binary_content_is_refused(void** state) {
  (void)state;
  static const char zero_value[] = "1,2\n1,3\0004\n";
  static const char zero_level[] = "1,b\n1,3\0004\n";
  static const char zero_label[] = "a,2\nb\0,3\n";
  static const char zero_name[] = "y,b\0\n1,2\n";
  unsigned char noise[4096];
  coppice_dataset* data = NULL;
  check_error(parse_csv(zero_value, sizeof zero_value - 1, NULL, &data), COPPICE_PARSE_ERROR,
              "line 2, column 2: value \"3\\x004\"");
  check_error(parse_csv(zero_level, sizeof zero_level - 1, NULL, &data), COPPICE_PARSE_ERROR,
              "line 2, column 2: level \"3\\x004\"; expected UTF-8 without NUL");
  check_error(parse_csv(zero_label, sizeof zero_label - 1, NULL, &data), COPPICE_PARSE_ERROR,
              "line 2, column 1: label \"b\\x00\"");
  check_error(parse_csv(zero_name, sizeof zero_name - 1, NULL, &data), COPPICE_PARSE_ERROR,
              "line 1, column 2: the name \"b\\x00\"|without NUL");
  uint32_t word = 1;
  for (int trial = 0; trial < 200; ++trial) {
    for (size_t k = 0; k < sizeof noise; ++k) {
      word = word * 1664525U + 1013904223U;
      noise[k] = (unsigned char)(word >> 24);
    }
    check_error(parse_csv(noise, sizeof noise, NULL, &data), COPPICE_PARSE_ERROR,
                "the text: line ");
  }
  assert_null(data);
}

static void gzip_must_be_whole(void** state) {
  (void)state;
  const char* text = "y,a\n1,2\n-1,3\n";
  size_t size = 0;
  coppice_dataset* data = NULL;
  unsigned char* gzip = gzip_stored(text, strlen(text), &size);
  for (size_t length = 2; length < size; ++length)
    check_error(parse_csv(gzip, (int64_t)length, NULL, &data), COPPICE_PARSE_ERROR,
                "the text: |gzip|end in the middle");
  free(gzip);
  assert_null(data);
}

static void files_must_be_readable(void** state) {
  (void)state;
  coppice_dataset* data = NULL;
  check_error(read_csv("no/such.csv", NULL, &data), COPPICE_FILE_ERROR,
              "cannot open \"no/such.csv\"|No such file");
  check_error(read_csv(".", NULL, &data), COPPICE_FILE_ERROR, "\".\"|directory");
  assert_null(data);
}

/* The most memory for every byte: the shortest cells there are, in few rows and in many. */
static void memory_is_a_multiple_of_the_text(void** state) {
  (void)state;
  enum { SIZE = 16 << 20 };
  char* text = malloc(SIZE);
  assert_non_null(text);
  struct rusage before, after;
  for (int shape = 0; shape < 2; ++shape) {
    const int width = shape == 0 ? SIZE / 2 : 4;
    for (int k = 0; k < SIZE; ++k) text[k] = k % 2 == 0 ? '1' : (k + 1) % width == 0 ? '\n' : ',';
    coppice_dataset* data = NULL;
    assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
    check_ok(parse_csv(text, SIZE, NULL, &data));
    assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
    assert_true(after.ru_maxrss - before.ru_maxrss < 40 * (SIZE >> 10)); /* kilobytes */
    assert_int_equal(rows_of(data), SIZE / width);
    assert_int_equal(features_of(data), width / 2 - 1);
    coppice_dataset_free(data);
  }
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_fault_has_its_place),
      cmocka_unit_test(a_table_of_utf16_is_told_as_such),
      cmocka_unit_test(there_must_be_rows),
      cmocka_unit_test(binary_content_is_refused),
      cmocka_unit_test(gzip_must_be_whole),
      cmocka_unit_test(files_must_be_readable),
      cmocka_unit_test(memory_is_a_multiple_of_the_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
