/* Every entry of the interface that has no model refuses what it cannot take: NULL, handles of
 * another type, sizes, indices and values out of range. The status fits, the message names the
 * argument and what was expected, and no result is touched. */
#include <math.h>

#include "refusal.h"

static void catalogue(void** state) {
  (void)state;
  const coppice_catalogue none[] = {(coppice_catalogue)0, (coppice_catalogue)6,
                                    (coppice_catalogue)-1};
  for (int k = 0; k < 3; ++k) {
    const char* message = "catalogue is|expected a value of coppice_catalogue";
    refuses_value(coppice_catalogue_size(none[k], &out.count), message);
    refuses_value(coppice_catalogue_name(none[k], 0, &out.name), message);
    refuses_value(coppice_catalogue_help(none[k], 0, &out.name), message);
    refuses_value(coppice_catalogue_attribute(none[k], 0, "name", &out.name), message);
    refuses_value(coppice_option_count(none[k], "cgens", &out.count), message);
    refuses_value(coppice_option_attribute(none[k], "cgens", 0, "name", &out.name), message);
  }
  refuses_value(coppice_catalogue_size(COPPICE_METHODS, NULL), "out is NULL");
  refuses_value(coppice_catalogue_name(COPPICE_METHODS, 0, NULL), "out is NULL");
  refuses_value(coppice_catalogue_help(COPPICE_METHODS, 0, NULL), "out is NULL");
  refuses_value(coppice_catalogue_name(COPPICE_METHODS, -1, &out.name), "index is -1|expected 0");
  refuses_value(coppice_catalogue_help(COPPICE_POOLS, 999, &out.name), "index is 999|expected 0");
  refuses_value(coppice_catalogue_attribute(COPPICE_METHODS, 999, "name", &out.name),
                "index is 999|expected 0");
  refuses_value(coppice_catalogue_attribute(COPPICE_METHODS, 0, NULL, &out.name),
                "attribute is NULL");
  refuses_value(coppice_catalogue_attribute(COPPICE_METHODS, 0, "name", NULL), "out is NULL");
  refuses(coppice_catalogue_attribute(COPPICE_METHODS, 0, "task", &out.name), COPPICE_UNKNOWN_NAME,
          "no attribute \"task\"|did you mean \"tasks\"");
  refuses_value(coppice_option_count(COPPICE_METHODS, NULL, &out.count), "name is NULL");
  refuses_value(coppice_option_count(COPPICE_METHODS, "cgens", NULL), "out is NULL");
  refuses(coppice_option_count(COPPICE_METHODS, "cgen", &out.count), COPPICE_UNKNOWN_NAME,
          "no method \"cgen\"|did you mean \"cgens\"");
  refuses(coppice_option_count(COPPICE_POOLS, "cgens", &out.count), COPPICE_UNKNOWN_NAME,
          "no pool \"cgens\"|stump");
  refuses(coppice_option_count(COPPICE_GENERATORS, "twonrom", &out.count), COPPICE_UNKNOWN_NAME,
          "no generator \"twonrom\"|did you mean \"twonorm\"");
  refuses(coppice_option_count(COPPICE_GENERATORS, "thrnorm", &out.count), COPPICE_UNKNOWN_NAME,
          "did you mean \"threenorm\"");  // as far from twonorm
  refuses_value(coppice_option_attribute(COPPICE_METHODS, NULL, 0, "name", &out.name),
                "name is NULL");
  refuses_value(coppice_option_attribute(COPPICE_METHODS, "cgens", 0, NULL, &out.name),
                "attribute is NULL");
  refuses_value(coppice_option_attribute(COPPICE_METHODS, "cgens", 0, "name", NULL), "out is NULL");
  refuses_value(coppice_option_attribute(COPPICE_METHODS, "cgens", -1, "name", &out.name),
                "index is -1|expected 0");
  refuses(coppice_option_attribute(COPPICE_METHODS, "cgens", 0, "ranges", &out.name),
          COPPICE_UNKNOWN_NAME, "no attribute \"ranges\"|did you mean \"range\"");
}

static void dense_matrices(void** state) {
  (void)state;
#define refuses_dense(values, length, n, d, row_stride, column_stride, fragments)                  \
  refuses_value(                                                                                   \
      coppice_dataset_create_dense(values, length, n, d, row_stride, column_stride, &out.dataset), \
      fragments);                                                                                  \
  refuses_value(coppice_dataset_create_dense_float((values) == NULL ? NULL : xf, length, n, d,     \
                                                   row_stride, column_stride, &out.dataset),       \
                fragments)
  refuses_dense(NULL, 8, 4, 2, 2, 1, "x is NULL|expected a matrix");
  refuses_dense(x, -1, 4, 2, 2, 1, "length -1|8|elements");
  refuses_dense(x, 7, 4, 2, 2, 1, "length 7|4 x 2|8");
  refuses_dense(x, 8, 0, 2, 2, 1, "rows is 0|expected at least 1");
  refuses_dense(x, 8, -4, 2, 2, 1, "rows is -4|expected at least 1");
  refuses_dense(x, 8, 4, 0, 2, 1, "features is 0|expected at least 1");
  refuses_dense(x, 8, 4, -2, 2, 1, "features is -2|expected at least 1");
  refuses_dense(x, 8, 4, INT64_MAX, 2, 1, "features is 9223372036854775807|expected at most");
  refuses_dense(x, 8, 4, 2, 0, 1, "row_stride is 0|expected at least 1");
  refuses_dense(x, 8, 4, 2, 2, -1, "column_stride is -1|expected at least 1");
#undef refuses_dense
  refuses_value(coppice_dataset_create_dense(x, 8, 4, 2, 2, 1, NULL), "out is NULL");
  refuses_value(coppice_dataset_create_dense_float(xf, 8, 4, 2, 2, 1, NULL), "out is NULL");
}

static void svmlight(void** state) {
  (void)state;
  refuses_value(coppice_dataset_read_svmlight(NULL, 0, &out.dataset), "path is NULL");
  refuses_value(coppice_dataset_read_svmlight(data_path("iris.svm"), 0, NULL), "out is NULL");
  refuses_value(coppice_dataset_read_svmlight(data_path("iris.svm"), -1, &out.dataset),
                "features is -1|expected 0");
  refuses_value(coppice_dataset_parse_svmlight(NULL, 4, 0, &out.dataset), "text is NULL");
  refuses_value(coppice_dataset_parse_svmlight("1 1:1", -1, 0, &out.dataset),
                "size is -1|expected at least 0");
  refuses_value(coppice_dataset_parse_svmlight("1 1:1", 5, INT64_MIN, &out.dataset),
                "features is -9223372036854775808|expected 0");
  refuses_value(coppice_dataset_parse_svmlight("1 1:1", 5, INT64_C(1) << 40, &out.dataset),
                "features is 1099511627776|to 33554432");
  refuses_value(coppice_dataset_parse_svmlight("1 1:1", 5, 0, NULL), "out is NULL");
}

static void csv(void** state) {
  (void)state;
  refuses_handles(CSV_COLUMNS, coppice_csv_columns, coppice_csv_columns_set(handle, "1", "label"));
  refuses_handles(CSV_COLUMNS, coppice_csv_columns,
                  coppice_csv_columns_match_dataset(handle, data));
  refuses_handles(DATASET, coppice_dataset, coppice_csv_columns_match_dataset(csv_columns, handle));
  refuses_handles(CSV_COLUMNS, coppice_csv_columns, coppice_csv_columns_match_model(handle, model));
  refuses_handles(MODEL, coppice_model, coppice_csv_columns_match_model(csv_columns, handle));
  refuses_value(coppice_csv_columns_create(NULL), "out is NULL");
  refuses_value(coppice_csv_columns_set(csv_columns, "y", NULL), "role is NULL");
  refuses_value(coppice_csv_columns_set(csv_columns, "", "label"),
                "column is \"\"|expected a name");
  refuses(coppice_csv_columns_set(csv_columns, "y", "lable"), COPPICE_UNKNOWN_NAME,
          "there is no role \"lable\"|did you mean \"label\"?");
  refuses(coppice_csv_columns_set(csv_columns, "y", "importance"), COPPICE_UNKNOWN_NAME,
          "there is no role \"importance\"|expected one of: label, category, ignore, id, weight");
  check_ok(coppice_csv_columns_set(csv_columns, "city", "category"));
  refuses_value(coppice_csv_columns_set(csv_columns, "city", "label"),
                "column \"city\" is a category already|one role");
  check_ok(coppice_csv_columns_set(csv_columns, "y", "label"));
  refuses_value(coppice_csv_columns_set(csv_columns, "3", "label"),
                "column \"y\" is the label already|one column of this role");
  refuses_value(coppice_csv_columns_set(csv_columns, "y", "category"),
                "column \"y\" is the label already|one role");
  refuses_value(coppice_dataset_read_csv(NULL, NULL, &out.dataset), "path is NULL");
  refuses_value(coppice_dataset_read_csv("never.csv", NULL, NULL), "out is NULL");
  refuses(coppice_dataset_read_csv("never.csv", (coppice_csv_columns*)data, &out.dataset),
          COPPICE_INVALID_HANDLE, "columns is not a handle|coppice_csv_columns");
  refuses(coppice_dataset_read_csv("never.csv", NULL, &out.dataset), COPPICE_FILE_ERROR,
          "cannot open \"never.csv\"");
  refuses_value(coppice_dataset_parse_csv(NULL, 3, NULL, &out.dataset), "text is NULL");
  refuses_value(coppice_dataset_parse_csv("1,2", -1, NULL, &out.dataset),
                "size is -1|expected at least 0");
  refuses(coppice_dataset_parse_csv("1,2", 3, (coppice_csv_columns*)data, &out.dataset),
          COPPICE_INVALID_HANDLE, "columns is not a handle|coppice_csv_columns");
  refuses_value(coppice_dataset_parse_csv("1,2", 3, NULL, NULL), "out is NULL");
  refuses(coppice_dataset_parse_csv("1,inf", 5, NULL, &out.dataset), COPPICE_PARSE_ERROR,
          "line 1, column 2|\"inf\"");
}

static void generators(void** state) {
  (void)state;
#define refuses_generator(name, n, d, noise, fragments) \
  refuses_value(coppice_dataset_generate(name, n, d, noise, 1, &out.dataset), fragments)
  refuses_generator(NULL, 4, 0, 0, "name is NULL");
  refuses_value(coppice_dataset_generate("twonorm", 4, 0, 0, 1, NULL), "out is NULL");
  refuses(coppice_dataset_generate("towrnom", 4, 0, 0, 1, &out.dataset), COPPICE_UNKNOWN_NAME,
          "no generator \"towrnom\"|twonorm");
  refuses_generator("twonorm", 0, 0, 0, "rows is 0|expected at least 1");
  refuses_generator("twonorm", -3, 0, 0, "rows is -3|expected at least 1");
  refuses_generator("twonorm", INT64_MAX, 0, 0, "rows is 9223372036854775807|64 bits");
  refuses_generator("ringnorm", 4, -1, 0, "features is -1|expected 0 (for 20) to 33554432");
  refuses_generator("ringnorm", 4, 33554433, 0, "features is 33554433|to 33554432");
  refuses_generator("waveform", 4, 20, 0, "features is 20|waveform has 21");
  refuses_generator("waveform-binary", 4, -1, 0, "features is -1|waveform-binary has 21");
  const double shares[] = {-0.1, 1.1, NAN, INFINITY};
  for (int k = 0; k < 4; ++k)
    refuses_generator("waveform", 4, 0, shares[k], "noise is|expected 0 <= noise <= 1");
#undef refuses_generator
  refuses(coppice_dataset_generate("twonorm", INT64_MAX / 20, 0, 0, 1, &out.dataset),
          COPPICE_OUT_OF_MEMORY,
          "out of memory: 461168601842738790 rows of 20 features take 73786976295 gigabytes|"
          "expected fewer rows");
}

static void datasets(void** state) {
  (void)state;
  const char* const names[] = {"a", "b", NULL, "a"};
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_set_labels(handle, x, 4));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_set_label_names(handle, names, 4));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_set_targets(handle, x, 8, 2));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_set_weights(handle, x, 4));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_add_view(handle, "view", rows, 1));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_subset(handle, rows, 2, &out.dataset));
  refuses_handles(DATASET, coppice_dataset,
                  coppice_dataset_split(handle, 0.5, 1, &out.dataset, &out.second));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_rows(handle, &out.count));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_features(handle, &out.count));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_classes(handle, &out.count));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_outputs(handle, &out.count));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_set_feature_names(handle, names, 2));
  refuses_handles(DATASET, coppice_dataset,
                  coppice_dataset_feature_name(handle, 0, out.text, 64, &out.needed));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_set_levels(handle, 0, names, 2));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_levels(handle, 0, &out.count));
  refuses_handles(DATASET, coppice_dataset,
                  coppice_dataset_level_name(handle, 0, 0, out.text, 64, &out.needed));
  refuses_handles(DATASET, coppice_dataset,
                  coppice_dataset_class_name(handle, 0, out.text, 64, &out.needed));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_copy_labels(handle, out.counts, 8));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_copy_targets(handle, out.values, 8));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_copy_weights(handle, out.values, 8));
  refuses_handles(DATASET, coppice_dataset, coppice_dataset_copy_row(handle, 0, out.values, 8));

  refuses_value(coppice_dataset_set_labels(data, NULL, 4), "labels is NULL");
  refuses_value(coppice_dataset_set_labels(data, x, 3), "labels has length 3|expected the 4 rows");
  refuses_value(coppice_dataset_set_labels(data, x, -4), "labels has length -4|expected the 4");
  refuses_value(coppice_dataset_set_targets(data, NULL, 8, 2), "targets is NULL");
  refuses_value(coppice_dataset_set_targets(data, x, 7, 2),
                "targets has length 7|4 rows|2 outputs");
  refuses_value(coppice_dataset_set_targets(data, x, 4, 0), "outputs is 0|expected at least 1");
  refuses_value(coppice_dataset_set_label_names(data, NULL, 4), "labels is NULL");
  refuses_value(coppice_dataset_set_label_names(data, names, 5), "labels has length 5|the 4 rows");
  refuses(coppice_dataset_set_label_names(data, names, 4), COPPICE_INVALID_DATA,
          "labels[row 2] is NULL|expected a name");
  refuses_value(coppice_dataset_set_feature_names(data, NULL, 2), "names is NULL");
  refuses_value(coppice_dataset_set_feature_names(data, names, 3),
                "names has length 3|expected the 2 features");
  refuses_value(coppice_dataset_set_feature_names(data, names, -1), "names has length -1");
  refuses_value(coppice_dataset_feature_name(data, 2, out.text, 64, &out.needed),
                "index is 2|expected 0 to 1");
  refuses_value(coppice_dataset_feature_name(data, -1, out.text, 64, &out.needed),
                "index is -1|expected 0 to 1");
  refuses_value(coppice_dataset_feature_name(data, 0, NULL, 64, &out.needed), "out is NULL");
  refuses_value(coppice_dataset_set_levels(data, 2, names, 2), "feature is 2|expected 0 to 1");
  refuses_value(coppice_dataset_set_levels(data, -1, names, 2), "feature is -1|expected 0 to 1");
  refuses_value(coppice_dataset_set_levels(data, 0, NULL, 2), "levels is NULL");
  refuses_value(coppice_dataset_set_levels(data, 0, names, 0), "count is 0|1 to 16777216");
  refuses_value(coppice_dataset_set_levels(data, 0, names, 16777217), "count is 16777217");
  refuses_value(coppice_dataset_levels(data, 2, &out.count), "feature is 2|expected 0 to 1");
  refuses_value(coppice_dataset_levels(data, 0, NULL), "out is NULL");
  refuses_value(coppice_dataset_level_name(data, 2, 0, out.text, 64, &out.needed),
                "feature is 2|expected 0 to 1");
  refuses_value(coppice_dataset_level_name(data, 0, 0, out.text, 64, &out.needed),
                "level is 0|nothing to choose from");
  refuses_value(coppice_dataset_set_weights(data, NULL, 4), "weights is NULL");
  refuses_value(coppice_dataset_set_weights(data, x, 0), "weights has length 0|expected the 4");
  refuses_value(coppice_dataset_subset(data, NULL, 2, &out.dataset), "rows is NULL");
  refuses_value(coppice_dataset_subset(data, rows, 2, NULL), "out is NULL");
  refuses_value(coppice_dataset_subset(data, rows, 0, &out.dataset), "length is 0|at least 1");
  refuses_value(coppice_dataset_subset(data, rows, -1, &out.dataset), "length is -1|at least 1");
  refuses_value(coppice_dataset_split(data, 0.5, 1, NULL, &out.second), "first is NULL");
  refuses_value(coppice_dataset_split(data, 0.5, 1, &out.dataset, NULL), "second is NULL");
  refuses_value(coppice_dataset_split(data, 0.5, 1, &out.dataset, &out.dataset),
                "first and second are the same");
  const double fractions[] = {0, 1, -0.5, 2, NAN, INFINITY};
  for (int k = 0; k < 6; ++k)
    refuses_value(coppice_dataset_split(data, fractions[k], 1, &out.dataset, &out.second),
                  "fraction is|expected 0 < fraction < 1");
  refuses_value(coppice_dataset_rows(data, NULL), "out is NULL");
  refuses_value(coppice_dataset_features(data, NULL), "out is NULL");
  refuses_value(coppice_dataset_classes(data, NULL), "out is NULL");
  refuses_value(coppice_dataset_outputs(data, NULL), "out is NULL");
  refuses_value(coppice_dataset_class_name(data, 2, out.text, 64, &out.needed),
                "index is 2|expected 0 to 1");
  refuses_value(coppice_dataset_class_name(data, 0, NULL, 64, &out.needed), "out is NULL");
  refuses_value(coppice_dataset_class_name(data, 0, out.text, -1, &out.needed),
                "capacity is -1|expected at least 0");
  refuses_value(coppice_dataset_copy_labels(data, NULL, 4), "out is NULL");
  refuses_value(coppice_dataset_copy_labels(data, out.counts, -1), "capacity is -1|at least 0");
  refuses(coppice_dataset_copy_labels(data, out.counts, 3), COPPICE_BUFFER_TOO_SMALL,
          "capacity 3|needs 4");
  refuses_value(coppice_dataset_copy_targets(data, NULL, 4), "out is NULL");
  refuses_value(coppice_dataset_copy_targets(data, out.values, -1), "capacity is -1|at least 0");
  refuses(coppice_dataset_copy_targets(data, out.values, 3), COPPICE_BUFFER_TOO_SMALL,
          "capacity 3|needs 4");
  refuses_value(coppice_dataset_copy_weights(data, NULL, 4), "out is NULL");
  refuses(coppice_dataset_copy_weights(data, out.values, 3), COPPICE_BUFFER_TOO_SMALL,
          "capacity 3|needs 4");
  refuses_value(coppice_dataset_copy_row(data, 4, out.values, 8), "row is 4|expected 0 to 3");
  refuses_value(coppice_dataset_copy_row(data, -1, out.values, 8), "row is -1|expected 0 to 3");
  refuses_value(coppice_dataset_copy_row(data, 0, NULL, 2), "out is NULL");
  refuses(coppice_dataset_copy_row(data, 0, out.values, 1), COPPICE_BUFFER_TOO_SMALL,
          "capacity 1|needs 2");
}

static void pools_and_solvers(void** state) {
  (void)state;
  refuses_value(coppice_pool_create(NULL, &out.pool), "description is NULL");
  refuses_value(coppice_pool_create("stump", NULL), "out is NULL");
  refuses_handles(POOL, coppice_pool, coppice_pool_set_double(handle, "a", 1));
  refuses_handles(POOL, coppice_pool, coppice_pool_set_int(handle, "a", 1));
  refuses_handles(POOL, coppice_pool, coppice_pool_set_string(handle, "a", "1"));
  refuses_handles(POOL, coppice_pool, coppice_pool_add(handle, pool, NULL));
  refuses(coppice_pool_add(pool, NULL, NULL), COPPICE_INVALID_HANDLE, "member is NULL|a handle");
  refuses(coppice_pool_add(pool, handles[MODEL], NULL), COPPICE_INVALID_HANDLE,
          "member is not a handle|coppice_pool");
  refuses_value(coppice_pool_add(pool, pool, NULL), "kind stump|expected a union");
  refuses_value(coppice_pool_set_double(pool, NULL, 1), "name is NULL");
  refuses_value(coppice_pool_set_int(pool, NULL, 1), "name is NULL");
  refuses_value(coppice_pool_set_string(pool, NULL, "1"), "name is NULL");
  refuses_value(coppice_pool_set_string(pool, "a", NULL), "value is NULL");
  refuses_handles(POOL, coppice_pool, coppice_pool_get_double(handle, "a", &out.value));
  refuses_handles(POOL, coppice_pool, coppice_pool_get_int(handle, "a", &out.count));
  refuses_handles(POOL, coppice_pool,
                  coppice_pool_get_string(handle, "a", out.text, 64, &out.needed));
  refuses_handles(POOL, coppice_pool, coppice_pool_describe(handle, out.text, 64, &out.needed));
  refuses_value(coppice_pool_get_double(pool, NULL, &out.value), "name is NULL");
  refuses_value(coppice_pool_get_int(pool, NULL, &out.count), "name is NULL");
  refuses_value(coppice_pool_get_string(pool, NULL, out.text, 64, &out.needed), "name is NULL");
  refuses_value(coppice_pool_get_double(pool, "max_bins", NULL), "out is NULL");
  refuses_value(coppice_pool_get_int(pool, "max_bins", NULL), "out is NULL");
  refuses_value(coppice_pool_get_string(pool, "max_bins", NULL, 64, &out.needed), "out is NULL");
  refuses_value(coppice_pool_get_string(pool, "max_bins", out.text, -1, &out.needed),
                "capacity is -1|expected at least 0");
  refuses_value(coppice_pool_describe(pool, NULL, 64, &out.needed), "out is NULL");
  refuses_value(coppice_pool_describe(pool, out.text, -1, &out.needed), "capacity is -1");

  refuses_value(coppice_solver_create(NULL, &out.solver), "method is NULL");
  refuses_value(coppice_solver_create("cgens", NULL), "out is NULL");
  refuses(coppice_solver_create("cgans", &out.solver), COPPICE_UNKNOWN_NAME,
          "no method \"cgans\"|did you mean \"cgens\"");
  refuses_handles(SOLVER, coppice_solver, coppice_solver_set_double(handle, "C", 1));
  refuses_handles(SOLVER, coppice_solver, coppice_solver_set_int(handle, "learners", 1));
  refuses_handles(SOLVER, coppice_solver, coppice_solver_set_string(handle, "bias", "free"));
  refuses_handles(SOLVER, coppice_solver, coppice_solver_get_double(handle, "C", &out.value));
  refuses_handles(SOLVER, coppice_solver, coppice_solver_get_int(handle, "learners", &out.count));
  refuses_handles(SOLVER, coppice_solver,
                  coppice_solver_get_string(handle, "bias", out.text, 64, &out.needed));
  refuses_handles(SOLVER, coppice_solver, coppice_solver_set_pool(handle, pool));
  refuses_handles(SOLVER, coppice_solver, coppice_solver_get_pool(handle, &out.pool));
  refuses_handles(SOLVER, coppice_solver,
                  coppice_solver_set_kernel(handle, "mine", NULL, NULL, NULL));
  refuses_handles(SOLVER, coppice_solver, coppice_solver_set_progress(handle, NULL, NULL));
  refuses_handles(SOLVER, coppice_solver, coppice_solver_set_validation(handle, data));
  refuses_handles(SOLVER, coppice_solver, coppice_solver_fit(handle, data, &out.model));
  refuses_handles(POOL, coppice_pool, coppice_solver_set_pool(solver, handle));
  for (int other = DATASET + 1; other < KINDS; ++other) /* NULL is no validation set */
    refuses(coppice_solver_set_validation(solver, handles[other]), COPPICE_INVALID_HANDLE,
            "dataset is not a handle|coppice_dataset");
  refuses_handles(DATASET, coppice_dataset, coppice_solver_fit(solver, handle, &out.model));
  refuses_value(coppice_solver_set_double(solver, NULL, 1), "name is NULL");
  refuses_value(coppice_solver_set_int(solver, NULL, 1), "name is NULL");
  refuses_value(coppice_solver_set_string(solver, NULL, "free"), "name is NULL");
  refuses_value(coppice_solver_set_string(solver, "bias", NULL), "value is NULL");
  refuses_value(coppice_solver_get_double(solver, NULL, &out.value), "name is NULL");
  refuses_value(coppice_solver_get_int(solver, NULL, &out.count), "name is NULL");
  refuses_value(coppice_solver_get_string(solver, NULL, out.text, 64, &out.needed), "name is NULL");
  refuses_value(coppice_solver_get_double(solver, "C", NULL), "out is NULL");
  refuses_value(coppice_solver_get_int(solver, "learners", NULL), "out is NULL");
  refuses_value(coppice_solver_get_string(solver, "bias", NULL, 64, &out.needed), "out is NULL");
  refuses_value(coppice_solver_get_pool(solver, NULL), "out is NULL");
  refuses_value(coppice_solver_fit(solver, data, NULL), "out is NULL");
  refuses_handles(SOLVER, coppice_solver, coppice_solver_set_grid(handle, "C", "1,2"));
  refuses_value(coppice_solver_set_grid(solver, NULL, "1"), "name is NULL");
  refuses_handles(SOLVER, coppice_solver,
                  coppice_solver_cross_validate(handle, data, 2, &out.count));
  refuses_handles(DATASET, coppice_dataset,
                  coppice_solver_cross_validate(solver, handle, 2, &out.count));
  refuses_handles(SOLVER, coppice_solver, coppice_solver_grid_size(handle, &out.count));
  refuses_value(coppice_solver_grid_size(solver, NULL), "out is NULL");
  refuses_handles(SOLVER, coppice_solver,
                  coppice_solver_grid_point(handle, 0, out.text, 64, &out.needed));
  refuses_value(coppice_solver_grid_point(solver, 0, NULL, 64, &out.needed), "out is NULL");
  refuses_value(coppice_solver_grid_point(solver, 0, out.text, -1, &out.needed),
                "capacity is -1|expected at least 0");
  refuses_value(coppice_solver_grid_point(solver, 1, out.text, 64, &out.needed),
                "index is 1|expected 0 to 0");
  refuses_handles(SOLVER, coppice_solver,
                  coppice_solver_get_array(handle, "cv.criterion", out.values, 8, &out.needed));
  refuses_value(coppice_solver_get_array(solver, NULL, out.values, 8, &out.needed), "name is NULL");
  refuses_handles(SOLVER, coppice_solver,
                  coppice_solver_get_string(handle, "cv.path_name", out.text, 64, &out.needed));
  refuses_value(coppice_solver_get_string(solver, NULL, out.text, 64, &out.needed), "name is NULL");
}

static void freeing_nothing(void** state) {
  (void)state;
  check_error(coppice_dataset_rows(NULL, &out.count), COPPICE_INVALID_HANDLE, "dataset is NULL");
  coppice_dataset_free(NULL);
  coppice_pool_free(NULL);
  coppice_solver_free(NULL);
  coppice_model_free(NULL);
  /* They return no status, and so leave the last error alone. */
  assert_non_null(strstr(coppice_last_error(), "dataset is NULL"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(catalogue),         cmocka_unit_test(dense_matrices),
      cmocka_unit_test(svmlight),          cmocka_unit_test(csv),
      cmocka_unit_test(generators),        cmocka_unit_test(datasets),
      cmocka_unit_test(pools_and_solvers), cmocka_unit_test(freeing_nothing),
  };
  return cmocka_run_group_tests(tests, make_handles, free_handles);
}
