/* What a model file says of the table that its features were read from: damage is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_bytes.h"
#include "training.h"

static const char rows[] =
    "who,a,b,y\n"
    "p,1,5,no\nq,2,4,no\nr,3,6,no\ns,4,3,yes\nt,5,5,yes\nu,6,2,yes\n";

static const char table_of_it[] =
    "\"table\":{\"width\":4,\"others\":[1,4],\"label\":{\"column\":4,\"name\":\"y\"},"
    "\"id\":{\"column\":1,\"name\":\"who\"}}";

/* Trained on the rows, with `who` for the id and `y` for the label. */
static coppice_model* model_of_table(void) {
  coppice_csv_columns* columns = NULL;
  coppice_dataset* data = NULL;
  check_ok(coppice_csv_columns_create(&columns));
  check_ok(coppice_csv_columns_set(columns, "who", "id"));
  check_ok(coppice_csv_columns_set(columns, "y", "label"));
  check_ok(coppice_dataset_parse_csv(rows, sizeof rows - 1, columns, &data));
  coppice_model* model = train_dataset(data, "learners=2 C=1");
  coppice_dataset_free(data);
  coppice_csv_columns_free(columns);
  return model;
}

static void damaged_tables_are_refused(void** state) {
  (void)state;
  const struct {
    const char *from, *to, *fragments;
  } cases[] = {
      {"\"width\":4", "\"width\":0", "\"width\" is 0"},
      {"\"width\":4", "\"width\":3", "damaged"},
      {"\"width\":4", "\"width\":5", "its table has 5 columns, 2 of them not features|expected 2"},
      {"\"width\":4", "\"width\":99999999999", "\"width\" is 99999999999"},
      {"\"width\":4", "\"width\":\"4\"", "\"width\""},
      {"\"others\":[1,4]", "\"others\":[4,1]", "are not features do not ascend"},
      {"\"others\":[1,4]", "\"others\":[4,4]", "are not features do not ascend"},
      {"\"others\":[1,4]", "\"others\":[0,4]", "\"others\" is 0"},
      {"\"others\":[1,4]", "\"others\":[1,5]", "\"others\" is 5"},
      {"\"others\":[1,4]", "\"others\":[1]", "its table has 4 columns, 1 of them not features"},
      {"\"column\":4", "\"column\":2", "the label of its table is column 2, which is a feature"},
      {"\"column\":4", "\"column\":5", "\"column\" is 5"},
      {"\"name\":\"y\"", "\"name\":\"\"", "the label of its table is called"},
      {"\"name\":\"who\"", "\"name\":7", "\"name\""},
  };
  coppice_model* model = model_of_table();
  for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
    size_t size = 0;
    char damaged[sizeof table_of_it + 32];
    char* json = saved_bytes(model, "json", 64, &size);
    const char* at = strstr(table_of_it, cases[k].from);
    assert_non_null(at);
    snprintf(damaged, sizeof damaged, "%.*s%s%s", (int)(at - table_of_it), table_of_it, cases[k].to,
             at + strlen(cases[k].from));
    replace_bytes(json, &size, table_of_it, damaged);
    expect_refused(json, size, cases[k].fragments);
    free(json);
  }
  coppice_model_free(model);
}

static void files_keep_the_table(void** state) {
  (void)state;
  const char* const formats[] = {"json", "cbor"};
  coppice_model* model = model_of_table();
  for (int k = 0; k < 2; ++k) {
    int64_t features = 0;
    coppice_model* again = reloaded(model, formats[k]);
    check_text(again, "label_column", "y");
    check_text(again, "id_column", "who");
    double* columns = array_of(again, "columns", &features);
    assert_int_equal(features, 2);
    assert_true(columns[0] == 2 && columns[1] == 3);
    free(columns);
    coppice_model_free(again);
  }
  coppice_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(damaged_tables_are_refused),
      cmocka_unit_test(files_keep_the_table),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
