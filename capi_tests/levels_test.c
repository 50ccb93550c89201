/* Levels of categorical features: which there may be, what their codes are, and what keeps them. */
#include <math.h>
#include <string.h>

#include "synthetic.h"

enum { ROWS = 6, FEATURES = 3 };
static const char* const cities[] = {"Ulm", "Bern", "K\xc3\xb6ln"};
static const char* const sizes[] = {"s", "l"};

/* Feature 0 is a city, feature 1 a number, feature 2 a size. */
static const double values[ROWS][FEATURES] = {{0, 0.5, 1}, {2, 1.5, 0}, {NAN, 2, 1},
                                              {1, 3, 1},   {2, 4, NAN}, {0, 5, 0}};

/* In the forms a matrix may have: doubles, floats, sparse rows. */
static coppice_dataset* in_form(int form) {
  coppice_dataset* data = NULL;
  if (form == 0) {
    check_ok(coppice_dataset_create_dense(values[0], ROWS * FEATURES, ROWS, FEATURES, FEATURES, 1,
                                          &data));
  } else if (form == 1) {
    float floats[ROWS * FEATURES];
    for (int k = 0; k < ROWS * FEATURES; ++k) floats[k] = (float)values[k / FEATURES][k % FEATURES];
    check_ok(coppice_dataset_create_dense_float(floats, ROWS * FEATURES, ROWS, FEATURES, FEATURES,
                                                1, &data));
  } else {
    int64_t starts[ROWS + 1] = {0}, entries = 0;
    int32_t indices[ROWS * FEATURES];
    double listed[ROWS * FEATURES];
    for (int i = 0; i < ROWS; ++i) {
      for (int32_t d = 0; d < FEATURES; ++d) {
        if (values[i][d] == 0) continue;
        indices[entries] = d;
        listed[entries++] = values[i][d];
      }
      starts[i + 1] = entries;
    }
    check_ok(
        coppice_dataset_create_csr(starts, ROWS + 1, indices, listed, entries, FEATURES, &data));
  }
  const double labels[ROWS] = {-1, 1, -1, 1, 1, -1};
  check_ok(coppice_dataset_set_labels(data, labels, ROWS));
  return data;
}

static void expect_levels(const coppice_dataset* data, int64_t feature, const char* const* names,
                          int64_t count) {
  int64_t levels = -1, needed = 0;
  char name[16];
  check_ok(coppice_dataset_levels(data, feature, &levels));
  assert_int_equal(levels, count);
  for (int64_t k = 0; k < count; ++k) {
    check_ok(coppice_dataset_level_name(data, feature, k, name, sizeof name, &needed));
    assert_string_equal(name, names[k]);
    assert_int_equal(needed, strlen(names[k]) + 1);
  }
}

static void levels_are_kept(void** state) {
  (void)state;
  for (int form = 0; form < 3; ++form) {
    coppice_dataset *data = in_form(form), *first = NULL, *second = NULL;
    for (int d = 0; d < FEATURES; ++d) expect_levels(data, d, NULL, 0);
    check_ok(coppice_dataset_set_levels(data, 0, cities, 3));
    check_ok(coppice_dataset_set_levels(data, 2, sizes, 2));
    expect_levels(data, 0, cities, 3);
    expect_levels(data, 1, NULL, 0);
    expect_levels(data, 2, sizes, 2);
    const int64_t rows[] = {5, 5, 0, 1, 2};
    coppice_dataset* few = subset_of(data, rows, 2);  /* copies its values */
    coppice_dataset* many = subset_of(data, rows, 5); /* shares them */
    check_ok(coppice_dataset_split(data, 0.5, 1, &first, &second));
    const char* const others[] = {"1", "2", "3", "4"}; /* one that no row has is a level too */
    check_ok(coppice_dataset_set_levels(data, 0, others, 4));
    expect_levels(data, 0, others, 4);
    coppice_dataset_free(data);
    coppice_dataset* const parts[] = {few, many, first, second};
    for (int k = 0; k < 4; ++k) {
      expect_levels(parts[k], 0, cities, 3);
      expect_levels(parts[k], 1, NULL, 0);
      expect_levels(parts[k], 2, sizes, 2);
      coppice_dataset_free(parts[k]);
    }
  }
}

/* A value that is neither a code nor missing is named, and levels stay as they were. */
static void values_must_be_codes(void** state) {
  (void)state;
  for (int form = 0; form < 3; ++form) {
    coppice_dataset* data = in_form(form);
    check_ok(coppice_dataset_set_levels(data, 0, cities, 3));
    check_error(coppice_dataset_set_levels(data, 0, cities, 2), COPPICE_INVALID_DATA,
                "x[row 1, feature 0] is 2|whole number from 0 to 1|NaN");
    check_error(coppice_dataset_set_levels(data, 1, cities, 3), COPPICE_INVALID_DATA,
                "x[row 0, feature 1] is 0.5|whole number from 0 to 2");
    expect_levels(data, 0, cities, 3);
    expect_levels(data, 1, NULL, 0);
    const char* const names[] = {"city", "income", "size"};
    check_ok(coppice_dataset_set_feature_names(data, names, FEATURES));
    check_error(coppice_dataset_set_levels(data, 0, cities, 1), COPPICE_INVALID_DATA,
                "x[row 1, feature 0 \"city\"] is 2|whole number from 0 to 0");
    coppice_dataset_free(data);
  }
  const double wrong[] = {-1, 1e300, 0x1p-1074};
  for (int k = 0; k < 3; ++k) {
    coppice_dataset* data = NULL;
    check_ok(coppice_dataset_create_dense(&wrong[k], 1, 1, 1, 1, 1, &data));
    check_error(coppice_dataset_set_levels(data, 0, cities, 3), COPPICE_INVALID_DATA,
                "x[row 0, feature 0] is");
    coppice_dataset_free(data);
  }
}

static void names_are_checked(void** state) {
  (void)state;
  coppice_dataset* data = in_form(0);
  check_ok(coppice_dataset_set_levels(data, 0, cities, 3));
  const struct {
    const char *names[3], *fragments;
  } bad[] = {
      {{"a", "b", NULL}, "levels[2] is NULL|expected a name"},
      {{"a", "", "c"}, "levels[1] is \"\"|expected a name"},
      {{"a", "b", "\xff"}, "levels[2] is \"\\xff\"|expected UTF-8"},
      {{"a", "b", "a"}, "levels[2] is \"a\", as levels[0] is|expected distinct"},
  };
  for (int k = 0; k < 4; ++k) {
    check_error(coppice_dataset_set_levels(data, 0, bad[k].names, 3), COPPICE_INVALID_DATA,
                bad[k].fragments);
    expect_levels(data, 0, cities, 3);
  }
  coppice_dataset_free(data);
}

/* As all that a dataset is given, levels are fixed once a solver has used it. */
static void levels_are_fixed_by_a_fit(void** state) {
  (void)state;
  coppice_dataset* data = in_form(0);
  coppice_model* model = fit_model(data, 1, "no");
  check_error(coppice_dataset_set_levels(data, 0, cities, 3), COPPICE_INVALID_STATE,
              "levels cannot be set|a solver has used");
  expect_levels(data, 0, NULL, 0);
  coppice_model_free(model);
  coppice_dataset_free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(levels_are_kept),
      cmocka_unit_test(values_must_be_codes),
      cmocka_unit_test(names_are_checked),
      cmocka_unit_test(levels_are_fixed_by_a_fit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
