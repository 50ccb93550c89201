/* Targets: names, or numbers, one a row or several. Numbers of one output serve as labels too,
 * several are never classes. Feature 0 of row i is i, so that a part tells which rows it has. */
#include <math.h>
#include <string.h>

#include "synthetic.h"

enum { ROWS = 12 };

/* The dataset of so many rows, without targets. */
static coppice_dataset* bare(int64_t rows) {
  double* x = malloc((size_t)rows * sizeof *x);
  assert_non_null(x);
  for (int64_t i = 0; i < rows; ++i) x[i] = (double)i;
  coppice_dataset* data = NULL;
  check_ok(coppice_dataset_create_dense(x, rows, rows, 1, 1, 1, &data));
  free(x);
  return data;
}

/* Output k of row i. */
static double target(int64_t i, int64_t k) {
  return (double)(100 * k) + (double)i / 8;
}

static coppice_dataset* with_targets(int64_t rows, int64_t outputs) {
  coppice_dataset* data = bare(rows);
  double* targets = malloc((size_t)(rows * outputs) * sizeof *targets);
  assert_non_null(targets);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t k = 0; k < outputs; ++k) targets[i * outputs + k] = target(i, k);
  check_ok(coppice_dataset_set_targets(data, targets, rows * outputs, outputs));
  free(targets);
  return data;
}

static coppice_dataset* with_labels(const double* labels, int64_t rows) {
  coppice_dataset* data = bare(rows);
  check_ok(coppice_dataset_set_labels(data, labels, rows));
  return data;
}

static int64_t outputs_of(const coppice_dataset* data) {
  int64_t outputs = -1;
  check_ok(coppice_dataset_outputs(data, &outputs));
  return outputs;
}

static int64_t classes_of(const coppice_dataset* data) {
  int64_t classes = -1;
  check_ok(coppice_dataset_classes(data, &classes));
  return classes;
}

static void check_class(const coppice_dataset* data, int64_t index, const char* expected) {
  char name[32];
  check_ok(coppice_dataset_class_name(data, index, name, sizeof name, NULL));
  assert_string_equal(name, expected);
}

/* Every row of a part of with_targets has the targets of the row it was. */
static void check_targets_fit(const coppice_dataset* part, int64_t outputs) {
  double values[ROWS * 3];
  assert_int_equal(outputs_of(part), outputs);
  check_ok(coppice_dataset_copy_targets(part, values, ROWS * 3));
  for (int64_t r = 0; r < rows_of(part); ++r) {
    double row = -1;
    check_ok(coppice_dataset_copy_row(part, r, &row, 1));
    for (int64_t k = 0; k < outputs; ++k)
      assert_true(values[r * outputs + k] == target((int64_t)row, k));
  }
}

static void several_numbers_are_no_classes(void** state) {
  (void)state;
  coppice_dataset* data = with_targets(ROWS, 3);
  int64_t labels[ROWS] = {-7};
  char name[8] = "?";
  check_targets_fit(data, 3);
  assert_int_equal(classes_of(data), 0);
  check_error(coppice_dataset_copy_labels(data, labels, ROWS), COPPICE_INVALID_STATE,
              "3 numeric targets a row|not labels");
  check_error(coppice_dataset_class_name(data, 0, name, sizeof name, NULL),
              COPPICE_INVALID_ARGUMENT, "index is 0|nothing to choose from");
  assert_int_equal(labels[0], -7);
  assert_string_equal(name, "?");
  coppice_dataset_free(data);
}

static void one_number_is_a_label_too(void** state) {
  (void)state;
  const double numbers[] = {2.5, -1, 0.0, 2.5, -0.0, 1e300};
  const int64_t expected[] = {2, 0, 1, 2, 1, 3};
  for (int as_targets = 0; as_targets < 2; ++as_targets) {
    coppice_dataset* data = bare(6);
    check_ok(as_targets ? coppice_dataset_set_targets(data, numbers, 6, 1)
                        : coppice_dataset_set_labels(data, numbers, 6));
    double copy[6];
    int64_t labels[6];
    assert_int_equal(outputs_of(data), 1);
    check_ok(coppice_dataset_copy_targets(data, copy, 6));
    assert_memory_equal(copy, numbers, sizeof copy);
    check_ok(coppice_dataset_copy_labels(data, labels, 6));
    assert_memory_equal(labels, expected, sizeof labels);
    assert_int_equal(classes_of(data), 4);
    check_class(data, 0, "-1");
    check_class(data, 1, "0");
    check_class(data, 2, "2.5");
    check_class(data, 3, "1e+300");
    coppice_dataset_free(data);
  }
}

/* However many classes there are: 256 and 257 values take different ways inside, and thousands are
 * sorted by yet another one. */
static void classes_are_in_order_however_many(void** state) {
  (void)state;
  const int64_t counts[] = {255, 256, 257, 20000};
  for (int c = 0; c < 4; ++c) {
    const int64_t classes = counts[c];
    const int64_t rows = 2 * classes;
    double* numbers = malloc((size_t)rows * sizeof *numbers);
    int64_t* labels = malloc((size_t)rows * sizeof *labels);
    assert_non_null(numbers);
    assert_non_null(labels);
    for (int64_t i = 0; i < rows; ++i) /* 7 divides no count: every value comes twice */
      numbers[i] = (double)(i * 7 % classes - classes / 2) / 4;
    coppice_dataset* data = with_labels(numbers, rows);
    assert_int_equal(classes_of(data), classes);
    check_ok(coppice_dataset_copy_labels(data, labels, rows));
    for (int64_t i = 0; i < rows; ++i) assert_int_equal(labels[i], i * 7 % classes);
    coppice_dataset_free(data);
    free(labels);
    free(numbers);
  }
}

static void targets_replace_targets(void** state) {
  (void)state;
  const char* const names[] = {"b", "a"};
  const double numbers[] = {5, 6, 7, 8};
  double copy[4];
  int64_t labels[2];
  coppice_dataset* data = bare(2);
  assert_int_equal(outputs_of(data), 0);
  assert_int_equal(classes_of(data), 0);
  check_error(coppice_dataset_copy_targets(data, copy, 4), COPPICE_INVALID_STATE,
              "no numeric targets");
  check_error(coppice_dataset_copy_labels(data, labels, 2), COPPICE_INVALID_STATE, "no labels");
  check_ok(coppice_dataset_set_targets(data, numbers, 4, 2));
  assert_int_equal(outputs_of(data), 2);
  check_ok(coppice_dataset_set_label_names(data, names, 2));
  assert_int_equal(outputs_of(data), 0);
  assert_int_equal(classes_of(data), 2);
  check_error(coppice_dataset_copy_targets(data, copy, 4), COPPICE_INVALID_STATE,
              "no numeric targets|names");
  check_ok(coppice_dataset_set_labels(data, numbers, 2));
  assert_int_equal(outputs_of(data), 1);
  check_class(data, 1, "6");
  check_ok(coppice_dataset_set_targets(data, numbers, 4, 2));
  assert_int_equal(classes_of(data), 0);
  check_ok(coppice_dataset_copy_targets(data, copy, 4));
  assert_memory_equal(copy, numbers, sizeof copy);
  check_error(coppice_dataset_copy_targets(data, copy, 3), COPPICE_BUFFER_TOO_SMALL,
              "capacity 3|needs 4");
  coppice_dataset_free(data);
}

/* What is refused leaves what was there. */
static void targets_that_do_not_fit_are_refused(void** state) {
  (void)state;
  coppice_dataset* data = with_targets(4, 2);
  double numbers[8] = {0};
  const int64_t lengths[] = {-8, 0, 4, 7, 9, INT64_MAX};
  for (int k = 0; k < 6; ++k)
    check_error(coppice_dataset_set_targets(data, numbers, lengths[k], 2), COPPICE_INVALID_ARGUMENT,
                "targets has length|expected the 4 rows of the dataset times 2 outputs");
  check_error(coppice_dataset_set_targets(data, numbers, 8, 1), COPPICE_INVALID_ARGUMENT,
              "targets has length 8|4 rows|times 1 output");
  const int64_t outputs[] = {0, -1, INT64_MIN};
  for (int k = 0; k < 3; ++k)
    check_error(coppice_dataset_set_targets(data, numbers, 8, outputs[k]), COPPICE_INVALID_ARGUMENT,
                "outputs is|expected at least 1");
  const int64_t huge[] = {INT64_MAX, INT64_MAX / 4 + 1, INT64_MAX / 2 + 1};
  for (int k = 0; k < 3; ++k)
    check_error(coppice_dataset_set_targets(data, numbers, 4 * (huge[k] % 2), huge[k]),
                COPPICE_INVALID_ARGUMENT, "targets has length|4 rows");
  const double bad[] = {NAN, INFINITY, -INFINITY};
  for (int k = 0; k < 3; ++k) {
    numbers[5] = bad[k];
    check_error(coppice_dataset_set_targets(data, numbers, 8, 2), COPPICE_INVALID_DATA,
                "targets[row 2, output 1] is|expected a finite number");
    numbers[5] = 0;
    numbers[3] = bad[k];
    check_error(coppice_dataset_set_targets(data, numbers, 4, 1), COPPICE_INVALID_DATA,
                "targets[row 3] is|expected a finite number");
    check_error(coppice_dataset_set_labels(data, numbers, 4), COPPICE_INVALID_DATA,
                "labels[row 3] is|expected a finite number");
    numbers[3] = 0;
  }
  check_targets_fit(data, 2);
  coppice_dataset_free(data);
}

static void files_give_numbers_or_names(void** state) {
  (void)state;
  const struct {
    const char* text;
    int is_csv;
    int64_t outputs, classes;
  } files[] = {{"0.25 1:1\n-3 1:2\n0.25 1:3\n", 0, 1, 2},
               {"y,x\n0.25,1\n-3,2\n0.25,3\n", 1, 1, 2},
               {"y,x\na,1\n-3,2\na,3\n", 1, 0, 2}};
  const double expected[] = {0.25, -3, 0.25};
  for (int k = 0; k < 3; ++k) {
    const int64_t size = (int64_t)strlen(files[k].text);
    coppice_dataset* data = NULL;
    check_ok(files[k].is_csv ? parse_csv(files[k].text, size, "y", &data)
                             : coppice_dataset_parse_svmlight(files[k].text, size, 0, &data));
    assert_int_equal(outputs_of(data), files[k].outputs);
    assert_int_equal(classes_of(data), files[k].classes);
    double copy[3];
    if (files[k].outputs == 1) {
      check_ok(coppice_dataset_copy_targets(data, copy, 3));
      assert_memory_equal(copy, expected, sizeof copy);
    }
    coppice_dataset_free(data);
  }
}

static void subsets_have_the_targets_of_their_rows(void** state) {
  (void)state;
  const int64_t rows[] = {7, 0, 7, 11, 2};
  const int64_t again[] = {4, 3, 0};
  for (int64_t outputs = 1; outputs <= 3; ++outputs) {
    coppice_dataset *data = with_targets(ROWS, outputs), *part = NULL, *part_of_part = NULL;
    check_ok(coppice_dataset_subset(data, rows, 5, &part));
    coppice_dataset_free(data); /* the part needs nothing of it */
    check_targets_fit(part, outputs);
    check_ok(coppice_dataset_subset(part, again, 3, &part_of_part));
    coppice_dataset_free(part);
    check_targets_fit(part_of_part, outputs);
    coppice_dataset_free(part_of_part);
  }
}

/* A subset has all classes of the whole, asked for before or after, of the part or of the whole
 * first; new labels of its own have classes of their own. */
static void subsets_have_the_classes_of_the_whole(void** state) {
  (void)state;
  const double numbers[] = {3, 1, 2, 3};
  const int64_t rows[] = {2, 3};
  const int64_t expected[] = {1, 2};
  for (int whole_first = 0; whole_first < 2; ++whole_first) {
    coppice_dataset *data = with_labels(numbers, 4), *part = NULL;
    int64_t labels[2];
    check_ok(coppice_dataset_subset(data, rows, 2, &part));
    if (whole_first) assert_int_equal(classes_of(data), 3);
    assert_int_equal(classes_of(part), 3);
    check_class(part, 0, "1");
    check_ok(coppice_dataset_copy_labels(part, labels, 2));
    assert_memory_equal(labels, expected, sizeof labels);
    check_ok(coppice_dataset_set_labels(part, numbers, 2));
    assert_int_equal(classes_of(part), 2);
    assert_int_equal(classes_of(data), 3);
    coppice_dataset_free(part);
    coppice_dataset_free(data);
  }
}

/* How many rows of every class the first part of a split has; `labels` are 0, 1, .. */
static void count_first(const coppice_dataset* data, double fraction, uint64_t seed,
                        int64_t* counts, int64_t classes) {
  coppice_dataset *first = NULL, *second = NULL;
  double values[ROWS];
  check_ok(coppice_dataset_split(data, fraction, seed, &first, &second));
  assert_int_equal(rows_of(first) + rows_of(second), rows_of(data));
  check_ok(coppice_dataset_copy_targets(first, values, ROWS));
  for (int64_t c = 0; c < classes; ++c) counts[c] = 0;
  for (int64_t i = 0; i < rows_of(first); ++i) ++counts[(int64_t)values[i]];
  coppice_dataset_free(first);
  coppice_dataset_free(second);
}

/* With 6 classes in 12 rows every one is split in its half; with 7, rows are split, whatever their
 * class: some seed halves no class of two rows. */
static void splits_know_classes_from_numbers(void** state) {
  (void)state;
  for (int64_t classes = 6; classes <= 7; ++classes) {
    double labels[ROWS];
    int64_t counts[ROWS], uneven = 0;
    for (int64_t i = 0; i < ROWS; ++i) labels[i] = (double)(i % classes);
    coppice_dataset* data = with_labels(labels, ROWS);
    for (uint64_t seed = 0; seed < 20; ++seed) {
      int64_t total = 0;
      count_first(data, 0.5, seed, counts, classes);
      for (int64_t c = 0; c < classes; ++c) {
        total += counts[c];
        uneven += ROWS - classes > c && counts[c] != 1;
      }
      assert_int_equal(total, ROWS / 2);
    }
    assert_true(classes == 6 ? uneven == 0 : uneven > 0);
    coppice_dataset_free(data);
  }
}

static void splits_take_targets_along(void** state) {
  (void)state;
  for (int64_t outputs = 1; outputs <= 3; ++outputs) {
    coppice_dataset *data = with_targets(ROWS, outputs), *first = NULL, *second = NULL;
    check_ok(coppice_dataset_split(data, 0.3, 5, &first, &second));
    assert_int_equal(rows_of(first), 4); /* round(3.6) */
    check_targets_fit(first, outputs);
    check_targets_fit(second, outputs);
    coppice_dataset_free(first);
    coppice_dataset_free(second);
    coppice_dataset_free(data);
  }
}

static void nothing_can_be_set_once_a_solver_used_it(void** state) {
  (void)state;
  const double labels[] = {1, 2, 1, 2};
  coppice_dataset* data = with_labels(labels, 4);
  coppice_model* model = fit_model(data, 2, "no");
  check_error(coppice_dataset_set_targets(data, labels, 4, 1), COPPICE_INVALID_STATE,
              "targets|a solver has used|before the first fit");
  double copy[4];
  check_ok(coppice_dataset_copy_targets(data, copy, 4));
  assert_memory_equal(copy, labels, sizeof copy);
  coppice_model_free(model);
  coppice_dataset_free(data);
}

/* Fitting, fitting with calibration, and cross-validating say the same of the same fault, and leave
 * the dataset mutable. */
static void check_refused(coppice_dataset* data, coppice_status status, const char* fragments) {
  coppice_solver* solver = solver_of(2);
  coppice_model* model = NULL;
  int64_t best = -7;
  check_error(coppice_solver_fit(solver, data, &model), status, fragments);
  check_error(coppice_solver_cross_validate(solver, data, 2, &best), status, fragments);
  check_ok(coppice_solver_set_string(solver, "calibration", "platt"));
  check_error(coppice_solver_fit(solver, data, &model), status, fragments);
  assert_null(model);
  assert_int_equal(best, -7);
  coppice_solver_free(solver);
  const double targets[ROWS] = {0};
  check_ok(coppice_dataset_set_targets(data, targets, rows_of(data), 1));
  coppice_dataset_free(data);
}

static void a_method_says_what_it_takes(void** state) {
  (void)state;
  const double one[] = {3, 3, 3, 3, 3, 3};
  check_refused(bare(6), COPPICE_INVALID_STATE, "the dataset has no labels|set them before");
  check_refused(with_targets(6, 2), COPPICE_INVALID_DATA,
                "the dataset has 2 numeric targets a row; method cgens takes two or more classes");
  check_refused(with_labels(one, 6), COPPICE_INVALID_DATA,
                "every label of the dataset is \"3\"; method cgens takes two or more classes");
}

/* The class of two that has no weight is named, and a fit wants a row at all. */
static void every_class_needs_weight(void** state) {
  (void)state;
  const char* const names[] = {"no", "yes", "no", "yes"};
  const double weights[][4] = {{0, 1, 0, 1}, {1, 0, 1, 0}, {0, 0, 0, 0}};
  const char* const messages[] = {"no row of class \"no\" has a positive weight|method cgens",
                                  "no row of class \"yes\" has a positive weight|method cgens",
                                  "no row|has a positive weight|method cgens"};
  for (int k = 0; k < 3; ++k) {
    coppice_dataset* data = bare(4);
    coppice_solver* solver = solver_of(2);
    coppice_model* model = NULL;
    check_ok(coppice_dataset_set_label_names(data, names, 4));
    check_ok(coppice_dataset_set_weights(data, weights[k], 4));
    check_error(coppice_solver_fit(solver, data, &model), COPPICE_INVALID_DATA, messages[k]);
    assert_null(model);
    coppice_solver_free(solver);
    coppice_dataset_free(data);
  }
}

static void errors_are_of_labels(void** state) {
  (void)state;
  const double labels[] = {1, 2, 1, 2};
  double error = -7;
  coppice_dataset *data = with_labels(labels, 4), *numbers = with_targets(4, 2);
  coppice_model *model = fit_model(data, 2, "no"), *other = NULL;
  check_error(coppice_model_error_rate(model, numbers, 1, &error), COPPICE_INVALID_STATE,
              "the dataset has 2 numeric targets a row|not labels");
  assert_true(error == -7);
  coppice_solver* solver = solver_of(2);
  check_ok(coppice_solver_set_validation(solver, numbers));
  check_error(coppice_solver_fit(solver, data, &other), COPPICE_INVALID_STATE,
              "the validation set has 2 numeric targets a row|not labels");
  assert_null(other);
  coppice_solver_free(solver);
  coppice_model_free(model);
  coppice_dataset_free(numbers);
  coppice_dataset_free(data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(several_numbers_are_no_classes),
      cmocka_unit_test(one_number_is_a_label_too),
      cmocka_unit_test(classes_are_in_order_however_many),
      cmocka_unit_test(targets_replace_targets),
      cmocka_unit_test(targets_that_do_not_fit_are_refused),
      cmocka_unit_test(files_give_numbers_or_names),
      cmocka_unit_test(subsets_have_the_targets_of_their_rows),
      cmocka_unit_test(subsets_have_the_classes_of_the_whole),
      cmocka_unit_test(splits_know_classes_from_numbers),
      cmocka_unit_test(splits_take_targets_along),
      cmocka_unit_test(nothing_can_be_set_once_a_solver_used_it),
      cmocka_unit_test(a_method_says_what_it_takes),
      cmocka_unit_test(every_class_needs_weight),
      cmocka_unit_test(errors_are_of_labels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
