/* Columns of text in CSV: which are categories, which levels they have, and what is neither one nor
 * the other. */
#include <math.h>

#include "bytes.h"
#include "synthetic.h"

/* Columns with roles, as "label=y category=a"; NULL for none set. */
static coppice_csv_columns* columns_with(const char* roles) {
  char copy[256];
  coppice_csv_columns* columns = NULL;
  check_ok(coppice_csv_columns_create(&columns));
  snprintf(copy, sizeof copy, "%s", roles);
  for (char* role = strtok(copy, " "); role != NULL; role = strtok(NULL, " ")) {
    char* const column = strchr(role, '=');
    assert_non_null(column);
    *column = '\0';
    check_ok(coppice_csv_columns_set(columns, column + 1, role));
  }
  return columns;
}

static coppice_status parse_with(const char* text, const char* roles, coppice_dataset** out) {
  coppice_csv_columns* columns = columns_with(roles);
  const coppice_status status =
      coppice_dataset_parse_csv(text, (int64_t)strlen(text), columns, out);
  coppice_csv_columns_free(columns);
  return status;
}

static coppice_dataset* parsed(const char* text, const char* roles) {
  coppice_dataset* data = NULL;
  check_ok(parse_with(text, roles, &data));
  return data;
}

/* Every row as "level,number,?": what its values stand for, separated by '|'; "" as level -1. */
static void expect_rows(const coppice_dataset* data, const char* expected) {
  char got[1024] = "";
  size_t size = 0;
  const int64_t rows = rows_of(data), features = features_of(data);
  double row[16];
  for (int64_t i = 0; i < rows; ++i) {
    check_ok(coppice_dataset_copy_row(data, i, row, 16));
    for (int64_t d = 0; d < features; ++d) {
      int64_t levels = 0;
      char name[64];
      check_ok(coppice_dataset_levels(data, d, &levels));
      if (isnan(row[d]))
        snprintf(name, sizeof name, "?");
      else if (levels == 0)
        snprintf(name, sizeof name, "%g", row[d]);
      else
        check_ok(coppice_dataset_level_name(data, d, (int64_t)row[d], name, sizeof name, NULL));
      size += (size_t)snprintf(got + size, sizeof got - size, "%s%s", name,
                               d + 1 < features ? ","
                               : i + 1 < rows   ? "|"
                                                : "");
    }
  }
  assert_string_equal(got, expected);
}

/* The levels of a feature, in their order, separated by '|'; "" for numbers. */
static void expect_levels(const coppice_dataset* data, int64_t feature, const char* expected) {
  char got[1024] = "", name[64];
  int64_t levels = 0;
  check_ok(coppice_dataset_levels(data, feature, &levels));
  for (int64_t k = 0; k < levels; ++k) {
    check_ok(coppice_dataset_level_name(data, feature, k, name, sizeof name, NULL));
    snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s", k > 0 ? "|" : "", name);
  }
  assert_string_equal(got, expected);
}

/* Columns of text are categories by themselves, wherever the label is; levels are sorted by bytes,
 * whatever the order in which they come. */
static void text_is_a_category(void** state) {
  (void)state;
  const struct {
    const char *text, *roles;
  } same[] = {
      {"y,city,income,size\n1,Ulm,5,l\n0,,7,\"s, or so\"\n1,K\xc3\xb6ln,?,l\n0,Bern,1,NA\n",
       "label=y"},
      {"city;income;y;size\r\n\r\n Ulm ;5;1;l\r\n;7;0;s, or so\r\nK\xc3\xb6ln;NA;1;\"l\"\r\n"
       "Bern;1;0;nan\r\n",
       "label=y"},
      {"city\tincome\tsize\ty\nUlm\t5\tl\ta\n?\t7\ts, or so\tb\nK\xc3\xb6ln\t\tl\ta\n"
       "Bern\t1\t\tb\n",
       "label=4"},
      {"Ulm;5;l\n;7;s, or so\nK\xc3\xb6ln;?;l\nBern;1;?\n", ""},
  };
  for (int k = 0; k < 4; ++k) {
    coppice_dataset* data = parsed(same[k].text, same[k].roles);
    expect_rows(data, "Ulm,5,l|?,7,s, or so|K\xc3\xb6ln,?,l|Bern,1,?");
    expect_levels(data, 0, "Bern|K\xc3\xb6ln|Ulm");
    expect_levels(data, 1, "");
    expect_levels(data, 2, "l|s, or so");
    coppice_dataset_free(data);
  }
}

/* What is a category by its role takes every cell as it is written. */
static void a_role_makes_a_category(void** state) {
  (void)state;
  const char* text = "y,zip,big,last\n1,01,1e999,x\n0,1,inf,5\n1,1.0,-2,x\n0,?,,NaN\n1,01,-2,\n";
  const char* const same[] = {"label=y category=zip category=big category=last",
                              "category=2 category=3 label=1 category=4",
                              "category=zip category=zip category=2 category=3 label=y category=4"};
  for (int k = 0; k < 3; ++k) {
    coppice_dataset* data = parsed(text, same[k]);
    expect_rows(data, "01,1e999,x|1,inf,5|1.0,-2,x|?,?,?|01,-2,?");
    expect_levels(data, 0, "01|1|1.0");
    expect_levels(data, 1, "-2|1e999|inf");
    expect_levels(data, 2, "5|x");
    coppice_dataset_free(data);
  }
  coppice_dataset* data = parsed("5,1\n6,2\n5,1\n", "category=1"); /* no header, no label */
  expect_rows(data, "5,1|6,2|5,1");
  expect_levels(data, 0, "5|6");
  coppice_dataset_free(data);
}

/* Where nothing says what a column is, it is numbers; a category without levels is that too. */
static void all_missing_is_numbers(void** state) {
  (void)state;
  coppice_dataset* data = parsed("y,a,b\n1,,?\n0,NA,nan\n", "label=y category=b");
  expect_rows(data, "?,?|?,?");
  expect_levels(data, 0, "");
  expect_levels(data, 1, "");
  coppice_dataset_free(data);
}

/* Text alone: the first row is names. */
static void a_table_of_text_has_a_header(void** state) {
  (void)state;
  char name[8];
  coppice_dataset* data = parsed("y,a\nyes,red\nno,green\nyes,red\n", "label=1");
  expect_rows(data, "red|green|red");
  check_ok(coppice_dataset_feature_name(data, 0, name, sizeof name, NULL));
  assert_string_equal(name, "a");
  coppice_dataset_free(data);
}

/* Text that is near a number is text, unless only a comma stands in its way. */
static void what_is_text(void** state) {
  (void)state;
  const char* const texts[] = {"20-29",  "0x10", "1 000", "1.2.3", "50%", "1,2,3", ",",
                               "nan(1)", "na",   "null",  "-",     "??",  "N/A",   "infinite"};
  for (int k = 0; k < 14; ++k) {
    char text[64];
    snprintf(text, sizeof text, "y,a\n1,\"%s\"\n0,b\n", texts[k]);
    coppice_dataset* data = parsed(text, "label=y");
    snprintf(text, sizeof text, "%s|b", texts[k]);
    expect_rows(data, text);
    coppice_dataset_free(data);
  }
  coppice_dataset* data = parsed("y,a\n1,\"0,5\"\n0,b\n", "label=y category=a");
  expect_rows(data, "0,5|b");
  coppice_dataset_free(data);
}

static void roles_are_checked(void** state) {
  (void)state;
  const struct {
    const char *text, *roles, *fragments;
  } bad[] = {
      {"y,a\n1,2\n", "category=b label=y", "line 1: no cell is \"b\", the name of a category"},
      {"y,size\n1,2\n", "label=y category=sice",
       "line 1: no cell is \"sice\"|did you mean \"size\"?"},
      {"y,a\n1,2\n", "category=3",
       "line 1: there is no column 3 to be a category; expected 1 to 2"},
      {"y,a\n1,2\n", "category=0", "line 1: there is no column 0 to be a category"},
      {"y,a\n1,2\n", "label=1 category=y",
       "line 1: column 1 \"y\" is given two roles; expected one"},
      {"y,a\n1,2\n", "category=y label=1",
       "line 1: column 1 \"y\" is given two roles; expected one"},
      {"y,a\n1,2\n1,\xff\n", "label=y category=a", "line 3, column 2 \"a\": level \"\\xff\"|UTF-8"},
  };
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
    coppice_dataset* data = NULL;
    check_error(parse_with(bad[k].text, bad[k].roles, &data), COPPICE_PARSE_ERROR,
                bad[k].fragments);
    assert_null(data);
  }
}

/* Read like a table that is parsed with its own roles, or like a model that was trained on it. */
static coppice_status parse_like(const char* text, const char* roles, const char* other,
                                 const char* other_roles, int by_model, coppice_dataset** out) {
  coppice_csv_columns* columns = columns_with(roles);
  coppice_dataset* first = parsed(other, other_roles);
  if (by_model) {
    coppice_model* model = fit_model(first, 1, "no");
    check_ok(coppice_csv_columns_match_model(columns, model));
    coppice_model_free(model);
  } else {
    check_ok(coppice_csv_columns_match_dataset(columns, first));
  }
  coppice_dataset_free(first);
  const coppice_status status =
      coppice_dataset_parse_csv(text, (int64_t)strlen(text), columns, out);
  coppice_csv_columns_free(columns);
  return status;
}

/* A table read as another is: by name where both have names, else by position. */
static void a_table_is_read_like_another(void** state) {
  (void)state;
  const char* named = "y,zip,n,c\n1,01,5,x\n0,02,6,3\n";
  const char* nameless = "1,01,5,x\n0,02,6,3\n";
  const char* roles = "label=1 category=2 category=4";
  const struct {
    const char *first, *text, *roles, *rows, *levels[4];
  } cases[] = {
      {named, "c,more,n,zip\n7,w,8,01\n?,3,?,1\n", "", "7,8,01|?,?,1", {"7", "", "01|1"}},
      {named, "9,7,7,8\n8,1,2,3\n", "label=1", "7,7,8|1,2,3", {"1|7", "", "3|8"}},
      {named, "7,7,8\n1,2,3\n", "", "7,7,8|1,2,3", {"1|7", "", "3|8"}},
      {nameless, "u,v,w\n7,7,8\n1,2,3\n", "", "7,7,8|1,2,3", {"1|7", "", "3|8"}},
      {nameless, "7,7\n1,2\n", "", "7,7|1,2", {"1|7", ""}},                    /* narrower */
      {nameless, "7,7,7,7\n1,2,1,8\n", "", "7,7,7|2,1,8", {"2|7", "", "7|8"}}, /* as wide */
      {nameless, "7,7,7,7,7\n1,2,1,8,9\n", "", "7,7,7,7,7|1,2,1,8,9", {"1|7", "", "1|7", ""}},
      {nameless,
       "7,7,7,7,7\n1,2,1,8,a\n",
       "category=5",
       "7,7,7,7,7|1,2,1,8,a",
       {"1|7", "", "1|7", ""}},
  };
  for (int by_model = 0; by_model < 2; ++by_model) {
    coppice_dataset* data = NULL;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
      check_ok(parse_like(cases[k].text, cases[k].roles, cases[k].first, roles, by_model, &data));
      expect_rows(data, cases[k].rows);
      for (int d = 0; d < 4 && cases[k].levels[d] != NULL; ++d)
        expect_levels(data, d, cases[k].levels[d]);
      coppice_dataset_free(data);
    }
    data = NULL;
    check_error(parse_like("n,c,zip\nx,1,1\n", "", named, roles, by_model, &data),
                COPPICE_PARSE_ERROR,
                "line 2, column 1 \"n\": value \"x\" is text in a column of numbers|NA, NaN or ?");
    assert_null(strstr(coppice_last_error(), "made a category"));
    assert_null(data);
  }
}

/* Every cell a level of its own, in words that are as long as they must be, and many words of two
 * letters: memory stays a multiple of the text, and time does not grow with the square. */
static void many_levels_are_read(void** state) {
  (void)state;
  enum { ROWS = 200000 };
  char* text = malloc(ROWS * 16);
  assert_non_null(text);
  size_t size = (size_t)sprintf(text, "id,word\n");
  for (int i = 0; i < ROWS; ++i)
    size += (size_t)sprintf(text + size, "r%d,%c%c\n", (i * 7919) % ROWS, 'a' + i % 26,
                            'a' + i / 26 % 26);
  coppice_dataset* data = NULL;
  check_ok(parse_csv(text, (int64_t)size, "", &data));
  int64_t levels = 0;
  check_ok(coppice_dataset_levels(data, 0, &levels));
  assert_int_equal(levels, ROWS);
  check_ok(coppice_dataset_levels(data, 1, &levels));
  assert_int_equal(levels, 26 * 26);
  for (int i = 0; i < ROWS; i += 97) {
    double row[2];
    char name[16], expected[16];
    check_ok(coppice_dataset_copy_row(data, i, row, 2));
    snprintf(expected, sizeof expected, "r%d", (i * 7919) % ROWS);
    check_ok(coppice_dataset_level_name(data, 0, (int64_t)row[0], name, sizeof name, NULL));
    assert_string_equal(name, expected);
    assert_true(row[1] == (i % 26) * 26 + i / 26 % 26);
  }
  coppice_dataset_free(data);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(text_is_a_category),
      cmocka_unit_test(a_role_makes_a_category),
      cmocka_unit_test(all_missing_is_numbers),
      cmocka_unit_test(a_table_of_text_has_a_header),
      cmocka_unit_test(what_is_text),
      cmocka_unit_test(roles_are_checked),
      cmocka_unit_test(a_table_is_read_like_another),
      cmocka_unit_test(many_levels_are_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
